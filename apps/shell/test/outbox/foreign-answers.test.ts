import { describe, expect, it, vi } from 'vitest';
import { tryToDeliver } from '../../src/outbox/send/deliver.ts';
import { createItemsTransport } from '../../src/outbox/send/items-transport.ts';
import {
  deviceForEachTest,
  item,
  limitInMs,
  openTab,
  scope,
  statement,
  statementId,
  until,
} from './fake-tabs.ts';
import { FakeStores, type Fault } from './fake-stores.ts';

deviceForEachTest();

const updated_at = '2026-11-22T08:00:00.000Z';

/** Answers with these items to every write, and keeps none. */
function storesAnswering(...items: object[]): FakeStores {
  const stores = new FakeStores();
  const fault: Fault = {
    answer: { local_store_items: items.map((item) => ({ updated_at, ...item })) },
  };
  stores.fault = ({ call }) => (call === 'write' ? fault : undefined);
  return stores;
}

const done = item('true', 1, 'done');

const foreignItems: readonly [string, object[]][] = [
  ['nothing', []],
  ['not all', [done]],
  ['another item', [done, item('one', 1, 'another')]],
  ['an item of another segment', [done, { ...item('one', 1), segment: 'another' }]],
  ['another value', [done, item('another', 1)]],
  ['another value after it', [done, item('one', 1), item('another', 2)]],
  ['the version that it was made on', [done, item('one', 3)]],
];

describe('an answer that does not say that what was sent is stored delivers nothing', () => {
  it.each(foreignItems)('of items: %s', async (_what, answered) => {
    const stores = storesAnswering(...answered);
    const { outbox, outcomes } = openTab(stores);
    await outbox.acceptItems(scope, [item('one', 3), item('true', 0, 'done')]);
    await until(outbox, () => outbox.saveState.state === 'waiting');
    expect(outbox.saveState).toEqual({ state: 'waiting', undelivered: 2, refused: 0 });
    expect(outcomes).toEqual([]);
    stores.store(scope, item('first'));
    stores.store(scope, item('second'));
    stores.store(scope, item('third'));
    stores.fault = () => undefined;
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.value(scope, item(''))).toBe('one');
    expect(stores.value(scope, done)).toBe('true');
  });

  it('of a statement: another one', async () => {
    const stores = new FakeStores();
    stores.fault = () => ({ answer: { statement_id: statementId(2) } });
    const { outbox, outcomes } = openTab(stores);
    await outbox.acceptStatement('a1', statement(statementId(1)));
    await until(outbox, () => outbox.saveState.state === 'waiting');
    expect(outcomes).toEqual([]);
    stores.fault = () => undefined;
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.order.get('a1')).toEqual([statementId(1)]);
  });

  it('and ends the try where a higher version was told', async () => {
    vi.useFakeTimers();
    const stores = storesAnswering(item('one', 4));
    const transport = createItemsTransport(stores.api, 'mia');
    const pending = { ...item('one'), updated_at, base: 3, told: 6 };
    const content = { kind: 'items', target: scope, writes: [pending] } as const;
    const verdict = await tryToDeliver(transport, 'items.a', content, async () => true);
    expect(verdict.kind).toBe('later');
    expect(stores.writes()).toHaveLength(2);
  });
});

describe('without a disk such an answer', () => {
  const nothingIsKept = { key: '' };

  it.each(foreignItems)('of items accepts nothing: %s', async (_what, answered) => {
    const { outbox, outcomes } = openTab(storesAnswering(...answered), nothingIsKept);
    await expect(
      outbox.acceptItems(scope, [item('one', 3), item('true', 0, 'done')]),
    ).rejects.toMatchObject({ name: 'BridgeFailure', code: 'UNAVAILABLE' });
    expect(outcomes).toEqual([]);
  });

  it('of a statement accepts nothing: another one', async () => {
    const stores = new FakeStores();
    stores.fault = () => ({ answer: { statement_id: statementId(2) } });
    const { outbox, outcomes } = openTab(stores, nothingIsKept);
    await expect(outbox.acceptStatement('a1', statement(statementId(1)))).rejects.toMatchObject({
      name: 'BridgeFailure',
      code: 'UNAVAILABLE',
    });
    expect(outcomes).toEqual([]);
  });

  it('with more than was sent tells nothing of that', async () => {
    const stores = storesAnswering(item('one', 1), item('foreign', 7, 'another'));
    const { outbox, outcomes } = openTab(stores, nothingIsKept);
    const stored = { ...item('one', 1), updated_at };
    expect(await outbox.acceptItems(scope, [item('one', 0)])).toEqual([
      { ...stored, delivered: true },
    ]);
    expect(outcomes).toEqual([{ kind: 'items delivered', scope, items: [stored] }]);
  });
});

describe('an answer that says it is stored delivers it', () => {
  it('with more than was sent, of which nothing is told', async () => {
    const stores = storesAnswering(item('one', 1), item('foreign', 7, 'another'));
    const { outbox, outcomes } = openTab(stores);
    await outbox.acceptItems(scope, [item('one', 0)]);
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(outcomes).toEqual([
      { kind: 'items delivered', scope, items: [{ ...item('one', 1), updated_at }] },
    ]);
  });

  it('with the id of a statement in small letters, as services keep it', async () => {
    const id = 'ABCDEF00-0000-4000-8000-000000000001';
    const stores = new FakeStores();
    stores.fault = () => ({ answer: { statement_id: id.toLowerCase() } });
    const { outbox, outcomes } = openTab(stores);
    await outbox.acceptStatement('a1', statement(id));
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(outcomes).toEqual([{ kind: 'statement delivered', about: 'a1', id }]);
  });
});
