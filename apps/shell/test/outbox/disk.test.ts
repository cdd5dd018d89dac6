import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { id, note, textOf } from './annotation-scene.ts';
import { hasUndelivered } from '../../src/outbox/disk/has-undelivered.ts';
import {
  deviceForEachTest,
  item,
  leosKey,
  limitInMs,
  openTab,
  scope,
  statement,
  statementId,
  until,
} from './fake-tabs.ts';
import { FakeStores } from './fake-stores.ts';

deviceForEachTest();

function offline(): FakeStores {
  const stores = new FakeStores();
  stores.fault = () => 'network';
  return stores;
}

/** Everything in the database, as its bytes. */
async function rawContents(): Promise<{ readonly count: number; readonly text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
  const opening = indexedDB.open('lectern-outbox');
  opening.addEventListener('error', () => reject(opening.error));
  opening.addEventListener('success', () => {
    const transaction = opening.result.transaction(['entries', 'totals']);
    const requests = ['entries', 'totals'].map((name) => transaction.objectStore(name).getAll());
    transaction.addEventListener('complete', () => {
      opening.result.close();
      resolve(requests.flatMap(({ result }) => result as unknown[]));
    });
  });
  const rows = await promise;
  const text = JSON.stringify(rows, (_name, value: unknown) =>
    value instanceof ArrayBuffer || ArrayBuffer.isView(value)
      ? Buffer.from(value as ArrayBuffer).toString('latin1')
      : value,
  );
  return { count: rows.length, text };
}

describe('on a computer that others use, too,', () => {
  it('nothing of the user can be read: SAVE-7', async () => {
    const { outbox } = openTab(offline());
    await outbox.acceptItems(scope, [item('Mein geheimer Aufsatz', 0)]);
    await outbox.acceptStatement('thema-7', statement(statementId(1)));
    const { text } = await rawContents();
    for (const secret of ['geheim', 'wasser', 'essay', 'answer', 'thema', 'mia', statementId(1)])
      expect(text).not.toContain(secret);
  });

  it('nothing that is delivered stays: SAVE-7', async () => {
    const { outbox } = openTab(new FakeStores());
    await outbox.acceptItems(scope, [item('one', 0)]);
    await outbox.acceptStatement('a1', statement(statementId(1)));
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect((await rawContents()).count).toBe(0);
  });

  it('another user neither sees, counts nor sends it: SAVE-7', async () => {
    const stores = offline();
    const mia = openTab(stores);
    await mia.outbox.acceptItems(scope, [item('one', 0)]);
    await until(mia.outbox, () => mia.outbox.saveState.state === 'waiting');
    mia.outbox.close();
    stores.fault = () => undefined;
    const leo = openTab(stores, { subject: 'leo', key: leosKey });
    expect(await leo.outbox.readItems(scope, async () => [])).toEqual([]);
    expect(await leo.outbox.drained(limitInMs)).toBe(true);
    expect(leo.outbox.saveState).toEqual({ state: 'saved', undelivered: 0, refused: 0 });
    expect(stores.list(scope)).toEqual([]);
    expect(await hasUndelivered()).toBe(true);
  });

  it('what another key has sealed is set aside without its content, and holds nothing up', async () => {
    const stores = offline();
    const before = openTab(stores);
    await before.outbox.acceptItems(scope, [item('one', 0)]);
    await until(before.outbox, () => before.outbox.saveState.state === 'waiting');
    before.outbox.close();
    stores.fault = () => undefined;
    const { outbox } = openTab(stores, { key: leosKey });
    await outbox.acceptItems(scope, [item('two', 0)]);
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.value(scope, item(''))).toBe('two');
    expect(await outbox.setAside()).toEqual([{ kind: 'unreadable' }]);
    const logged = vi.mocked(console.error).mock.calls.flat().join('\n');
    expect(logged.match(/cannot be read/g)).toHaveLength(1);
  });
});

describe('a disk', () => {
  it('that is full for this user takes nothing of a request: SAVE-6', async () => {
    const { outbox } = openTab(offline(), { limitInBytes: 2_000 });
    await outbox.acceptItems(scope, [item('x'.repeat(1_000), 0)]);
    const large = [item('y'.repeat(2_000), 0, 'more'), item('true', 0, 'done')];
    await expect(outbox.acceptItems(scope, large)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    await expect(
      outbox.acceptStatement('a1', {
        ...statement(statementId(1)),
        result: { response: 'z'.repeat(2_000) },
      }),
    ).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    await until(outbox, () => outbox.saveState.undelivered === 1);
  });

  it('without room says so, and what was there stays: SAVE-6', async () => {
    const stores = offline();
    const { outbox } = openTab(stores);
    await outbox.acceptItems(scope, [item('one', 0)]);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room.', 'QuotaExceededError');
    });
    await expect(outbox.acceptItems(scope, [item('two', 1)])).rejects.toMatchObject({
      code: 'STORAGE_FULL',
    });
    put.mockRestore();
    stores.fault = () => undefined;
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.stored(scope, item(''))).toEqual(['one']);
  });

  it.each(['is not there', 'cannot be opened', 'has no key'])(
    'that %s: accepted is what the service has',
    async (how) => {
      if (how === 'is not there') vi.stubGlobal('indexedDB', undefined);
      if (how === 'cannot be opened')
        vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
          throw new DOMException('Denied.', 'SecurityError');
        });
      const stores = new FakeStores();
      const { outbox, outcomes } = openTab(stores, how === 'has no key' ? { key: '' } : {});
      expect(await outbox.acceptItems(scope, [item('one', 0)])).toMatchObject([
        { ...item('one', 1), delivered: true },
      ]);
      await outbox.acceptStatement('a1', statement(statementId(1)));
      expect(stores.value(scope, item(''))).toBe('one');
      expect(outcomes.map(({ kind }) => kind)).toEqual(['items delivered', 'statement delivered']);
      stores.fault = () => 'network';
      await expect(outbox.acceptItems(scope, [item('two', 1)])).rejects.toMatchObject({
        code: 'UNAVAILABLE',
      });
    },
  );
});

describe('what no request can carry', () => {
  it.each([
    ['an item twice', [item('one', 0), item('two', 0)], 'BAD_PAYLOAD'],
    [
      'more than a call takes',
      Array.from({ length: 20 }, (_, number) => item('x'.repeat(250_000), 0, `k${number}`)),
      'REFUSED',
    ],
  ])('%s is not accepted', async (_what, items, code) => {
    const { outbox } = openTab(offline());
    await expect(outbox.acceptItems(scope, items)).rejects.toMatchObject({ code });
    expect(outbox.saveState.undelivered).toBe(0);
  });
});

describe('a disk that fails when what was delivered is deleted', () => {
  it.each(['items', 'annotations', 'statements'])(
    'has it sent again, and stored once: %s',
    async (kind) => {
      const stores = new FakeStores();
      const { outbox, outcomes } = openTab(stores, {
        pauses: { gatheringInMs: 0, firstInMs: 1, longestInMs: 2 },
      });
      vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementationOnce(() => {
        throw new DOMException('It is busy.', 'AbortError');
      });
      if (kind === 'items') await outbox.acceptItems(scope, [item('one', 0)]);
      else if (kind === 'annotations')
        await outbox.acceptChanges(scope, { notes: [note('one', 0)] });
      else await outbox.acceptStatement('a1', statement(statementId(1)));
      await until(outbox, () => outbox.saveState.state === 'saved' && outcomes.length > 0);
      expect(stores.seen.length).toBeGreaterThan(1);
      expect(outcomes).toMatchObject([{ kind: expect.stringContaining('delivered') as string }]);
      const { annotations, order } = stores;
      expect(
        [
          stores.stored(scope, item('')),
          annotations.history(scope, 'notes', id).map(textOf),
          order.get('a1') ?? [],
        ].flat(),
      ).toHaveLength(1);
      expect(await outbox.setAside()).toEqual([]);
    },
  );
});
