import { BridgeError, type Container } from '@lectern/sdk';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answersOf, type Answer } from '../src/answers.ts';
import { wasser } from '../src/course/wasser.ts';
import { followDelivery } from '../src/delivery.ts';
import { signOut, watchTeardown } from '../src/keeping.ts';
import { hideNotice, showNotice } from '../src/views/notices.ts';
import { AnswersDouble } from '@lectern/sdk/testing';

vi.mock('../src/views/notices.ts', () => ({
  showNotice: vi.fn<typeof showNotice>(),
  hideNotice: vi.fn<typeof hideNotice>(),
}));

const logout = vi.fn<Container['logout']>();
let answers: ReadonlyMap<string, Answer>;
let answer: Answer;
let container: AnswersDouble;

beforeEach(async () => {
  vi.mocked(showNotice).mockClear();
  logout.mockReset().mockResolvedValue(null);
  answers = answersOf(wasser);
  answer = answers.get('bach-brief')!;
  container = new AnswersDouble();
  followDelivery(container, new Map(), answers);
  await answer.load(container);
});

const noDrafts = { isUnsaved: false };
const drafts = { isUnsaved: true };

const lastNotice = () => {
  const [, text, actions = []] = vi.mocked(showNotice).mock.lastCall ?? [];
  return { text, actions };
};

describe('teardown', () => {
  const tearDown = () => container.emit('teardown', { reason: 'expired', graceInMs: 20_000 });

  beforeEach(() => watchTeardown(container, answers, noDrafts));

  it('hands over what could not be accepted until now, and needs no word then', async () => {
    container.failures.push({ code: 'STORAGE_FULL' });
    answer.enter('Text');
    await answer.flush();
    tearDown();
    await vi.waitFor(() => expect(answer.status.kind).toBe('kept'));
    expect(showNotice).not.toHaveBeenCalled();
  });

  it('with something that is not accepted says what can be done', async () => {
    container.failures.push({ code: 'STORAGE_FULL' }, { code: 'STORAGE_FULL' });
    answer.enter('Text');
    await answer.flush();
    tearDown();
    await vi.waitFor(() => expect(lastNotice().text).toMatch(/Kopiere/));
  });

  it('warns a teacher of feedback that is not given', async () => {
    watchTeardown(container, answers, drafts);
    tearDown();
    await vi.waitFor(() => expect(lastNotice().text).toMatch(/noch nicht gegeben/));
  });

  it('goes on saving: the container accepts until the publication is gone', async () => {
    tearDown();
    answer.enter('noch schnell');
    expect(await answer.flush()).toBe(true);
  });
});

describe('signing out', () => {
  const leave = () => signOut({ logout }, answers, noDrafts);

  it('needs no question while the container is sending', async () => {
    answer.enter('Text');
    container.emit('save-state', { state: 'saving', undelivered: 1, refused: 0 });
    await leave();
    expect(showNotice).not.toHaveBeenCalled();
    expect(logout).toHaveBeenCalledOnce();
  });

  it.each<[string, RegExp, () => Promise<unknown>]>([
    [
      'undelivered, that it waits on this device for the next time',
      /wird übertragen, sobald du dich hier wieder anmeldest/,
      async () => {
        answer.enter('Text');
        container.emit('save-state', { state: 'waiting', undelivered: 1, refused: 0 });
      },
    ],
    [
      'not accepted, that it will be lost',
      /geht das Letzte verloren/,
      async () => {
        container.failures.push({ code: 'STORAGE_FULL' }, { code: 'STORAGE_FULL' });
        answer.enter('Text');
        await answer.flush();
      },
    ],
  ])('says of what is %s, and can go on all the same', async (_, text, prepare) => {
    await prepare();
    await leave();
    expect(logout).not.toHaveBeenCalled();
    expect(lastNotice().text).toMatch(text);
    const [, anyway] = lastNotice().actions;
    expect(anyway?.label).toBe('Trotzdem abmelden');
    anyway?.run();
    expect(logout).toHaveBeenCalledOnce();
  });

  it('asks a teacher first where feedback is not given', async () => {
    await signOut({ logout }, answers, drafts);
    expect(logout).not.toHaveBeenCalled();
    expect(lastNotice().text).toMatch(/noch nicht gegeben/);
  });

  it('that fails says so', async () => {
    logout.mockRejectedValue(new BridgeError('TIMEOUT', 'logout', ''));
    await leave();
    expect(lastNotice().text).toMatch(/nicht geklappt/);
  });
});
