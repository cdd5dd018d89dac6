import { beforeEach, describe, expect, it, vi } from 'vitest';
import { nameOfUser } from '../../src/outbox/disk/sealing.ts';
import { withDeadline } from '../../src/deadline.ts';
import { askIntervalInMs, tryLimitInMs, unansweredMaximum } from '../../src/outbox/model/limits.ts';
import { createSendingLock } from '../../src/outbox/send/sending-lock.ts';
import { joinTabs } from '../../src/outbox/view/tabs.ts';
import { holdWhileShown } from '../../src/shown-lock.ts';
import { fakeBrowser } from '../fake-browser.ts';
import { deviceForEachTest, item, openTab, scope, untilSo } from './fake-tabs.ts';
import { FakeStores } from './fake-stores.ts';

deviceForEachTest();
beforeEach(() => {
  // The database and the channels go on by themselves.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});

const never = new AbortController().signal;
const stolenAfterInMs = askIntervalInMs * (unansweredMaximum + 1);

/** Something that begins when it has the lock, and ends when it is told. */
function held(lock: ReturnType<typeof createSendingLock>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let ended: AbortSignal | undefined;
  const run = lock.run((signal) => {
    ended = signal;
    return promise;
  }, never);
  return {
    run,
    end: resolve,
    get hasBegun() {
      return ended !== undefined;
    },
    get isEnded() {
      return ended?.aborted;
    },
  };
}

describe('the lock of the tab that sends', () => {
  it('is stolen from one that stands still, after 45 s, and that one begins nothing more', async () => {
    expect(stolenAfterInMs).toBe(45_000);
    const still = held(createSendingLock('mia', () => {}));
    await untilSo(() => still.hasBegun);
    const asked = vi.fn<() => void>();
    const waiting = held(createSendingLock('mia', asked));
    await vi.advanceTimersByTimeAsync(stolenAfterInMs - 1);
    expect([waiting.hasBegun, asked.mock.calls]).toEqual([
      false,
      Array.from({ length: unansweredMaximum }, () => ['asks']),
    ]);
    await vi.advanceTimersByTimeAsync(1);
    await untilSo(() => waiting.hasBegun && still.isEnded === true);
    // It has not ended what it is at, and takes the lock from nobody in turn.
    await vi.advanceTimersByTimeAsync(10 * stolenAfterInMs);
    expect(waiting.isEnded).toBe(false);
    still.end();
    await still.run;
    waiting.end();
    await waiting.run;
  });

  it('is stolen by one of those that wait, which says so to the others', async () => {
    const still = held(createSendingLock('mia', () => {}));
    await untilSo(() => still.hasBegun);
    const locks = [0, 1].map(() =>
      createSendingLock('mia', (message) => {
        // As a channel: only the others hear it.
        if (message === 'answers') for (const lock of locks) if (!lock.isHeld) lock.noteAnswer();
      }),
    );
    const [first, second] = locks.map(held);
    await vi.advanceTimersByTimeAsync(stolenAfterInMs);
    await untilSo(() => first!.hasBegun || second!.hasBegun);
    await vi.advanceTimersByTimeAsync(askIntervalInMs);
    expect(first!.hasBegun).not.toBe(second!.hasBegun);
    for (const { end } of [still, first!, second!]) end();
    await Promise.all([still.run, first!.run, second!.run]);
  });

  it('stays with one that answers, however long it sends', async () => {
    const sends = held(createSendingLock('mia', () => {}));
    await untilSo(() => sends.hasBegun);
    const lock = createSendingLock('mia', () => lock.noteAnswer());
    const waiting = held(lock);
    await vi.advanceTimersByTimeAsync(10 * stolenAfterInMs);
    expect([sends.isEnded, waiting.hasBegun]).toEqual([false, false]);
    sends.end();
    await untilSo(() => waiting.hasBegun);
    expect(lock.isHeld).toBe(true);
    waiting.end();
    await waiting.run;
    expect([lock.isHeld, vi.getTimerCount()]).toEqual([false, 0]);
  });

  it('where locks are denied is done without', async () => {
    const request = () => Promise.reject(new DOMException('Denied', 'SecurityError'));
    vi.stubGlobal('navigator', { onLine: true, locks: { request } });
    const sends = held(createSendingLock('mia', () => {}));
    await untilSo(() => sends.hasBegun);
    expect(sends.isEnded).toBe(false);
    sends.end();
    await sends.run;
  });
});

describe('tabs that are open side by side', () => {
  it('answer the question whether one of them sends, as long as it does', async () => {
    const stores = new FakeStores();
    const { promise, resolve } = Promise.withResolvers<void>();
    stores.hold = () => promise;
    const { outbox } = openTab(stores);
    await outbox.acceptItems(scope, [item('one', 0)]);
    await untilSo(() => stores.seen.length === 1);
    const user = await nameOfUser({ issuer: 'https://id.example', subject: 'mia' });
    const heard: string[] = [];
    const other = joinTabs(user, ({ type }) => heard.push(type));
    other.tell({ type: 'asks' });
    await untilSo(() => heard.length > 0);
    expect(heard).toEqual(['answers']);
    resolve();
    await untilSo(() => outbox.saveState.undelivered === 0);
    other.close();
  });
});

describe('a page that the browser puts away', () => {
  it('lets its locks go, and takes them again when it is shown once more', async () => {
    const browser = fakeBrowser();
    const lock = createSendingLock('leo', () => {});
    const hidden = lock.run(
      (ended) => new Promise((resolve) => ended.addEventListener('abort', () => resolve())),
      never,
    );
    await untilSo(() => lock.isHeld);
    browser.fire('pagehide');
    await holdWhileShown('lectern.outbox.leo', {}, async () => {});
    expect(lock.isHeld).toBe(false);
    browser.fire('pageshow', { persisted: true });
    // The sender asks for it again.
    await hidden;
    const shown = held(lock);
    await untilSo(() => lock.isHeld);
    shown.end();
    await shown.run;
  });

  it('that goes on after it stood still sends nothing that it has begun before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const stores = new FakeStores();
    const { promise: token, resolve } = Promise.withResolvers<void>();
    const { clag } = stores.apiWith(() => token);
    const trying = withDeadline(tryLimitInMs, new Error('given up'), ({ signal, notAfter }) =>
      clag
        .localStoreItemGetForModel({ body: scope, xIaSubject: 'mia', signal, notAfter })
        .then(() => 'sent')
        .catch((error: Error) => error.message),
    );
    // No timer has gone off yet.
    vi.setSystemTime(Date.now() + tryLimitInMs + 1);
    resolve();
    expect(await trying).toBe('localStoreItemGetForModel: too late');
    expect(stores.seen).toEqual([]);
  });
});
