import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../src/outbox/model/outcome.ts';
import type { Outbox } from '../src/outbox/outbox.ts';
import { createSessionOutbox } from '../src/session/session-outbox.ts';
import { createSessionStore, type SessionStore } from '../src/session/session-store.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { someSession } from './some-session.ts';

fakeBrowserForEachTest();

const session = someSession('mia');
const scope = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: '1' },
  exercise_dto: { exercise_id: 'bach' },
};
const ofClass = {
  course_id_dto: scope.course_id_dto,
  issue_id_dto: scope.issue_id_dto,
  group_id: '5b',
};
const kept = { segment: 's', key: 'k', value: 'here', updated_at: '2026-11-22T08:00:00Z' };
const stored = { ...kept, value: 'there', version: 4, updated_at: '2026-11-22T07:00:00Z' };

let store: SessionStore;
let isOpen: boolean;
let frameChanged: () => void;
let tellOutcome: (outcome: Outcome) => void;
let tellState: () => void;
const emit = vi.fn<(event: string, payload: unknown) => void>();
const open = vi.fn<(subject: string, key: string | undefined) => Outbox>();
const drained = vi.fn<Outbox['drained']>();
const closed = vi.fn<() => void>();

function someOutbox(): Outbox {
  return {
    saveState: { state: 'saving', undelivered: 1, refused: 0 },
    subscribe(listener: () => void) {
      tellState = listener;
      return () => {};
    },
    onOutcome(listener: (outcome: Outcome) => void) {
      tellOutcome = listener;
      return () => {};
    },
    drained,
    close: closed,
  } as Partial<Outbox> as Outbox;
}

function start() {
  const frame = {
    get isOpen() {
      return isOpen;
    },
    subscribe(listener: () => void) {
      frameChanged = listener;
      return () => {};
    },
  };
  return createSessionOutbox({ store, frame, bridge: { emit }, open });
}

beforeEach(() => {
  isOpen = true;
  for (const mock of [emit, drained, closed]) mock.mockReset();
  drained.mockResolvedValue(true);
  open.mockReset().mockImplementation(someOutbox);
  store = createSessionStore({ name: 'signed-in', session });
});

describe('the outbox', () => {
  it('is that of the signed-in user, and the same after the session was refreshed', () => {
    const outbox = start();
    const { current } = outbox;
    expect(open).toHaveBeenCalledExactlyOnceWith('mia', undefined);
    store.dispatch({ type: 'session refreshed', session: someSession('mia') });
    expect(outbox.current).toBe(current);
  });

  it('goes on taking work from the content until that is gone: SESSION-3', () => {
    const outbox = start();
    store.dispatch({ type: 'sign-out requested', reason: { kind: 'token expired' } });
    expect(outbox.current).toBeDefined();
    isOpen = false;
    frameChanged();
    expect(outbox.current, 'what it has taken is still being sent').toBeDefined();
    store.dispatch({ type: 'signed out' });
    expect(outbox.current).toBeUndefined();
    expect(closed).toHaveBeenCalledOnce();
  });

  it('stays open for somebody who has lost a seat', () => {
    const outbox = start();
    store.dispatch({
      type: 'seat refused',
      session,
      obstacle: 'used elsewhere',
      contentBefore: 'saved',
    });
    isOpen = false;
    frameChanged();
    expect(outbox.current).toBeDefined();
  });

  it('is nobody’s without a session', () => {
    store = createSessionStore({ name: 'signed-out' });
    expect(start().current).toBeUndefined();
    expect(open).not.toHaveBeenCalled();
  });

  it('has the key of the session, and asks for it itself after a reload', () => {
    store = createSessionStore({ name: 'signed-in', session: { ...session, outboxKey: 'key' } });
    start();
    expect(open).toHaveBeenLastCalledWith('mia', 'key');
  });

  it('ends before the tokens are given back, and does not come back with the old session', () => {
    const outbox = start();
    store.dispatch({ type: 'sign-out requested', reason: { kind: 'called logout page' } });
    outbox.end();
    expect(closed).toHaveBeenCalledOnce();
    isOpen = false;
    frameChanged();
    expect(outbox.current).toBeUndefined();
  });

  it('holds up no sign-out where the disk hangs', async () => {
    vi.useFakeTimers();
    drained.mockReturnValue(new Promise(() => {}));
    const delivered = start().delivered();
    await vi.advanceTimersByTimeAsync(5_000);
    await expect(delivered).resolves.toBeUndefined();
  });

  it('is another one for another user', () => {
    const outbox = start();
    const { current } = outbox;
    const listener = vi.fn<() => void>();
    outbox.subscribe(listener);
    store.dispatch({ type: 'session refreshed', session: someSession('ben') });
    expect(outbox.current).not.toBe(current);
    expect(closed).toHaveBeenCalledOnce();
    expect(listener).toHaveBeenCalledOnce();
  });

  it('is given time before the tokens go', async () => {
    await start().delivered();
    expect(drained).toHaveBeenCalledOnce();
  });
});

describe('the content hears', () => {
  beforeEach(() => void start());

  it.each<[Outcome, string, object]>([
    [
      { kind: 'items delivered', scope, items: [stored] },
      'delivered',
      { kind: 'items', ...scope, local_store_items: [{ ...stored, delivered: true }] },
    ],
    [
      { kind: 'items in conflict', scope, items: [kept], stored: [stored] },
      'not-delivered',
      {
        kind: 'items',
        ...scope,
        code: 'CONFLICT',
        message: expect.any(String),
        local_store_items: [
          {
            ...stored,
            delivered: true,
            conflict: { value: 'here', updated_at: kept.updated_at },
          },
        ],
      },
    ],
    [
      { kind: 'items in conflict', scope, items: [kept], stored: [] },
      'not-delivered',
      expect.objectContaining({
        local_store_items: [expect.objectContaining({ value: '', version: 0 })],
      }),
    ],
    [
      { kind: 'items refused', scope, items: [kept], reason: 'LOCAL_STORE_FULL' },
      'not-delivered',
      {
        kind: 'items',
        ...scope,
        code: 'REFUSED',
        message: 'Refused: LOCAL_STORE_FULL.',
        local_store_items: [{ ...kept, delivered: false }],
      },
    ],
    [
      {
        kind: 'annotations delivered',
        scope,
        changes: [
          {
            list: 'notes',
            id: 'n',
            version: 5,
            base: 3,
            accepted: 3_000_000_000,
            updated_at: kept.updated_at,
            outcome: 'stored',
            conflict_copy_version: 4,
          },
        ],
      },
      'delivered',
      {
        kind: 'annotations',
        ...scope,
        annotations: [],
        notes: [
          {
            note_id: 'n',
            version: 5,
            accepted_version: 3_000_000_000,
            updated_at: kept.updated_at,
            outcome: 'stored',
            conflict_copy_version: 4,
          },
        ],
        bookmarks: [],
      },
    ],
    [
      {
        kind: 'annotations refused',
        scope,
        changes: [
          {
            list: 'bookmarks',
            id: 'b',
            base: 2,
            version: 3_000_000_000,
            settled: [],
            updated_at: kept.updated_at,
          },
        ],
        reason: 'ANNOTATIONS_FULL',
      },
      'not-delivered',
      {
        kind: 'annotations',
        ...scope,
        code: 'REFUSED',
        message: 'Refused: ANNOTATIONS_FULL.',
        annotations: [],
        notes: [],
        bookmarks: [{ bookmark_id: 'b', version: 2 }],
      },
    ],
    [
      {
        kind: 'answers delivered',
        scope,
        changes: [
          {
            list: 'answers',
            id: 'a',
            version: 5,
            base: 3,
            accepted: 3_000_000_000,
            updated_at: kept.updated_at,
            outcome: 'merged',
          },
        ],
      },
      'delivered',
      {
        kind: 'answers',
        ...scope,
        answers: [
          {
            answer_id: 'a',
            version: 5,
            accepted_version: 3_000_000_000,
            updated_at: kept.updated_at,
            outcome: 'merged',
          },
        ],
      },
    ],
    [
      {
        kind: 'answers refused',
        scope,
        changes: [
          {
            list: 'answers',
            id: 'a',
            base: 2,
            version: 3_000_000_000,
            settled: [],
            updated_at: kept.updated_at,
          },
        ],
        reason: 'ANSWERS_FULL',
      },
      'not-delivered',
      {
        kind: 'answers',
        ...scope,
        code: 'REFUSED',
        message: 'Refused: ANSWERS_FULL.',
        answers: [{ answer_id: 'a', version: 2 }],
      },
    ],
    [
      {
        kind: 'assignments refused',
        scope: ofClass,
        changes: [
          {
            list: 'assignments',
            id: 'g',
            base: 2,
            version: 3_000_000_000,
            settled: [],
            updated_at: kept.updated_at,
          },
        ],
        reason: 'ASSIGNMENT_CONFLICT',
      },
      'not-delivered',
      {
        kind: 'assignments',
        ...ofClass,
        code: 'CONFLICT',
        message: 'Refused: ASSIGNMENT_CONFLICT.',
        assignments: [{ assignment_id: 'g', version: 2 }],
      },
    ],
    ...['FEEDBACK_CONFLICT', 'ANSWER_NOT_FOUND'].map((reason): [Outcome, string, object] => [
      {
        kind: 'feedback refused',
        scope,
        changes: [
          {
            list: 'feedback',
            id: 'f',
            base: 2,
            version: 3_000_000_000,
            settled: [],
            updated_at: kept.updated_at,
          },
        ],
        reason,
      },
      'not-delivered',
      {
        kind: 'feedback',
        ...scope,
        code: reason === 'FEEDBACK_CONFLICT' ? 'CONFLICT' : 'REFUSED',
        message: `Refused: ${reason}.`,
        feedback: [{ feedback_id: 'f', version: 2 }],
      },
    ]),
    [
      { kind: 'statement delivered', about: 'a', id: 'i' },
      'delivered',
      { kind: 'statement', dto_id: 'a', id: 'i' },
    ],
    [
      { kind: 'statement refused', about: 'a', id: 'i', reason: 'STATEMENT_CONFLICT' },
      'not-delivered',
      {
        kind: 'statement',
        dto_id: 'a',
        id: 'i',
        code: 'REFUSED',
        message: 'Refused: STATEMENT_CONFLICT.',
      },
    ],
  ])('of %j as SAVE-2 says', (outcome, event, payload) => {
    tellOutcome(outcome);
    expect(emit).toHaveBeenCalledExactlyOnceWith(event, payload);
  });

  it('how far its work has come: SAVE-8', () => {
    tellState();
    expect(emit).toHaveBeenCalledExactlyOnceWith('save-state', {
      state: 'saving',
      undelivered: 1,
      refused: 0,
    });
  });
});
