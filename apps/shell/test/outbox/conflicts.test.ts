import { describe, expect, it } from 'vitest';
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
import { FakeStores } from './fake-stores.ts';

deviceForEachTest();

const readFrom = (stores: FakeStores) => async () => stores.list(scope) as never;

describe('an item that another device has written meanwhile', () => {
  async function inConflict() {
    const stores = new FakeStores();
    stores.store(scope, item('elsewhere'));
    const tab = openTab(stores);
    await tab.outbox.acceptItems(scope, [item('mine', 0), item('true', 0, 'done')]);
    expect(await tab.outbox.drained(limitInMs)).toBe(true);
    return { stores, ...tab };
  }

  it('is set aside, and the others of the request are delivered: SAVE-5', async () => {
    const { stores, outbox, outcomes } = await inConflict();
    expect(stores.value(scope, item(''))).toBe('elsewhere');
    expect(stores.value(scope, item('', 0, 'done'))).toBe('true');
    expect(outbox.saveState).toEqual({ state: 'refused', undelivered: 0, refused: 1 });
    expect(outcomes[0]).toMatchObject({
      kind: 'items in conflict',
      items: [item('mine')],
      stored: [item('elsewhere', 1)],
    });
    expect(await outbox.setAside()).toMatchObject([{ why: 'conflict', items: [item('mine')] }]);
    const [shown] = await outbox.readItems(scope, readFrom(stores));
    expect(shown).toMatchObject({
      ...item('elsewhere', 1),
      delivered: true,
      conflict: { value: 'mine' },
    });
  });

  it('is settled by the next write, once the content has read', async () => {
    const { stores, outbox } = await inConflict();
    await expect(outbox.acceptItems(scope, [item('next', 1)])).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await outbox.readItems(scope, readFrom(stores));
    await outbox.acceptItems(scope, [item('next', 1)]);
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.value(scope, item(''))).toBe('next');
    expect(await outbox.setAside()).toEqual([]);
  });

  it('is settled by a write without a version, too, once the content has read', async () => {
    const { stores, outbox } = await inConflict();
    await outbox.readItems(scope, readFrom(stores));
    await outbox.acceptItems(scope, [item('next')]);
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.value(scope, item(''))).toBe('next');
    expect(await outbox.setAside()).toEqual([]);
  });

  it('stays to be decided about after a write of a tab that was not shown it', async () => {
    const { stores, outbox } = await inConflict();
    const other = openTab(stores).outbox;
    await other.acceptItems(scope, [item('next')]);
    expect(await other.drained(limitInMs)).toBe(true);
    expect(stores.value(scope, item(''))).toBe('next');
    expect(await outbox.setAside()).toMatchObject([{ why: 'conflict', items: [item('mine')] }]);
    const [shown] = await other.readItems(scope, readFrom(stores));
    expect(shown).toMatchObject({ value: 'next', conflict: { value: 'mine' } });
    await other.acceptItems(scope, [item('decided')]);
    expect(await other.drained(limitInMs)).toBe(true);
    expect(await outbox.setAside()).toEqual([]);
  });

  it('is not seen where something that waits is laid over it', async () => {
    const { stores, outbox } = await inConflict();
    const other = openTab(stores).outbox;
    stores.fault = () => 'network';
    await other.acceptItems(scope, [item('next')]);
    const [shown] = await other.readItems(scope, async () => stores.list(scope));
    expect(shown).toMatchObject({ value: 'next', delivered: false });
    await other.acceptItems(scope, [item('again')]);
    expect(await outbox.setAside()).toMatchObject([{ why: 'conflict', items: [item('mine')] }]);
  });

  it('is not seen where what another tab wrote was refused and is laid over it', async () => {
    const { stores, outbox } = await inConflict();
    const other = openTab(stores).outbox;
    stores.fault = ({ call }) =>
      call === 'write' ? { status: 413, code: 'LOCAL_STORE_FULL' } : undefined;
    await other.acceptItems(scope, [item('next')]);
    expect(await other.drained(limitInMs)).toBe(true);
    const seen = await other.readItems(scope, readFrom(stores));
    expect(seen[0]).toMatchObject({ ...item('next', 1), delivered: false });
    stores.fault = () => undefined;
    await other.acceptItems(scope, [item('decided', 1)]);
    expect(await other.drained(limitInMs)).toBe(true);
    expect(stores.value(scope, item(''))).toBe('decided');
    expect(await outbox.setAside()).toMatchObject([{ why: 'conflict', items: [item('mine')] }]);
    const [shown] = await other.readItems(scope, readFrom(stores));
    expect(shown).toMatchObject({ value: 'decided', conflict: { value: 'mine' } });
  });

  it('is seen although something is laid over another item of the same request', async () => {
    const stores = new FakeStores();
    stores.store(scope, item('elsewhere'));
    stores.store(scope, item('elsewhere', 0, 'done'));
    const { outbox } = openTab(stores);
    await outbox.acceptItems(scope, [item('mine', 0), item('true', 0, 'done')]);
    expect(await outbox.drained(limitInMs)).toBe(true);
    stores.fault = () => 'network';
    await outbox.acceptItems(scope, [item('next')]);
    await outbox.readItems(scope, readFrom(stores));
    await outbox.acceptItems(scope, [item('decided', 1, 'done')]);
    expect(await outbox.setAside()).toMatchObject([{ why: 'conflict', items: [item('mine')] }]);
  });

  it.each([
    ['another tab has written since, unseen', false, [{ why: 'conflict', items: [item('mine')] }]],
    ['the same tab has written since', true, []],
  ])('is set aside where %s: %s', async (_what, isSameTab, aside) => {
    const stores = new FakeStores();
    const held = Promise.withResolvers<void>();
    stores.hold = () => held.promise;
    const { outbox } = openTab(stores);
    await outbox.acceptItems(scope, [item('mine', 0)]);
    await until(outbox, () => stores.writes().length === 1);
    const writer = isSameTab ? outbox : openTab(stores).outbox;
    await writer.acceptItems(scope, [item('next')]);
    stores.store(scope, item('elsewhere'));
    held.resolve();
    expect(await writer.drained(limitInMs)).toBe(true);
    expect(stores.stored(scope, item(''))).toEqual(['elsewhere', 'next']);
    expect(await outbox.setAside()).toMatchObject(aside);
  });

  it('takes what was written on it into the conflict', async () => {
    const stores = new FakeStores();
    const held = Promise.withResolvers<void>();
    stores.hold = () => held.promise;
    const { outbox } = openTab(stores);
    await outbox.acceptItems(scope, [item('mine', 0)]);
    await until(outbox, () => stores.writes().length === 1);
    await outbox.acceptItems(scope, [item('newer', 1)]);
    stores.store(scope, item('elsewhere'));
    held.resolve();
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.value(scope, item(''))).toBe('elsewhere');
    expect(await outbox.setAside()).toMatchObject([{ why: 'conflict', items: [item('newer')] }]);
  });

  it('does not stop a write without a version', async () => {
    const stores = new FakeStores();
    stores.store(scope, item('elsewhere'));
    const { outbox } = openTab(stores);
    await outbox.acceptItems(scope, [item('mine')]);
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.value(scope, item(''))).toBe('mine');
    expect(outbox.saveState.state).toBe('saved');
  });
});

describe('a write', () => {
  it('on a version that is not the newest here is not accepted, nor what comes with it: SAVE-5', async () => {
    const stores = new FakeStores();
    stores.fault = () => 'network';
    const { outbox } = openTab(stores);
    await outbox.acceptItems(scope, [item('one', 3)]);
    const both = [item('two', 3), item('true', 0, 'done')];
    await expect(outbox.acceptItems(scope, both)).rejects.toMatchObject({ code: 'CONFLICT' });
    await until(outbox, () => outbox.saveState.undelivered === 1);
  });

  it('of a tab that has read what another tab wrote is refused once that tab goes on', async () => {
    const stores = new FakeStores();
    stores.fault = () => 'network';
    const first = openTab(stores);
    const second = openTab(stores);
    await first.outbox.acceptItems(scope, [item('one', 0)]);
    expect(await second.outbox.readItems(scope, async () => [])).toMatchObject([item('one', 1)]);
    expect(await first.outbox.acceptItems(scope, [item('two', 1)])).toMatchObject([item('two', 2)]);
    await expect(second.outbox.acceptItems(scope, [item('other', 1)])).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('that has arrived although its answer was lost is delivered, not in conflict', async () => {
    const stores = new FakeStores();
    const faults = ['answer lost'] as const;
    let request = 0;
    stores.fault = () => {
      // Between the two tries another device stores something.
      if (request === 1) stores.store(scope, item('false', 0, 'done'));
      return faults[request++];
    };
    const { outbox, outcomes } = openTab(stores, {
      pauses: { gatheringInMs: 0, firstInMs: 1, longestInMs: 2 },
    });
    await outbox.acceptItems(scope, [item('one', 0), item('true', 0, 'done')]);
    await until(outbox, () => outcomes.length === 2);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['items delivered', 'items in conflict']);
    expect(stores.stored(scope, item(''))).toEqual(['one']);
  });
});

describe('what a service refuses', () => {
  const full = { status: 413, code: 'LOCAL_STORE_FULL' };

  async function refused() {
    const stores = new FakeStores();
    stores.fault = () => full;
    const tab = openTab(stores);
    await tab.outbox.acceptItems(scope, [item('one', 0)]);
    await tab.outbox.acceptStatement('a1', statement(statementId(1)));
    expect(await tab.outbox.drained(limitInMs)).toBe(true);
    stores.fault = () => undefined;
    return { stores, ...tab };
  }

  it('is set aside and told, and stays over sessions', async () => {
    const { stores, outbox, outcomes } = await refused();
    expect(outbox.saveState).toEqual({ state: 'refused', undelivered: 0, refused: 2 });
    // The two services are asked at the same time.
    const sorted = outcomes.toSorted((a, b) => a.kind.localeCompare(b.kind));
    expect(sorted).toMatchObject([
      { kind: 'items refused', reason: 'LOCAL_STORE_FULL', items: [item('one')] },
      { kind: 'statement refused', reason: 'LOCAL_STORE_FULL', id: statementId(1) },
    ]);
    outbox.close();
    const next = openTab(stores);
    expect(await next.outbox.setAside()).toHaveLength(2);
    expect(await next.outbox.readItems(scope, async () => [])).toMatchObject([
      { ...item('one', 0), delivered: false },
    ]);
  });

  it('is sent again when somebody says so', async () => {
    const { stores, outbox } = await refused();
    await outbox.retryRefused();
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.value(scope, item(''))).toBe('one');
    expect(stores.order.get('a1')).toEqual([statementId(1)]);
    expect(outbox.saveState.state).toBe('saved');
  });

  it('is forgotten when somebody says so', async () => {
    const { outbox } = await refused();
    await outbox.discardSetAside(await outbox.setAside());
    expect(await outbox.setAside()).toEqual([]);
    await until(outbox, () => outbox.saveState.state === 'saved');
  });

  it('gives way to a later write of the item', async () => {
    const { stores, outbox } = await refused();
    await outbox.readItems(scope, readFrom(stores));
    await outbox.acceptItems(scope, [item('two', 0)]);
    await outbox.retryRefused();
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.stored(scope, item(''))).toEqual(['two']);
  });

  it('gives way to a write of a tab that was not shown it', async () => {
    const { stores, outbox } = await refused();
    const other = openTab(stores).outbox;
    await other.acceptItems(scope, [item('two')]);
    expect(await other.drained(limitInMs)).toBe(true);
    expect(stores.value(scope, item(''))).toBe('two');
    expect(await outbox.setAside()).toMatchObject([{ kind: 'statement' }]);
  });

  it('does not take with it what was written on it, which gets the version that was told', async () => {
    const stores = new FakeStores();
    const held = Promise.withResolvers<void>();
    stores.hold = () => held.promise;
    let request = 0;
    stores.fault = () => (request++ === 0 ? full : undefined);
    const { outbox } = openTab(stores);
    await outbox.acceptItems(scope, [item('large', 0)]);
    await until(outbox, () => stores.writes().length === 1);
    expect(await outbox.acceptItems(scope, [item('small', 1)])).toMatchObject([{ version: 2 }]);
    held.resolve();
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.stored(scope, item(''))).toEqual(['small']);
    expect(stores.version(scope, item(''))).toBe(2);
    expect(await outbox.setAside()).toEqual([]);
  });
});

describe('what was made on a refused write, and has arrived though its answer was lost,', () => {
  /** The item's write on version 3 is refused, the next is told 5 and stored as 4 beside one in conflict. */
  async function arrived(beforeFourth: (stores: FakeStores) => void) {
    const stores = new FakeStores();
    for (const value of ['a', 'b', 'c']) stores.store(scope, item(value));
    const held = Promise.withResolvers<void>();
    stores.hold = () => held.promise;
    let write = 0;
    stores.fault = ({ call }) => {
      if (call !== 'write') return undefined;
      write += 1;
      if (write === 3) stores.store(scope, item('elsewhere', 1, 'done'));
      if (write === 4) beforeFourth(stores);
      return write === 1
        ? { status: 413, code: 'LOCAL_STORE_FULL' }
        : write === 2
          ? 'answer lost'
          : undefined;
    };
    const pauses = { gatheringInMs: 0, firstInMs: 1, longestInMs: 2 };
    const { outbox, outcomes } = openTab(stores, { pauses });
    await outbox.acceptItems(scope, [item('large', 3)]);
    await until(outbox, () => stores.writes().length === 1);
    const both = [item('small', 4), item('true', 0, 'done')];
    expect(await outbox.acceptItems(scope, both)).toMatchObject([{ version: 5 }, { version: 1 }]);
    held.resolve();
    expect(await outbox.drained(limitInMs)).toBe(true);
    return { stores, outbox, outcomes };
  }

  it('gets the version that was told', async () => {
    const { stores, outbox } = await arrived(() => {});
    expect(stores.value(scope, item(''))).toBe('small');
    expect(stores.version(scope, item(''))).toBe(5);
    expect(await outbox.setAside()).toMatchObject([{ why: 'conflict', items: [{ key: 'done' }] }]);
  });

  it('replaces nothing unseen where another device was first: SAVE-5', async () => {
    const { stores, outbox, outcomes } = await arrived((stores) => {
      stores.store(scope, item('elsewhere'));
    });
    expect(stores.version(scope, item(''))).toBe(5);
    await expect(outbox.acceptItems(scope, [item('next', 5)])).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(stores.value(scope, item(''))).toBe('elsewhere');
    expect(outcomes.map(({ kind }) => kind)).not.toContain('items refused');
    expect(await outbox.setAside()).toMatchObject([{ why: 'conflict' }, { why: 'conflict' }]);
  });
});

describe('reading while something is delivered', () => {
  it('shows it, though the service’s answer is older: SAVE-4', async () => {
    const stores = new FakeStores();
    const { outbox } = openTab(stores);
    stores.fault = () => 'network';
    await outbox.acceptItems(scope, [item('one', 0)]);
    const shown = await outbox.readItems(scope, async () => {
      stores.fault = () => undefined;
      expect(await outbox.drained(limitInMs)).toBe(true);
      return [];
    });
    expect(shown).toMatchObject([item('one', 1)]);
  });
});
