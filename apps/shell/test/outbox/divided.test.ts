import { describe, expect, it } from 'vitest';
import {
  deviceForEachTest,
  item,
  limitInMs,
  openTab,
  otherScope,
  scope,
  statement,
  statementId,
  until,
} from './fake-tabs.ts';
import { FakeStores } from './fake-stores.ts';

deviceForEachTest();

const invalid = { status: 400, code: 'REQUEST_INVALID' };
const full = { status: 413, code: 'LOCAL_STORE_FULL' };

const keys = Array.from({ length: 11 }, (_, number) => `k${number}`);
/** Of eleven items the sixth is poison. */
const items = keys.map((key) => item(key === 'k5' ? 'poison' : `value of ${key}`, 0, key));

function storesThatRefusePoison(): FakeStores {
  const stores = new FakeStores();
  stores.fault = ({ call, body }) =>
    call === 'write' && JSON.stringify(body).includes('poison') ? invalid : undefined;
  return stores;
}

describe('items that a service refuses together', () => {
  it('are delivered but for the one that it refuses by itself', async () => {
    const stores = storesThatRefusePoison();
    const { outbox, outcomes } = openTab(stores);
    await outbox.acceptItems(scope, items);
    expect(await outbox.drained(limitInMs)).toBe(true);
    for (const key of keys)
      expect(stores.version(scope, item('', 0, key))).toBe(key === 'k5' ? undefined : 1);
    expect(await outbox.setAside()).toMatchObject([
      { why: 'refused', reason: 'REQUEST_INVALID', items: [{ key: 'k5', value: 'poison' }] },
    ]);
    expect(outbox.saveState).toEqual({ state: 'refused', undelivered: 0, refused: 1 });
    expect(outcomes.filter(({ kind }) => kind === 'items refused')).toHaveLength(1);
    // By halves, not one by one.
    expect(stores.writes().length).toBeLessThan(keys.length);
  });

  it('stay in order with what is written on them, which gets the versions that were told', async () => {
    const stores = storesThatRefusePoison();
    const held = Promise.withResolvers<void>();
    stores.hold = () => held.promise;
    const { outbox } = openTab(stores);
    await outbox.acceptItems(scope, items);
    await until(outbox, () => stores.writes().length === 1);
    const next = [item('next', 1, 'k1'), item('healed', 1, 'k5')];
    expect(await outbox.acceptItems(scope, next)).toMatchObject([{ version: 2 }, { version: 2 }]);
    held.resolve();
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.stored(scope, item('', 0, 'k1'))).toEqual(['value of k1', 'next']);
    expect(stores.stored(scope, item('', 0, 'k5'))).toEqual(['healed']);
    expect(stores.version(scope, item('', 0, 'k5'))).toBe(2);
    expect(await outbox.setAside()).toEqual([]);
  });

  it('go on where they were after a failure in between', async () => {
    const stores = storesThatRefusePoison();
    const { fault } = stores;
    stores.fault = (seen) => (stores.writes().length % 2 === 0 ? { status: 503 } : fault(seen));
    const { outbox } = openTab(stores, {
      pauses: { gatheringInMs: 0, firstInMs: 1, longestInMs: 2 },
    });
    await outbox.acceptItems(scope, items);
    await until(outbox, () => outbox.saveState.state === 'refused');
    expect(stores.list(scope)).toHaveLength(keys.length - 1);
    for (const key of keys)
      expect(stores.stored(scope, item('', 0, key)).length).toBeLessThanOrEqual(1);
  });

  it('are shown as one where it refuses each', async () => {
    const stores = new FakeStores();
    stores.fault = () => full;
    const { outbox } = openTab(stores);
    await outbox.acceptItems(scope, items);
    expect(await outbox.drained(limitInMs)).toBe(true);
    const aside = await outbox.setAside();
    expect(aside).toHaveLength(1);
    expect(aside).toMatchObject([{ items: items.map(({ key }) => ({ key })) }]);
    stores.fault = () => undefined;
    await outbox.retryRefused();
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.list(scope)).toHaveLength(keys.length);
  });

  it('are not tried one by one where the user may write none', async () => {
    const stores = new FakeStores();
    stores.fault = () => ({ status: 403, code: 'PERMISSION_MISSING' });
    const { outbox } = openTab(stores);
    await outbox.acceptItems(scope, items);
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.writes()).toHaveLength(1);
    expect(outbox.saveState.refused).toBe(keys.length);
  });
});

describe.each([
  ['a NUL', 'a\0b'],
  ['half a surrogate pair', 'a\ud83d'],
])('what holds %s', (_what, text) => {
  const bad = { code: 'BAD_PAYLOAD' };

  it.each([
    ['value', scope, item(text)],
    ['key', scope, item('one', 0, text)],
    ['segment', scope, { ...item('one'), segment: text }],
    ['scope', { ...otherScope, exercise_dto: { exercise_id: text } }, item('one')],
  ])('is not accepted: %s', async (_where, scope, posted) => {
    const { outbox } = openTab(new FakeStores());
    const other = item('two', 0, 'other');
    await expect(outbox.acceptItems(scope, [other, posted])).rejects.toMatchObject(bad);
    expect(outbox.saveState.undelivered).toBe(0);
  });

  it('is not accepted: anywhere in a statement', async () => {
    const { outbox } = openTab(new FakeStores());
    const posted = statement(statementId(1));
    for (const more of [
      { result: { response: text } },
      { result: { extensions: { [text]: true } } },
      { context: { contextActivities: { other: [{ id: text }] } } },
    ])
      await expect(outbox.acceptStatement('a1', { ...posted, ...more })).rejects.toMatchObject(bad);
    await expect(outbox.acceptStatement(text, posted)).rejects.toMatchObject(bad);
    expect(outbox.saveState.undelivered).toBe(0);
  });
});
