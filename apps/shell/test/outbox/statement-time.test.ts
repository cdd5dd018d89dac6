import { expect, it } from 'vitest';
import { deviceForEachTest, limitInMs, openTab, statement, statementId } from './fake-tabs.ts';
import { FakeStores, type Fault } from './fake-stores.ts';

deviceForEachTest();

async function saidTwice(isTimeMade: boolean, verb?: string) {
  const stores = new FakeStores();
  const { outbox, outcomes } = openTab(stores);
  const times = ['2026-11-22T08:00:00Z', '2026-11-22T09:00:00Z'];
  for (const [place, timestamp] of times.entries()) {
    const posted = { ...statement(statementId(1), place === 0 ? undefined : verb), timestamp };
    await outbox.acceptStatement('a1', posted, { isTimeMade });
    expect(await outbox.drained(limitInMs)).toBe(true);
  }
  return { stores, outcomes };
}

it('a statement said again without a time of its own is delivered, and stays as it was', async () => {
  const { stores, outcomes } = await saidTwice(true);
  expect(outcomes.map(({ kind }) => kind)).toEqual(['statement delivered', 'statement delivered']);
  expect(stores.statements.get(statementId(1))).toContain('T08:00:00Z');
  expect(stores.order.get('a1')).toHaveLength(1);
});

it.each([
  ['with another time of its own', false, undefined],
  ['as another one', true, 'passed'],
])('a statement said again %s is refused', async (_how, isTimeMade, verb) => {
  const { outcomes } = await saidTwice(isTimeMade, verb);
  expect(outcomes[1]).toMatchObject({ kind: 'statement refused', reason: 'STATEMENT_CONFLICT' });
});

it.each([
  ['without a time of its own is the same', true, 1],
  ['with another time of its own is another one', false, 0],
])('without a disk a statement said again %s', async (_how, isTimeMade, accepted) => {
  const stores = new FakeStores();
  // The first is stored, and no answer comes, however often it is sent by itself.
  const faults: (Fault | undefined)[] = ['answer lost', 'network', 'network'];
  stores.fault = () => faults.shift();
  const { outbox, outcomes } = openTab(stores, { key: '' });
  const first = { ...statement(statementId(1)), timestamp: '2026-11-22T08:00:00Z' };
  await expect(outbox.acceptStatement('a1', first, { isTimeMade })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
  const again = { ...first, timestamp: '2026-11-22T09:00:00Z' };
  const [answer] = await Promise.allSettled([outbox.acceptStatement('a1', again, { isTimeMade })]);
  expect(answer).toMatchObject(
    isTimeMade ? { status: 'fulfilled' } : { status: 'rejected', reason: { code: 'REFUSED' } },
  );
  expect(outcomes).toHaveLength(accepted);
  expect(stores.statements.get(statementId(1))).toContain('T08:00:00Z');
});
