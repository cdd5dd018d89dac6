import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Bridge } from '../src/bridge/bridge.ts';
import { AnswerLink } from '../src/progress/answer-link.tsx';
import { AnswerDoor, classOf, doorToAnswers, ShownClass } from '../src/progress/shown-class.tsx';
import { speak } from './speak.ts';

beforeAll(() => speak('de-CH'));

const issue = { course_id_dto: { course_id: 'wasser' }, issue_id_dto: { issue_id: '1' } };

function scene(capability: string) {
  const emit = vi.fn<Bridge['emit']>();
  const leave = vi.fn<() => void>();
  const door = doorToAnswers({ emit, able: (name) => name === capability }, leave);
  const html = renderToStaticMarkup(
    <AnswerDoor value={door}>
      <ShownClass value={{ ...issue, group_id: '5b' }}>
        <AnswerLink
          exercise={{ exercise_id: 'a1', title: 'Der Brief' }}
          pupil={{ subject: 'mia', name: 'Mia' }}
        >
          fertig
        </AnswerLink>
      </ShownClass>
    </AnswerDoor>,
  );
  return { door, emit, leave, html };
}

it('a mark leads content that shows answers of classes to the answer: CLASSES-3', () => {
  const { door, emit, leave, html } = scene('class-answers');
  expect(html).toContain('<button');
  expect(html).toMatch(/title="[^"]*\u2068Mia\u2069[^"]*Der Brief/);
  const place = {
    ...issue,
    exercise_dto: { exercise_id: 'a1' },
    group_id: '5b',
    member_subject: 'mia',
  };
  door?.(place);
  expect(leave).toHaveBeenCalledBefore(emit);
  expect(emit).toHaveBeenCalledExactlyOnceWith('open-answer', place);
});

it('a mark leads no other content anywhere: CLASSES-3', () => {
  const { door, html } = scene('own-menu');
  expect(door).toBeUndefined();
  expect(html).toBe('fertig');
});

it('where the user alone is shown there is no class', () => {
  const choice = { course_id: 'wasser', group_id: undefined } as Parameters<typeof classOf>[0];
  expect(classOf(choice, { issue_id: '1' } as Parameters<typeof classOf>[1])).toBeUndefined();
});
