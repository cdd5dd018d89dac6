import { describe, expect, it } from 'vitest';
import {
  transition,
  type SignInEvent,
  type SignInState,
  type SignOutReason,
} from '../src/auth/sign-in-machine.ts';
import { createSessionStore } from '../src/session/session-store.ts';
import { someSession } from './some-session.ts';

const session = someSession('mia');
const refreshed = { ...session, isTeacher: true };
const expired: SignOutReason = { kind: 'token expired', detail: 'x' };

const states: Record<SignInState['name'], SignInState> = {
  'signed-out': { name: 'signed-out' },
  redirecting: { name: 'redirecting' },
  completing: { name: 'completing' },
  seatless: { name: 'seatless', session, obstacle: 'seats taken', contentBefore: 'saved' },
  restoring: { name: 'restoring', session },
  'signed-in': { name: 'signed-in', session },
  'signing-out': { name: 'signing-out', reason: expired },
};

const events: Record<SignInEvent['type'], SignInEvent> = {
  requested: { type: 'requested' },
  'could not start': { type: 'could not start', detail: 'Failed to fetch' },
  'callback opened': { type: 'callback opened' },
  'seat refused': { type: 'seat refused', session, obstacle: 'device limit' },
  'session started': { type: 'session started', session: refreshed },
  'session refreshed': { type: 'session refreshed', session: refreshed },
  'login page entered': { type: 'login page entered' },
  'sign-out requested': { type: 'sign-out requested', reason: expired },
  'signed out': { type: 'signed out' },
};

const signedIn: SignInState = { name: 'signed-in', session: refreshed };
const signingOut: SignInState = { name: 'signing-out', reason: expired };
const overTheLimit: SignInState = {
  name: 'seatless',
  session,
  obstacle: 'device limit',
  contentBefore: 'none',
};

/** Every arrow of the diagram. */
const arrows: [SignInState['name'], SignInEvent['type'], SignInState][] = [
  ['signed-out', 'requested', { name: 'redirecting' }],
  [
    'redirecting',
    'could not start',
    { name: 'signed-out', problem: { kind: 'provider unreachable', detail: 'Failed to fetch' } },
  ],
  ['signed-out', 'callback opened', { name: 'completing' }],
  ['completing', 'session started', signedIn],
  ['completing', 'seat refused', overTheLimit],
  ['seatless', 'seat refused', { ...overTheLimit, contentBefore: 'saved' }],
  ['seatless', 'session started', signedIn],
  ['seatless', 'sign-out requested', signingOut],
  ['restoring', 'session started', signedIn],
  ['signed-in', 'session refreshed', signedIn],
  ['signed-in', 'seat refused', overTheLimit],
  ['signed-in', 'login page entered', { name: 'signed-out' }],
  ['restoring', 'login page entered', { name: 'signed-out' }],
  ['completing', 'sign-out requested', signingOut],
  ['restoring', 'sign-out requested', signingOut],
  ['signed-in', 'sign-out requested', signingOut],
  ['signing-out', 'signed out', { name: 'signed-out', problem: expired }],
];

describe('sign-in', () => {
  it.each(arrows)('from %s, %s leads on', (from, event, to) => {
    expect(transition(states[from], events[event])).toEqual(to);
  });

  it('knows no other arrow', () => {
    for (const from of Object.values(states))
      for (const event of Object.values(events)) {
        if (arrows.some(([name, type]) => name === from.name && type === event.type)) continue;
        expect(transition(from, event), `${from.name}, ${event.type}`).toBeUndefined();
      }
  });

  it('remembers what was shown when a seat was lost', () => {
    const lost: SignInEvent = {
      ...events['seat refused'],
      contentBefore: 'unsaved',
    } as SignInEvent;
    expect(transition(states['signed-in'], lost)).toEqual({
      ...overTheLimit,
      contentBefore: 'unsaved',
    });
  });

  it('does not explain to users what they asked for', () => {
    const reason: SignOutReason = { kind: 'called logout page' };
    expect(transition({ name: 'signing-out', reason }, events['signed out'])).toEqual({
      name: 'signed-out',
    });
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
