import { describe, expect, it, vi } from 'vitest';
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
  untilSo,
} from './fake-tabs.ts';
import { FakeStores, type Fault } from './fake-stores.ts';

deviceForEachTest();

/** Services of which one thing goes wrong with each request, in this order; then nothing. */
function storesWith(...faults: (Fault | undefined)[]): FakeStores {
  const stores = new FakeStores();
  stores.fault = () => faults.shift();
  return stores;
}

const waiting = { pauses: { gatheringInMs: 0, firstInMs: 3_600_000, longestInMs: 3_600_000 } };
const soon = { pauses: { gatheringInMs: 0, firstInMs: 1, longestInMs: 2 } };

describe('what is accepted', () => {
  it('is delivered: items', async () => {
    const stores = new FakeStores();
    const { outbox, outcomes } = openTab(stores);
    expect(await outbox.acceptItems(scope, [item('one', 0)])).toEqual([
      { ...item('one', 1), updated_at: expect.any(String), delivered: false },
    ]);
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.value(scope, item(''))).toBe('one');
    expect(outbox.saveState).toEqual({ state: 'saved', undelivered: 0, refused: 0 });
    expect(outcomes).toEqual([{ kind: 'items delivered', scope, items: stores.list(scope) }]);
    expect(stores.seen[0]?.subject).toBe('mia');
  });

  it('is delivered: a statement', async () => {
    const stores = new FakeStores();
    const { outbox, outcomes } = openTab(stores);
    await outbox.acceptStatement('a1', statement(statementId(1)));
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect([...stores.statements.keys()]).toEqual([statementId(1)]);
    expect(outcomes).toEqual([{ kind: 'statement delivered', about: 'a1', id: statementId(1) }]);
  });

  it('stays over a crash, and is delivered by the next session: SAVE-1, SAVE-2', async () => {
    const stores = storesWith('network');
    const first = openTab(stores);
    await first.outbox.acceptItems(scope, [item('one', 0)]);
    await until(first.outbox, () => first.outbox.saveState.state === 'waiting');
    first.crash();
    const { outbox } = openTab(stores);
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.value(scope, item(''))).toBe('one');
  });

  it('goes out at once, and what follows at once goes out together', async () => {
    const stores = new FakeStores();
    const { outbox } = openTab(stores, { pauses: { ...soon.pauses, gatheringInMs: 300 } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await outbox.acceptItems(scope, [item('r')]);
    await untilSo(() => stores.writes().length === 1);
    for (const value of ['re', 'reg', 'rege', 'regen'])
      await outbox.acceptItems(scope, [item(value)]);
    await vi.advanceTimersByTimeAsync(300);
    await untilSo(() => stores.value(scope, item('')) === 'regen');
    expect(stores.writes()).toHaveLength(2);
  });

  it('is sent with what came meanwhile, as one request, while nothing goes out', async () => {
    const stores = storesWith('network');
    const { outbox } = openTab(stores);
    await outbox.acceptItems(scope, [item('one', 0)]);
    await until(outbox, () => outbox.saveState.state === 'waiting');
    for (const value of ['two', 'three', 'four']) {
      const [accepted] = await outbox.acceptItems(scope, [item(value, value === 'two' ? 1 : 2)]);
      expect(accepted?.version).toBe(2);
    }
    expect(outbox.saveState.undelivered).toBe(2);
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.stored(scope, item(''))).toEqual(['one', 'four']);
    expect(stores.version(scope, item(''))).toBe(2);
  });

  it('goes out at most once at a time in its scope, and beside other scopes', async () => {
    const stores = new FakeStores();
    const held = Promise.withResolvers<void>();
    stores.hold = () => held.promise;
    const { outbox } = openTab(stores);
    await outbox.acceptItems(scope, [item('one', 0)]);
    await until(outbox, () => stores.writes().length === 1);
    await outbox.acceptItems(scope, [item('two', 1)]);
    await outbox.acceptItems(otherScope, [item('other', 0)]);
    await until(outbox, () => stores.writes().length === 2);
    held.resolve();
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.stored(scope, item(''))).toEqual(['one', 'two']);
    expect(stores.value(otherScope, item(''))).toBe('other');
  });

  it.each<Fault>([
    'network',
    'answer lost',
    { status: 401, code: 'TOKEN_INVALID' },
    { status: 408 },
    { status: 425, code: 'TOO_EARLY' },
    { status: 429, code: 'TOO_MANY_REQUESTS' },
    { status: 500, code: 'INTERNAL' },
    { status: 503 },
    // A page of something on the way, which knows no codes.
    { status: 403 },
  ])('is tried again after %j', async (fault) => {
    const stores = storesWith(fault, fault);
    const { outbox, outcomes } = openTab(stores, soon);
    await outbox.acceptItems(scope, [item('one', 0)]);
    await outbox.acceptStatement('a1', statement(statementId(1)));
    await until(outbox, () => outcomes.length === 2);
    await until(outbox, () => outbox.saveState.state === 'saved');
    expect(stores.stored(scope, item(''))).toEqual(['one']);
    expect(stores.order.get('a1')).toEqual([statementId(1)]);
  });

  it('waits as long as the service asks for, and not at all once the network is back', async () => {
    const stores = storesWith({ status: 429, code: 'TOO_MANY_REQUESTS', retryAfterInSeconds: 60 });
    const online: (() => void)[] = [];
    vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
      if (type === 'online') online.push(listener);
    });
    const { outbox } = openTab(stores, soon);
    await outbox.acceptItems(scope, [item('one', 0)]);
    await until(outbox, () => outbox.saveState.state === 'waiting');
    await outbox.acceptItems(otherScope, [item('two', 0)]);
    expect(stores.writes()).toHaveLength(1);
    for (const listener of online) listener();
    await until(outbox, () => outbox.saveState.state === 'saved');
  });

  it('is what the tabs of the user see together, and one of them sends', async () => {
    const stores = storesWith('network');
    const first = openTab(stores);
    const second = openTab(stores);
    // Open by then, so that it hears of all.
    await second.outbox.setAside();
    await first.outbox.acceptItems(scope, [item('one', 0)]);
    await until(second.outbox, () => second.outbox.saveState.state === 'waiting');
    expect(second.outbox.saveState.undelivered).toBe(1);
    expect(await second.outbox.drained(limitInMs)).toBe(true);
    await until(first.outbox, () => first.outbox.saveState.state === 'saved');
    expect(first.outcomes).toEqual(second.outcomes);
    expect(stores.stored(scope, item(''))).toEqual(['one']);
  });

  it('is not sent any more once the outbox is closed, and nobody hears of it', async () => {
    const stores = storesWith('network');
    const { outbox, outcomes } = openTab(stores, waiting);
    await outbox.acceptItems(scope, [item('one', 0)]);
    await until(outbox, () => outbox.saveState.state === 'waiting');
    outbox.close();
    const { length } = stores.seen;
    expect(await outbox.drained(20)).toBe(false);
    expect(stores.seen).toHaveLength(length);
    expect(outcomes).toEqual([]);
  });

  it('does not hold up others where a service fails with it alone', async () => {
    const stores = new FakeStores();
    stores.fault = ({ call, body }) =>
      call === 'write' && JSON.stringify(body).includes('poison')
        ? { status: 500, code: 'INTERNAL' }
        : undefined;
    const { outbox } = openTab(stores, soon);
    await outbox.acceptItems(scope, [item('poison', 0)]);
    await outbox.acceptItems(otherScope, [item('fine', 0)]);
    await outbox.acceptStatement('a1', statement(statementId(1)));
    await until(outbox, () => stores.statements.size === 1);
    await until(outbox, () => stores.value(otherScope, item('')) === 'fine');
    await until(outbox, () => outbox.saveState.undelivered === 1);
    expect(stores.value(scope, item(''))).toBeUndefined();
  });
});

describe('a statement', () => {
  it('that comes twice is one, whatever the order of its members', async () => {
    const stores = storesWith('network');
    const { outbox } = openTab(stores, waiting);
    const { id, verb, ...more } = statement(statementId(1));
    await outbox.acceptStatement('a1', { id, verb, ...more });
    await until(outbox, () => outbox.saveState.state === 'waiting');
    await outbox.acceptStatement('a1', { ...more, verb, id });
    await expect(
      outbox.acceptStatement('a1', statement(statementId(1), 'passed')),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await outbox.drained(limitInMs)).toBe(true);
    expect(stores.order.get('a1')).toEqual([id]);
  });

  it('is stored in order with the others about the same', async () => {
    const stores = storesWith('network', 'answer lost', { status: 503 });
    const { outbox, outcomes } = openTab(stores, soon);
    const ids = Array.from({ length: 20 }, (_, number) => statementId(number));
    await Promise.all(ids.map((id) => outbox.acceptStatement('a1', statement(id))));
    await until(outbox, () => outcomes.length === ids.length);
    expect(stores.order.get('a1')).toEqual(ids);
  });
});

it('of two services that fail each is logged, once a row', async () => {
  const stores = new FakeStores();
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  stores.fault = () => ({ status: 503 });
  const { outbox } = openTab(stores, soon);
  await outbox.acceptItems(scope, [item('one', 0)]);
  await outbox.acceptStatement('a1', statement(statementId(1)));
  const logged = () => log.mock.calls.map(([text]) => String(text).replace(/\. .*/, '.'));
  await vi.waitFor(() => {
    const calls = new Set(stores.seen.map(({ call }) => call));
    expect([stores.seen.length > 20, calls]).toEqual([true, new Set(['write', 'put'])]);
  });
  expect(logged().toSorted()).toEqual([
    'Could not post the learning statement.',
    'Could not store local store items.',
  ]);
});
