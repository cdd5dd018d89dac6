import type { Property } from '@lectern/contracts';
import { outboxKeyProperty } from '@lectern/contracts/calls/users/user';
import type { Api } from '../../api.ts';
import type { SessionStore } from '../../session/session-store.ts';
import { Backoff, type Pauses } from './backoff.ts';
import { isKey } from '../disk/sealing.ts';
import { acceptLimitInMs } from '../model/limits.ts';
import { failureOf } from '../model/verdict.ts';

/*
 * The key that a user's entries are sealed under is in no storage of the browser: what lies in session
 * storage lies in a file, also a while after it was removed.
 */

/** Time between two askings, however often the key is needed, in milliseconds: a user who types needs it often. */
const askedAgainAfterInMs = 1_000;

/** The key among a user's properties, and the others. */
export function takeOutboxKey(properties: readonly Property[]): {
  readonly key: string | undefined;
  readonly others: readonly Property[];
} {
  // The service's own comes last, whatever a user's properties are called.
  const own = properties.findLast(({ key }) => key === outboxKeyProperty);
  return { key: own?.value, others: properties.filter((property) => property !== own) };
}

/** Asking for the key depends on these. */
interface KeyOptions {
  readonly api: Pick<Api, 'aua'>;
  readonly store: SessionStore;
  readonly subject: string;
  readonly pauses: Pauses;
  /** Something of the user's waits on this device. */
  readonly isAnythingKept: () => Promise<boolean>;
  /** Fires `asked` with every call that needs the key. */
  readonly asked: EventTarget;
  /** Ends the asking. */
  readonly signal: AbortSignal;
}

/**
 * Asks for a user's key until there is an answer, after a reload while the services are away, say, or
 * until the session brings it.
 *
 * @returns undefined where the services give none, and nothing waits that it would open.
 * @throws the signal's reason, once that is aborted; nothing else.
 */
export async function loadOutboxKey(parts: KeyOptions): Promise<string | undefined> {
  const { store, subject } = parts;
  const { promise: brought, resolve } = Promise.withResolvers<string>();
  const ending = new AbortController();
  function look(): void {
    const { state } = store;
    const session = 'session' in state ? state.session : undefined;
    const key = session?.user.subject === subject ? session.outboxKey : undefined;
    if (key !== undefined && isKey(key)) resolve(key);
  }
  const stop = store.subscribe(look);
  look();
  try {
    const signal = AbortSignal.any([parts.signal, ending.signal]);
    return await Promise.race([brought, askUntilAnswered({ ...parts, signal })]);
  } finally {
    stop();
    ending.abort();
  }
}

async function askUntilAnswered(parts: KeyOptions): Promise<string | undefined> {
  const { pauses, isAnythingKept, asked, signal } = parts;
  // Nothing is accepted until the key is there.
  const backoff = new Backoff({
    ...pauses,
    firstInMs: Math.min(pauses.firstInMs, acceptLimitInMs),
    longestInMs: Math.min(pauses.longestInMs, acceptLimitInMs),
  });
  let isWanted = false;
  asked.addEventListener('asked', () => (isWanted = true), { signal });
  for (;;) {
    isWanted = false;
    const { key, isFinal } = await ask(parts);
    if (key !== undefined) return key;
    // An older value that waits would undo what goes another way: SAVE-3.
    if (!(await isAnythingKept()) && isFinal) return undefined;
    signal.throwIfAborted();
    backoff.fail();
    await pause(backoff.restInMs, isWanted, asked, signal);
  }
}

async function ask({
  api,
  subject,
  signal,
}: KeyOptions): Promise<{ readonly key?: string; readonly isFinal: boolean }> {
  try {
    const answer = await api.aua.userGetProperties({
      body: { subject },
      xIaSubject: subject,
      signal,
    });
    const { key } = takeOutboxKey(answer.properties);
    return key !== undefined && isKey(key) ? { key, isFinal: true } : { isFinal: true };
  } catch (error) {
    signal.throwIfAborted();
    return { isFinal: failureOf(error).isFinal };
  }
}

/**
 * Ends sooner when something has changed that may help, and when a call needs the key.
 *
 * @param isWanted A call has needed it since it was asked for.
 */
async function pause(
  inMs: number,
  isWanted: boolean,
  asked: EventTarget,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const over = new AbortController();
  const until = { signal: over.signal };
  const end = () => resolve();
  const timer = setTimeout(end, inMs);
  let isRested = false;
  let isAsked = isWanted;
  const restTimer = setTimeout(() => {
    isRested = true;
    if (isAsked) end();
  }, askedAgainAfterInMs);
  const onAsked = () => {
    isAsked = true;
    if (isRested) end();
  };
  asked.addEventListener('asked', onAsked, until);
  addEventListener('online', end, until);
  document.addEventListener('visibilitychange', end, until);
  signal.addEventListener('abort', end, until);
  await promise;
  clearTimeout(timer);
  clearTimeout(restTimer);
  over.abort();
  signal.throwIfAborted();
}
