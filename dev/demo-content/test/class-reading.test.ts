import { ClassDouble } from '@lectern/sdk/testing';
import type { Container } from '@lectern/sdk';
import { BridgeError } from '@lectern/sdk';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ClassReading, statusOf } from '../src/classes/class-reading.ts';
import { wasser } from '../src/course/wasser.ts';
import { hideNotice, showNotice } from '../src/views/notices.ts';

vi.mock('../src/views/notices.ts', () => ({
  showNotice: vi.fn<typeof showNotice>(),
  hideNotice: vi.fn<typeof hideNotice>(),
}));

const user = { subject: 'thomas' };
let container: ClassDouble;
let reading: ClassReading;

beforeEach(() => {
  vi.mocked(showNotice).mockClear();
  vi.stubGlobal('location', { hash: '' });
  container = new ClassDouble();
  reading = new ClassReading(
    wasser,
    Object.assign(container, { getUser: async () => user }) as unknown as Container,
  );
  return () => vi.unstubAllGlobals();
});

describe('the classes of a teacher', () => {
  it('are unknown until the container has named them', async () => {
    expect(statusOf(reading, undefined)).toBe('loading');
    container.classes = [];
    await reading.meetClasses();
    expect(statusOf(reading, undefined)).toBe('none');
  });

  it('stand in the order of the school', async () => {
    container.classes = ['10a', '6b', '6a'].map((name) => ({ group_id: name, name }));
    await reading.meetClasses();
    expect(reading.classes?.map(({ name }) => name)).toEqual(['6a', '6b', '10a']);
  });

  it('that cannot be read are not said to be none, and are asked for again', async () => {
    const getClasses = vi.spyOn(container, 'getClasses');
    getClasses.mockRejectedValueOnce(new BridgeError('REFUSED', 'getClasses', ''));
    await reading.meetClasses();
    expect(statusOf(reading, undefined)).toBe('failed');
    await reading.meetClasses();
    expect(reading.groupId).toBe('5b');
  });

  it('are none in a container that knows no classes', async () => {
    const failure = new BridgeError('UNKNOWN_ACTION', 'getClasses', '');
    vi.spyOn(container, 'getClasses').mockRejectedValueOnce(failure);
    await reading.meetClasses();
    expect(statusOf(reading, undefined)).toBe('none');
  });
});

describe('an answer that was chosen outside', () => {
  const exerciseOf = (id: string) => ({ id }) as Parameters<ClassReading['takeWanted']>[0];
  const choose = (exercise_id: string, course_id: string = wasser.courseId) =>
    container.emit('open-answer', {
      course_id_dto: { course_id },
      issue_id_dto: { issue_id: wasser.issueId },
      exercise_dto: { exercise_id },
      group_id: '5b',
      member_subject: 'mia',
    });

  it('leads to its exercise, which takes it once', () => {
    const heard = vi.fn<() => void>();
    reading.addEventListener('change', heard);
    choose('bach-brief');
    expect(location.hash).toMatch(/bach-brief$/);
    // The page that opens takes it, not the one that is left.
    expect(heard).not.toHaveBeenCalled();
    expect(reading.takeWanted(exerciseOf('bach-lauf'))).toBeUndefined();
    expect(reading.takeWanted(exerciseOf('bach-brief'))).toBe('mia');
    expect(reading.takeWanted(exerciseOf('bach-brief'))).toBeUndefined();
    choose('bach-brief');
    expect(heard).toHaveBeenCalledOnce();
  });

  it.each([
    ['an exercise that the course lacks', () => choose('gone')],
    ['another course', () => choose('bach-brief', 'luft')],
  ])('of %s leads nowhere, and says so', (_, act) => {
    act();
    expect(location.hash).toBe('');
    expect(showNotice).toHaveBeenCalledOnce();
  });
});
