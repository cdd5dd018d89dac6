import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { about, ask, type Told } from '../marked/named-things.ts';
import { first, second } from '../marked/publishers.ts';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { guardedCalls, type ServedCall } from '../served-calls.ts';
import {
  callOf,
  nothing,
  ofFirst,
  startTwoPublishers,
  who,
  type Things,
  type TwoPublishers,
} from './two-publishers.ts';
import { insertRows, rowsOf } from '../rows.ts';

/* Persons are customers of publishers, which see of them what concerns that, and nothing of the whole person. */

const publishers = startBeforeAll(startTwoPublishers);
const platform = makeBeforeAll(() => publishers.platform);
const callers = makeBeforeAll(() => publishers.callers);

const send: TwoPublishers['send'] = (...asked) => publishers.send(...asked);

describe.each(who)('row 67: to the %s of another publisher', (name) => {
  test('nobody is acted for who is no customer', async () => {
    const actFor = (things: Things) =>
      send(callOf('lima.licenseGetForUser'), callers[name], things, things.subject);
    const [refused, wanted] = [await actFor(ofFirst), await actFor(nothing)];
    expect(refused).toEqual(wanted);
    expect([403, 404]).toContain(refused.status);
  });
});

test('customers of two publishers are seen by both, each with its own', async () => {
  const subject = `both-${randomUUID()}`;
  const { database } = platform;
  await insertRows(database, 'aua.users', { subject, mandant_groups: [first.mandant, 'SECOND'] });
  for (const mandant_identifier of [first.mandant, 'SECOND']) {
    await insertRows(database, 'lima.licenses', {
      subject,
      license_code: `${mandant_identifier}-${subject}`,
      license_strategy: 'LICENSE_STRATEGY_USER',
      mandant_identifier,
      product_reference: 'product',
    });
  }
  for (const name of who) {
    const [users, licenses] = [
      platform.as('aua', callers[name]),
      platform.as('lima', callers[name]),
    ];
    const body = { subject };
    expect((await users.userGet({ body })).user.subject).toBe(subject);
    expect((await users.userGetMandantGroups({ body })).mandant_groups).toEqual(['SECOND']);
    const quick = { term: subject, type: 'subject' } as const;
    expect((await users.userQuickSearch({ body: quick })).users).toHaveLength(1);
    const search = (mandant_group: string) =>
      users.userExtendedSearch({ body: { filter: { mandant_group } } });
    expect((await search('SECOND')).users).toMatchObject([{ subject, mandant_groups: ['SECOND'] }]);
    expect((await search(first.mandant)).users).toEqual([]);
    const answer = await licenses.licenseGetForUser({ body, query: {} });
    expect(answer.licenses.map((license) => license.mandant_identifier)).toEqual(['SECOND']);
  }
  const taken = await platform.as('lima', callers.person).licensePruneAllLicensesFromUser({
    body: { subject, reason: 'x' },
  });
  expect(taken.license_codes).toEqual([`SECOND-${subject}`]);
  // With the last licence its customer is gone.
  const gone = platform.as('aua', callers.person).userGet({ body: { subject } });
  expect(await codeOf(gone)).toBe('USER_NOT_FOUND');
});

describe.each(who)('row 76: the %s of a publisher, of its customer', (name) => {
  const customer = `customer-${randomUUID()}`;
  beforeAll(async () => {
    const { database } = platform;
    await database.insertInto('aua.users').values({ subject: customer }).execute();
    await insertRows(database, 'lima.licenses', {
      subject: customer,
      license_code: `of ${customer}`,
      license_strategy: 'LICENSE_STRATEGY_USER',
      mandant_identifier: second.mandant,
      product_reference: second.product,
    });
  });
  const isRefused = ({ text }: Told) => /SUBJECT_FORBIDDEN|NOT_OWN_TOKEN/.test(text);
  const askAbout = (served: ServedCall, subject: string, header?: string) =>
    ask(platform, served, callers[name], about(served.example.body, { subject }), header);

  test('knows what concerns publishers, and nothing of the person as a whole', async () => {
    const named = guardedCalls.filter(({ call }) => call.permissionForOthers);
    const answers: Record<string, boolean> = {};
    for (const served of named) answers[served.title] = isRefused(await askAbout(served, customer));
    expect(answers).toEqual(
      Object.fromEntries(named.map(({ title, call }) => [title, call.forPublishers === undefined])),
    );
    // Nor whether there is somebody.
    const whole = named.find(({ title }) => title === 'lars.dataGet')!;
    expect(await askAbout(whole, 'nobody')).toEqual(await askAbout(whole, customer));
  });

  test('nor acts for it in anything else', async () => {
    const acting = guardedCalls.filter(
      ({ call }) => call.headers === 'caller' && !call.forPublishers,
    );
    for (const served of acting) {
      const answer = await askAbout(served, callers[name].subject, customer);
      expect([served.title, isRefused(answer)]).toEqual([served.title, true]);
    }
  });
});

test('row 67: an order that was refused makes nobody a customer, whose product it names', async () => {
  const subject = `ordered-${randomUUID()}`;
  const { database } = platform;
  await database.insertInto('aua.users').values({ subject }).execute();
  const order = {
    order_system_identifier: ofFirst.orderSystem,
    external_id: randomUUID(),
    subject,
    mandant_identifier: second.mandant,
    product_reference: second.product,
    license_strategy: 'LICENSE_STRATEGY_USER' as const,
    seats: 1,
    ordered_at: new Date(),
  };
  const seen = () => codeOf(platform.as('aua', callers.person).userGet({ body: { subject } }));
  await insertRows(database, 'osc.orders', { ...order, order_state: 'ORDER_STATE_REFUSED' });
  expect(await seen()).toBe('USER_NOT_FOUND');
  await rowsOf(database, 'osc.orders', { subject }).set({ order_state: 'ORDER_STATE_RECEIVED' });
  expect(await seen()).toBeUndefined();
});

test('nobody of one publisher puts itself, or others, into the groups of another', async () => {
  const { subject } = callers.person;
  const users = platform.as('aua', callers.person);
  const set = (mandant_groups: string[]) =>
    codeOf(users.userSetMandantGroups({ body: { subject, mandant_groups } }));
  expect(await set(['SECOND', first.mandant])).toBe('GRANT_NOT_HELD');
  const whole = users.userSet({ body: { subject, mandant_groups: [first.mandant] } });
  expect(await codeOf(whole)).toBe('GRANT_NOT_HELD');
  expect(await set(['SECOND'])).toBeUndefined();
});

test('row 67: a person of another publisher does not make itself a customer of the first one’s shop', async () => {
  const { subject } = callers.person;
  const change = { order_system_identifier: ofFirst.orderSystem, customer_id: ofFirst.customer };
  const body = {
    subject,
    notification_id: randomUUID(),
    relation_changes: [{ change_type: 'CUSTOMER_LINKED' as const, ...change }],
  };
  const sent = platform.as('osc', callers.person).orderSystemUserRelationNotifyChanges({ body });
  expect(await codeOf(sent)).toBe('ORDER_SYSTEM_UNKNOWN');
});
