import { BridgeError, type BridgeErrorCode, type Container, type Events } from '@lectern/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answersOf, type Answer } from '../src/answers.ts';
import { wasser } from '../src/course/wasser.ts';
import { saveInTime, watchSession } from '../src/keeping.ts';
import { hideNotice, showNotice, type NoticeAction } from '../src/views/notices.ts';
import { VersionedStore } from './versioned-store.ts';

vi.mock('../src/views/notices.ts', () => ({
  showNotice: vi.fn<typeof showNotice>(),
  hideNotice: vi.fn<typeof hideNotice>(),
}));

let answers: ReadonlyMap<string, Answer>;
let answer: Answer;
let store: VersionedStore;

beforeEach(async () => {
  vi.mocked(showNotice).mockClear();
  answers = answersOf(wasser);
  [answer] = [...answers.values()] as [Answer];
  store = new VersionedStore();
  await answer.load(store as Partial<Container> as Container);
});

describe('a lost session', () => {
  const startLogin = vi.fn<Container['startLogin']>();

  beforeEach(() => {
    let lose: (payload: Events['session-lost']) => void = () => {};
    const on: Container['on'] = (_event, listener) => {
      lose = listener;
      return () => {};
    };
    watchSession({ on, startLogin } as Partial<Container> as Container, answers);
    answer.enter('not sent yet');
    lose({ reason: 'expired' });
  });

  const lastNotice = () => {
    const [, text, actions = []] = vi.mocked(showNotice).mock.lastCall ?? [];
    return { text, actions };
  };

  async function pressLogin(): Promise<void> {
    const [action] = lastNotice().actions as readonly [NoticeAction];
    expect(action.label).toBe('Neu anmelden');
    action.run();
    await vi.waitFor(() => expect(startLogin).toHaveBeenCalled());
    await Promise.resolve();
  }

  it('is told; what was typed before is sent a last time, and nothing after it', async () => {
    expect(lastNotice().text).toMatch(/abgelaufen/);
    await vi.waitFor(() => expect(answer.status.kind).toBe('saved'));
    answer.enter('too late');
    expect(answer.status.kind).toBe('failed');
    expect(await answer.flush()).toBe(false);
    expect(store.sent).toHaveLength(1);
  });

  it.each<[BridgeErrorCode, RegExp, number]>([
    ['UNAVAILABLE', /noch nicht geklappt/, 1],
    ['TIMEOUT', /noch nicht geklappt/, 1],
    ['REFUSED', /Kopiere, was noch nicht gespeichert ist/, 0],
  ])('that cannot be renewed because of %s says so', async (code, text, actionCount) => {
    startLogin.mockReset().mockRejectedValue(new BridgeError(code, 'startLogin', ''));
    await pressLogin();
    await vi.waitFor(() => expect(lastNotice().text).toMatch(text));
    expect(lastNotice().actions).toHaveLength(actionCount);
  });
});

describe('what is not saved', () => {
  const page = new EventTarget();
  const ownDocument = Object.assign(new EventTarget(), { hidden: true });

  beforeEach(() => {
    vi.stubGlobal('document', ownDocument);
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    saveInTime(answers);
    answer.enter('just typed');
  });
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    ['out of sight', ownDocument, 'visibilitychange'],
    ['about to be left', page, 'beforeunload'],
    ['online again', page, 'online'],
  ])('is sent at once when the page is %s', (_, target, type) => {
    target.dispatchEvent(new Event(type));
    expect(store.sent).toHaveLength(1);
  });
});
