import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  transition,
  type SignInEvent,
  type SignInProblem,
  type SignInState,
  type SignOutReason,
} from '../src/auth/sign-in-machine.ts';
import { createSessionStore } from '../src/session/session-store.ts';
import { someSession } from './some-session.ts';

type StateName = SignInState['name'];
type EventType = SignInEvent['type'];

const session = someSession('mia');
const refreshed = { ...session, isTeacher: true };
const expired: SignOutReason = { kind: 'token expired', detail: 'x' };

const states: { readonly [Name in StateName]: Extract<SignInState, { name: Name }> } = {
  'signed-out': { name: 'signed-out' },
  redirecting: { name: 'redirecting' },
  'in-popup': { name: 'in-popup' },
  completing: { name: 'completing' },
  seatless: { name: 'seatless', session, obstacle: 'seats taken', contentBefore: 'saved' },
  restoring: { name: 'restoring', session },
  'signed-in': { name: 'signed-in', session },
  'signing-out': { name: 'signing-out', reason: expired },
};

const events: { readonly [Type in EventType]: Extract<SignInEvent, { type: Type }> } = {
  requested: { type: 'requested' },
  'popup requested': { type: 'popup requested' },
  'could not start': {
    type: 'could not start',
    problem: 'provider unreachable',
    detail: 'Failed to fetch',
  },
  'callback opened': { type: 'callback opened' },
  'answer unmatched': { type: 'answer unmatched', detail: 'No matching state found in storage' },
  'seat refused': { type: 'seat refused', session, obstacle: 'device limit' },
  'session started': { type: 'session started', session: refreshed },
  'session refreshed': { type: 'session refreshed', session: refreshed },
  'login page entered': { type: 'login page entered' },
  'sign-out requested': { type: 'sign-out requested', reason: expired },
  'signed out': { type: 'signed out' },
};

const signedIn: SignInState = { name: 'signed-in', session: refreshed };
const signedOut: SignInState = { name: 'signed-out' };
const signingOut: SignInState = { name: 'signing-out', reason: expired };
const completing: SignInState = { name: 'completing' };
const seatless: SignInState = {
  name: 'seatless',
  session,
  obstacle: 'device limit',
  contentBefore: 'none',
};
const notStarted = because({ kind: 'provider unreachable', detail: 'Failed to fetch' });

function because(problem: SignInProblem): SignInState {
  return { name: 'signed-out', problem };
}

/** Where events lead from each state; from one that an event is not listed for it leads nowhere. */
const table: {
  readonly [From in StateName]: { readonly [Type in EventType]?: SignInState };
} = {
  'signed-out': {
    requested: { name: 'redirecting' },
    'popup requested': { name: 'in-popup' },
    'answer unmatched': because({
      kind: 'callback error',
      detail: 'No matching state found in storage',
    }),
    'callback opened': completing,
  },
  redirecting: { 'could not start': notStarted },
  'in-popup': { 'could not start': notStarted, 'callback opened': completing },
  completing: {
    'seat refused': seatless,
    'session started': signedIn,
    'sign-out requested': signingOut,
  },
  seatless: {
    // The content of before stays known.
    'seat refused': { ...seatless, contentBefore: 'saved' },
    'session started': signedIn,
    'sign-out requested': signingOut,
  },
  restoring: {
    'session started': signedIn,
    'login page entered': signedOut,
    'sign-out requested': signingOut,
  },
  'signed-in': {
    'seat refused': seatless,
    'session refreshed': signedIn,
    'login page entered': signedOut,
    'sign-out requested': signingOut,
  },
  'signing-out': { 'signed out': because(expired) },
};

const pairs = Object.values(states).flatMap((from) =>
  Object.values(events).map((event) => ({
    from,
    event,
    name: `${from.name}, ${event.type}`,
    to: table[from.name][event.type],
  })),
);

describe('sign-in', () => {
  it.each(pairs)('$name', ({ from, event, to }) => {
    expect(transition(from, event)).toEqual(to);
  });

  it('remembers what was shown when a seat was lost', () => {
    const lost: SignInEvent = { ...events['seat refused'], contentBefore: 'unsaved' };
    expect(transition(states['signed-in'], lost)).toEqual({
      ...seatless,
      contentBefore: 'unsaved',
    });
  });

  it('does not explain to users what they asked for', () => {
    const reason: SignOutReason = { kind: 'called logout page' };
    expect(transition({ name: 'signing-out', reason }, events['signed out'])).toEqual(signedOut);
  });
});

describe('the drawing in docs/sign-in.md', async () => {
  const page = await readFile(new URL('../../../docs/sign-in.md', import.meta.url), 'utf8');
  const lines = /```mermaid\nstateDiagram-v2\n(.*?)```/s.exec(page)?.[1]?.split('\n') ?? [];
  const names = new Map(
    lines.flatMap((line) => {
      const [, name, alias] = /^\s*state "(.+)" as (\w+)$/.exec(line) ?? [];
      return name !== undefined && alias !== undefined ? [[alias, name]] : [];
    }),
  );
  const arrows = lines.flatMap((line) => {
    const [, from, to, event] = /^\s*(\w+) --> (\w+): (.+)$/.exec(line) ?? [];
    return from !== undefined && to !== undefined && event !== undefined
      ? [`${names.get(from) ?? from}, ${event}: ${names.get(to) ?? to}`]
      : [];
  });

  it('has every transition, and no other', () => {
    const transitions = pairs.flatMap(({ name, to }) => (to ? [`${name}: ${to.name}`] : []));
    expect(arrows.toSorted()).toEqual(transitions.toSorted());
  });

  it('has every state that a page begins with', () => {
    const begins = lines.flatMap((line) => /^\s*\[\*\] --> (\w+)/.exec(line)?.[1] ?? []);
    expect(begins.map((alias) => names.get(alias) ?? alias).toSorted()).toEqual([
      'restoring',
      'signed-in',
      'signed-out',
    ]);
  });
});

describe('the store', () => {
  it('tells who follows an event whether it counted', () => {
    const store = createSessionStore(states['signed-in']);
    let changes = 0;
    const stop = store.subscribe(() => changes++);
    expect(store.session).toEqual(session);
    expect(store.dispatch(events['sign-out requested'])).toBe(true);
    expect(store.session).toBeUndefined();
    expect(store.dispatch(events['sign-out requested'])).toBe(false);
    expect(changes).toBe(1);
    stop();
    expect(store.dispatch(events['signed out'])).toBe(true);
    expect(changes).toBe(1);
  });
});
