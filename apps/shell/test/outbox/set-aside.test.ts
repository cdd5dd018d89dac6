import { describe, expect, it } from 'vitest';
import {
  changeRows,
  deviceForEachTest,
  item,
  leosKey,
  limitInMs,
  openTab,
  otherScope,
  scope,
  statement,
  statementId,
  until,
} from './fake-tabs.ts';
import { FakeStores, type Seen } from './fake-stores.ts';

deviceForEachTest();

const full = { status: 413, code: 'LOCAL_STORE_FULL' };

it('is sent again in its place: a refused statement before one that waited behind it', async () => {
  const stores = new FakeStores();
  stores.fault = () => 'network';
  const { outbox } = openTab(stores);
  const [first, second] = [statement(statementId(1)), statement(statementId(2), 'completed')];
  for (const each of [first, second]) await outbox.acceptStatement('a1', each);
  await until(outbox, () => outbox.saveState.state === 'waiting');
  const isAbout = ({ body }: Seen, { id }: { id: string }) => JSON.stringify(body).includes(id);
  stores.fault = (seen) => (isAbout(seen, first) ? full : 'network');
  // Nothing is set aside yet: it only tries.
  await outbox.retryRefused();
  await until(outbox, () => stores.seen.some((seen) => isAbout(seen, second)));
  await until(outbox, () => outbox.saveState.refused === 1);
  stores.fault = () => undefined;
  await outbox.retryRefused();
  expect(await outbox.drained(limitInMs)).toBe(true);
  expect(stores.order.get('a1')).toEqual([1, 2].map(statementId));
});

describe('giving up what was set aside', () => {
  it('gives up what was listed, and nothing that has come since', async () => {
    const stores = new FakeStores();
    stores.fault = () => full;
    const { outbox } = openTab(stores);
    await outbox.acceptItems(scope, [item('one', 0)]);
    expect(await outbox.drained(limitInMs)).toBe(true);
    const listed = await outbox.setAside();
    await outbox.acceptItems(otherScope, [item('two', 0)]);
    expect(await outbox.drained(limitInMs)).toBe(true);
    await outbox.discardSetAside();
    expect(await outbox.setAside()).toMatchObject([{ items: [item('two')] }]);
    await outbox.discardSetAside(listed);
    expect(await outbox.setAside()).toHaveLength(1);
  });

  it('keeps what was sent again meanwhile', async () => {
    const stores = new FakeStores();
    stores.fault = () => full;
    const { outbox } = openTab(stores);
    await outbox.acceptStatement('a1', statement(statementId(1)));
    expect(await outbox.drained(limitInMs)).toBe(true);
    const listed = await outbox.setAside();
    stores.fault = () => 'network';
    await outbox.retryRefused();
    await outbox.discardSetAside(listed);
    await until(outbox, () => outbox.saveState.undelivered === 1);
    stores.fault = () => undefined;
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.order.get('a1')).toEqual([statementId(1)]);
  });
});

describe('what was unreadable', () => {
  /** Accepted by Mia, and then looked at with a wrong key. */
  async function unreadable(value: string, version?: number, statements = 1) {
    const stores = new FakeStores();
    stores.fault = () => 'network';
    const before = openTab(stores);
    await before.outbox.acceptItems(scope, [item(value, version)]);
    const ids = Array.from({ length: statements }, (_, place) => statementId(place + 1));
    for (const id of ids) await before.outbox.acceptStatement('a1', statement(id));
    await until(before.outbox, () => before.outbox.saveState.state === 'waiting');
    before.outbox.close();
    stores.fault = () => undefined;
    const wrong = openTab(stores, { key: leosKey });
    expect(await wrong.outbox.drained(limitInMs)).toBe(true);
    const unread = { kind: 'unreadable' };
    expect(await wrong.outbox.setAside()).toEqual([unread, ...ids.map(() => unread)]);
    wrong.outbox.close();
    return stores;
  }

  it.each(['setAside', 'retryRefused'] as const)('is delivered once it opens: %s', async (how) => {
    const stores = await unreadable('one', 0);
    const { outbox } = openTab(stores);
    await outbox[how]();
    await until(outbox, () => outbox.saveState.state === 'saved');
    expect(stores.value(scope, item(''))).toBe('one');
    expect(stores.order.get('a1')).toEqual([statementId(1)]);
  });

  it('opens in one look, however much of it is in one lane', async () => {
    const stores = await unreadable('one', 0, 3);
    const { outbox } = openTab(stores);
    expect(await outbox.setAside()).toEqual([]);
    await until(outbox, () => outbox.saveState.state === 'saved');
    expect(stores.order.get('a1')).toEqual([1, 2, 3].map(statementId));
  });

  it('replaces nothing that has been stored since', async () => {
    const stores = await unreadable('older');
    stores.store(scope, item('newer'));
    const { outbox } = openTab(stores);
    await outbox.retryRefused();
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.value(scope, item(''))).toBe('newer');
    expect(await outbox.setAside()).toMatchObject([{ why: 'conflict', items: [item('older')] }]);
  });

  it('goes before a later statement of the same id, about which the service decides', async () => {
    const stores = await unreadable('one', 0);
    await changeRows('entries', (row) => delete row['mark']);
    stores.fault = () => 'network';
    const { outbox } = openTab(stores);
    await outbox.acceptStatement('a1', statement(statementId(1), 'completed'));
    // Its try is over: it would arrive first otherwise.
    await until(outbox, () => outbox.saveState.state === 'waiting');
    await outbox.retryRefused();
    stores.fault = () => undefined;
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.statements.get(statementId(1))).toContain('answered');
    expect(await outbox.setAside()).toMatchObject([
      { kind: 'statement', reason: 'STATEMENT_CONFLICT', statement: { id: statementId(1) } },
    ]);
  });

  it('gives way to what was written later and waits', async () => {
    const stores = await unreadable('older', 0);
    stores.fault = () => 'network';
    const { outbox } = openTab(stores);
    await outbox.acceptItems(scope, [item('newer')]);
    await outbox.retryRefused();
    stores.fault = () => undefined;
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.stored(scope, item(''))).toEqual(['newer']);
    expect(await outbox.setAside()).toEqual([]);
  });
});
