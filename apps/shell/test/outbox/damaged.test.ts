import { describe, expect, it } from 'vitest';
import {
  changeRows,
  deviceForEachTest,
  item,
  limitInMs,
  openTab,
  otherScope,
  scope,
  statement,
  statementId,
  until,
  type StoredRow,
} from './fake-tabs.ts';
import { FakeStores } from './fake-stores.ts';

deviceForEachTest();

const forgetTotals = () => changeRows('totals', (sums) => delete sums['bytes']);

/** Mia's tab accepts a write without a network, and is closed again. */
async function waiting(): Promise<FakeStores> {
  const stores = new FakeStores();
  stores.fault = () => 'network';
  const { outbox } = openTab(stores);
  await outbox.acceptItems(scope, [item('one', 0)]);
  await until(outbox, () => outbox.saveState.state === 'waiting');
  outbox.close();
  return stores;
}

/** With each of these the row is none that was written so. */
const damages: readonly (readonly [string, (row: StoredRow) => void])[] = [
  ['no seal', (row) => delete row['sealed']],
  ['text as its seal', (row) => (row['sealed'] = 'sealed')],
  ['no vector', (row) => delete row['iv']],
  ['a revision that is no number', (row) => (row['revision'] = NaN)],
  ['no revision', (row) => delete row['revision']],
  ['the last revision there is', (row) => (row['revision'] = Infinity)],
  ['no count', (row) => delete row['count']],
  ['a count that is no number', (row) => (row['count'] = NaN)],
  ['an unknown state', (row) => (row['state'] = 'nonsense')],
  ['the state of another place', (row) => (row['state'] = 'refused')],
  ['another lane', (row) => (row['lane'] = 'items.another')],
  ['no lane', (row) => delete row['lane']],
  ['two places', (row) => (row['aside'] = row['queue'])],
  ['a writer that is no text', (row) => (row['writer'] = 7)],
  ['an unknown place', (row) => (row['queue'] = 'nonsense')],
  ['an unknown place and lane', (row) => (row['queue'] = row['lane'] = 'nonsense')],
];

describe.each(damages)('a damaged entry: with %s', (_what, change) => {
  it('is set aside, and stops nothing else', async () => {
    const stores = await waiting();
    await changeRows('entries', change);
    await forgetTotals();
    const { outbox } = openTab(stores);
    // Accepted without a network: the outbox keeps what it is given.
    const beside = item('two', 0, 'beside');
    expect(await outbox.acceptItems(scope, [beside])).toMatchObject([{ delivered: false }]);
    await outbox.acceptItems(otherScope, [item('other', 0)]);
    await outbox.acceptStatement('a1', statement(statementId(1)));
    const shown = await outbox.readItems(scope, async () => []);
    expect(shown.map(({ value }) => value)).toContain('two');
    stores.fault = () => undefined;
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.list(scope)).toMatchObject([{ value: 'two' }]);
    expect(stores.value(otherScope, item(''))).toBe('other');
    expect(stores.order.get('a1')).toEqual([statementId(1)]);
    await until(outbox, () => outbox.saveState.refused === 1);
    expect(outbox.saveState.undelivered).toBe(0);
  });
});

describe('a damaged entry', () => {
  async function openedWith(change: (row: StoredRow) => void) {
    const stores = await waiting();
    await changeRows('entries', change);
    await forgetTotals();
    stores.fault = () => undefined;
    const tab = openTab(stores);
    expect(await tab.outbox.drained(limitInMs)).toBe(true);
    await until(tab.outbox, () => tab.outbox.saveState.refused === 1);
    expect(stores.writes()).toHaveLength(1);
    return { stores, ...tab };
  }

  it('is shown, and gone when somebody says so', async () => {
    const { outbox } = await openedWith((row) => delete row['sealed']);
    expect(await outbox.setAside()).toEqual([{ kind: 'unreadable' }]);
    await outbox.discardSetAside();
    await until(outbox, () => outbox.saveState.state === 'saved');
    expect(await outbox.setAside()).toEqual([]);
  });

  it('whose seal is intact is delivered after all when it is looked at', async () => {
    const { stores, outbox } = await openedWith((row) => (row['revision'] = NaN));
    expect(await outbox.setAside()).toEqual([]);
    await until(outbox, () => outbox.saveState.state === 'saved');
    expect(stores.value(scope, item(''))).toBe('one');
  });

  it('is counted right, though it was counted as another one', async () => {
    const stores = new FakeStores();
    stores.fault = () => 'network';
    const before = openTab(stores).outbox;
    await before.acceptItems(scope, [item('one', 0), item('true', 0, 'done')]);
    await until(before, () => before.saveState.state === 'waiting');
    before.close();
    await changeRows('entries', (row) => delete row['count']);
    const { outbox } = openTab(stores);
    stores.fault = () => undefined;
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(outbox.saveState).toEqual({ state: 'refused', undelivered: 0, refused: 1 });
  });
});

it.each(damages.filter(([what]) => !what.includes('place')))(
  'an entry that is set aside and damaged is shown, and its lane goes on: with %s',
  async (_what, change) => {
    const stores = new FakeStores();
    stores.fault = () => ({ status: 413, code: 'LOCAL_STORE_FULL' });
    const before = openTab(stores).outbox;
    await before.acceptItems(scope, [item('one', 0)]);
    expect(await before.drained(limitInMs)).toBe(true);
    before.close();
    await changeRows('entries', (row) => {
      delete row['sealed'];
      change(row);
    });
    await forgetTotals();
    stores.fault = () => undefined;
    const { outbox } = openTab(stores);
    await outbox.acceptItems(scope, [item('two')]);
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.value(scope, item(''))).toBe('two');
    expect(await outbox.setAside()).toEqual([{ kind: 'unreadable' }]);
    await outbox.discardSetAside();
    expect(await outbox.setAside()).toEqual([]);
  },
);

it.each([NaN, -1, undefined, 'many'])('totals that cannot be are counted anew: %s', async (sum) => {
  const stores = await waiting();
  await changeRows('totals', (sums) => (sums['undelivered'] = sum));
  const { outbox } = openTab(stores);
  await until(outbox, () => outbox.saveState.undelivered === 1);
  stores.fault = () => undefined;
  expect(await outbox.drained(limitInMs)).toBe(true);
  expect(stores.value(scope, item(''))).toBe('one');
});
