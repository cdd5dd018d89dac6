import 'fake-indexeddb/auto';
import { AsyncLocalStorage } from 'node:async_hooks';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, vi } from 'vitest';
import { patienceInMs } from '../../../../test/rounds.ts';
import { openOutbox } from '../../src/outbox/open-outbox.ts';
import type { OutboxOptions } from '../../src/outbox/outbox-options.ts';
import type { Outcome } from '../../src/outbox/model/outcome.ts';
import type { Outbox } from '../../src/outbox/outbox.ts';
import { createSessionStore } from '../../src/session/session-store.ts';
import { fakeBrowser } from '../fake-browser.ts';
import { someSession } from '../some-session.ts';
import type { FakeStores } from './fake-stores.ts';

/** Of 32 bytes, in base64url. */
export const miasKey = 'bWlhcyBvd24ga2V5LCB0aGlydHktdHdvIGJ5dGVzISE';
export const leosKey = 'bGVvcyBvd24ga2V5LCB0aGlydHktdHdvIGJ5dGVzISE';

export const scope = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: '2026' },
  exercise_dto: { exercise_id: 'a1' },
};
export const otherScope = { ...scope, exercise_dto: { exercise_id: 'a2' } };

/** Long enough that nothing is tried again by itself within a test. */
const noPauses = { gatheringInMs: 0, firstInMs: 3_600_000, longestInMs: 3_600_000 };

/** For what takes a moment, in milliseconds: much longer, as a machine may be busy. */
export const limitInMs = patienceInMs;

/** A tab with its outbox. */
export interface Tab {
  readonly outbox: Outbox;
  readonly outcomes: Outcome[];
  /** The tab is gone in the middle of whatever it does. */
  crash(): void;
}

/** Which tab does something: what a browser knows of its locks. */
const current = new AsyncLocalStorage<{ isGone: boolean; readonly locks: Set<() => void> }>();
const tabs = new Set<Outbox>();

/** For a test file: each test has a device of its own. */
export function deviceForEachTest(): void {
  beforeEach(() => {
    fakeBrowser();
    vi.stubGlobal('indexedDB', new IDBFactory());
    vi.stubGlobal('navigator', { onLine: true, locks: { request: fakeLocks() } });
  });
  afterEach(() => {
    for (const outbox of tabs) outbox.close();
    tabs.clear();
  });
}

/** Opens a tab, by default of Mia; one that was loaded anew has no key. */
export function openTab(
  { api }: Pick<FakeStores, 'api'>,
  options: Partial<OutboxOptions> & { readonly subject?: string } = {},
): Tab {
  const { subject = 'mia', ...more } = { key: miasKey, ...options };
  const own = { isGone: false, locks: new Set<() => void>() };
  const outcomes: Outcome[] = [];
  const outbox = current.run(own, () => {
    const opened = openOutbox({
      api,
      store: createSessionStore({ name: 'signed-in', session: someSession(subject) }),
      user: { issuer: 'https://id.example', subject },
      pauses: noPauses,
      ...more,
    });
    opened.onOutcome((outcome) => outcomes.push(outcome));
    return opened;
  });
  tabs.add(outbox);
  return {
    outbox,
    outcomes,
    crash() {
      own.isGone = true;
      outbox.close();
      for (const free of own.locks) free();
    },
  };
}

/** The tab that asks is still there: a request of one that is gone is never answered. */
export function isHere(): boolean {
  return current.getStore()?.isGone !== true;
}

/** Web Locks, each freed when its work is done, its tab gone, or when it is stolen. */
function fakeLocks() {
  const waiting = new Map<string, (() => void)[]>();
  const breaking = new Map<string, () => void>();
  return async (
    name: string,
    { signal, steal = false }: { readonly signal?: AbortSignal; readonly steal?: boolean },
    work: () => Promise<void>,
  ): Promise<void> => {
    const own = current.getStore();
    if (own?.isGone) return new Promise(() => {});
    const queue = waiting.get(name);
    if (queue && !steal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      queue.push(resolve);
      signal?.addEventListener('abort', () => {
        const place = queue.indexOf(resolve);
        if (place >= 0) queue.splice(place, 1);
        reject(signal.reason);
      });
      await promise;
    } else {
      signal?.throwIfAborted();
      breaking.get(name)?.();
      waiting.set(name, queue ?? []);
    }
    let isFree = false;
    const free = () => {
      if (isFree) return;
      isFree = true;
      own?.locks.delete(free);
      breaking.delete(name);
      const next = waiting.get(name)?.shift();
      if (next) next();
      else waiting.delete(name);
    };
    own?.locks.add(free);
    if (own?.isGone) return free();
    const { promise: broken, reject: fail } = Promise.withResolvers<never>();
    breaking.set(name, () => {
      isFree = true;
      own?.locks.delete(free);
      fail(new DOMException('Stolen.', 'AbortError'));
    });
    await Promise.race([work().finally(free), broken]);
  };
}

/** Resolves once the outbox is as described. */
export async function until(outbox: Outbox, isSo: () => boolean): Promise<void> {
  await vi.waitFor(
    () => {
      if (!isSo()) throw new Error(`Still ${JSON.stringify(outbox.saveState)}`);
    },
    { timeout: limitInMs, interval: 2 },
  );
}

/**
 * Waits for a fact where the clock of timers is held: no timer of the tests moves it, and no number of rounds
 * says how far the database or the cryptography has come.
 */
export async function untilSo(isSo: () => boolean): Promise<void> {
  const end = performance.now() + limitInMs;
  while (!isSo()) {
    if (performance.now() > end) throw new Error('It has not come so far.');
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** An item as content gives it. */
export function item(value: string, version?: number, key = 'answer') {
  return { segment: 'essay', key, value, ...(version === undefined ? {} : { version }) };
}

export function statement(id: string, verb = 'answered') {
  return {
    id,
    verb: { id: `http://adlnet.gov/expapi/verbs/${verb}` },
    object: { id: 'https://content.example/a1' },
    timestamp: '2026-11-22T08:00:00Z',
  };
}

/** Ids that are UUIDs, and differ by their number. */
export function statementId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export type StoredRow = Record<string, unknown>;

/** Changes every row of a store as it lies on the disk, once the outbox is closed. */
export async function changeRows(
  name: 'entries' | 'totals',
  change: (row: StoredRow) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const opening = indexedDB.open('lectern-outbox');
  opening.addEventListener('error', () => reject(opening.error));
  opening.addEventListener('success', () => {
    const transaction = opening.result.transaction(name, 'readwrite');
    const store = transaction.objectStore(name);
    const reading = store.getAll();
    reading.addEventListener('success', () => {
      for (const row of reading.result as StoredRow[]) {
        change(row);
        store.put(row);
      }
    });
    transaction.addEventListener('abort', () => reject(transaction.error));
    transaction.addEventListener('complete', () => {
      opening.result.close();
      resolve();
    });
  });
  await promise;
}
