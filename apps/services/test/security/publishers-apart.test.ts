import { createHash, randomUUID } from 'node:crypto';
import {
  contract,
  permissions,
  services,
  type Call,
  type Permission,
  type ServiceCode,
} from '@lectern/contracts';
import { examples } from '@lectern/contracts/examples';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { subjectOfFurtherIssuer } from '../../src/authorization/subject-directory.ts';
import { bodyOf } from '../call-body.ts';
import { startJwtIssuer, type JwtIssuer } from '../issuer.ts';
import { codeOf, startTestPlatform, type TestPlatform } from '../platform.ts';

/*
 * Two publishers on one platform. Whoever is of the second one asks for what is of the first, and hears
 * what it hears of things that do not exist: by every call of the contract that names any.
 */

/** What belongs to nobody of the second publisher. */
const first = {
  mandant: 'FIRST-PUBLISHER',
  product: 'first-product',
  orderSystem: 'FIRST-SHOP',
  subject: 'first-customer',
  license: 'first-license',
  coupon: 'FIRSTCOUPON23456',
  batch: 'first-batch',
  usage: '7c1de0a2-5d8e-4b53-9c05-3a0b6f7d1e04',
  licenseOrder: 'first-lima-order',
  order: 'first-order',
  connector: 'first-connector',
};
type Things = Readonly<Record<keyof typeof first, string>>;

/** Names of the same kinds that nothing has. */
const nothing: Things = {
  mandant: 'NONE',
  product: 'no-product',
  orderSystem: 'NO-SHOP',
  subject: 'nobody',
  license: 'no-license',
  coupon: 'NOCOUPON23456789',
  batch: 'no-batch',
  usage: '7c1de0a2-5d8e-4b53-9c05-3a0b6f7d1e05',
  licenseOrder: 'no-lima-order',
  order: 'no-order',
  connector: 'no-connector',
};

/** Which field of a request names a thing. */
const namedBy: Readonly<Record<string, keyof Things>> = {
  subject: 'subject',
  assigned_subject: 'subject',
  term: 'subject',
  mandant_identifier: 'mandant',
  mandant_group: 'mandant',
  product_reference: 'product',
  order_system_identifier: 'orderSystem',
  license_code: 'license',
  license_usage_id: 'usage',
  license_order_identifier: 'licenseOrder',
  external_id: 'subject',
  identity_provider_identifier: 'connector',
  coupon_code: 'coupon',
  batch_identifier: 'batch',
};
/** The same of fields that hold lists. */
const namedByItems: Readonly<Record<string, keyof Things>> = {
  mandant_identifiers: 'mandant',
  mandant_groups: 'mandant',
};
/** Requests that name more of these, or less else, than the examples. */
const changedExamples: Readonly<Record<string, object>> = {
  userExtendedSearch: { filter: { identity_provider_identifier: 'BEOOK_1' } },
  couponSearch: { mandant_identifier: 'LECTERN' },
  // Codes that are given are unique for all: COUPON_CODE_TAKEN says so.
  couponChange: { changed_coupons: [{ coupon_code: 'ABCD', product_reference: 'x', note: 'x' }] },
};

const calls = Object.entries(contract).flatMap(([service, byName]) =>
  Object.entries(byName as Readonly<Record<string, Call>>)
    .map(([name, call]) => ({ service: service as ServiceCode, name, call }))
    .filter(({ service, name, call }) => {
      const { body } = requestOf(service, name, first);
      return call.permission !== 'public' && JSON.stringify(body) !== bodyText(service, name);
    }),
);

/** Who tries: an order system, and a person, each with every permission but that for all publishers. */
const who = ['order system', 'person'] as const;
type Who = (typeof who)[number];
type Caller = { readonly subject: string; readonly token: string };

let issuer: JwtIssuer;
let platform: TestPlatform;
const callers = {} as Record<Who | 'administrator', Caller>;

beforeAll(async () => {
  issuer = await startJwtIssuer();
  platform = await startTestPlatform({ furtherIdentityProviders: [issuer.options] });
  await makeFirst();
  await makeCallers();
});
afterAll(async () => {
  await platform.close();
  issuer.close();
});

async function makeFirst() {
  const { database } = platform;
  const { mandant: mandant_identifier, product: product_reference, subject } = first;
  const { orderSystem: order_system_identifier, license: license_code } = first;
  const product = { mandant_identifier, product_reference };
  const license = { ...product, license_strategy: 'LICENSE_STRATEGY_USER', seats: 1 };
  await database
    .insertInto('lima.products')
    .values({ ...product, title: 'First', article_numbers: [], device_maximum: 2 })
    .execute();
  await database
    .insertInto('aua.users')
    .values({
      subject,
      email: `${subject}@first.example`,
      family_name: 'Kell',
      mandant_groups: [mandant_identifier],
    })
    .execute();
  await database
    .insertInto('aua.identities')
    .values({
      subject,
      identity_provider_identifier: first.connector,
      external_id: subject,
      groups: ['pupils'],
    })
    .execute();
  await database
    .insertInto('lima.devices')
    .values({ subject, device_identifier: 'device-of-first' })
    .execute();
  await database
    .insertInto('lima.licenses')
    .values({ ...license, subject, license_code })
    .execute();
  await database
    .insertInto('lima.license_usages')
    .values({
      license_code,
      license_usage_id: first.usage,
      subject,
      device_identifier: 'device-of-first',
      ...product,
      obtained_at: sql<Date>`now()`,
      expires_at: sql<Date>`now() + interval '1 day'`,
      due_at: sql<Date>`now() + interval '1 day'`,
    })
    .execute();
  await database
    .insertInto('lima.license_orders')
    .values({
      ...license,
      order_system_identifier,
      license_order_identifier: first.licenseOrder,
      subject,
      license_code,
    })
    .execute();
  await database
    .insertInto('osc.order_systems')
    .values(orderSystemOf(order_system_identifier, 'first-client', mandant_identifier))
    .execute();
  await database
    .insertInto('osc.order_system_user_relations')
    .values({ subject, order_system_identifier, customer_id: 'K-1' })
    .execute();
  await database
    .insertInto('osc.orders')
    .values({
      ...license,
      subject,
      order_system_identifier,
      external_id: first.order,
      ordered_at: sql<Date>`now()`,
    })
    .execute();
  await database
    .insertInto('osc.coupons')
    .values({
      ...license,
      order_system_identifier,
      coupon_code: first.coupon,
      batch_identifier: first.batch,
      coupon_state: 'ASSIGNED',
      assigned_subject: subject,
    })
    .execute();
}

async function makeCallers() {
  const { database } = platform;
  const role = 'second';
  const isOfPlatform = (permission: string) =>
    ['mandant.any', 'content.publish-for-all'].includes(permission);
  await database.insertInto('aua.roles').values({ role, description: role }).execute();
  await database
    .insertInto('aua.role_permissions')
    .values(
      (Object.keys(permissions) as Permission[])
        .filter((permission) => !isOfPlatform(permission))
        .map((permission) => ({ role, permission })),
    )
    .execute();
  const sign = async (sub: string, roles: readonly string[], client_id = 'shell') => {
    const subject = subjectOfFurtherIssuer(issuer.options.issuer, sub);
    await database
      .insertInto('aua.user_roles')
      .values(roles.map((role) => ({ subject, role })))
      .execute();
    return { subject, token: await issuer.sign(issuer.claims(sub, { client_id })) };
  };
  // The permission for all publishers is nothing to an order system.
  callers['order system'] = await sign('shop', [role, 'support'], 'shop');
  callers.person = await sign('person-of-second', [role]);
  callers.administrator = await sign('administrator', ['administrator']);
  await database
    .insertInto('aua.users')
    .values({ subject: callers.person.subject, mandant_groups: ['SECOND'] })
    .execute();
  await database
    .insertInto('osc.order_systems')
    .values(orderSystemOf('SECOND-SHOP', 'shop', 'SECOND'))
    .execute();
  await database
    .insertInto('lima.products')
    .values({
      mandant_identifier: 'SECOND',
      product_reference: 'second-product',
      title: 'Second',
      article_numbers: [],
    })
    .execute();
}

function orderSystemOf(order_system_identifier: string, client_id: string, mandant: string) {
  return {
    order_system_identifier,
    connector_id: `connector-of-${order_system_identifier}`,
    client_id,
    notification_address: 'https://shop.example/',
    notification_key: 'a key that only the order system knows',
    mandant_identifiers: [mandant],
  };
}

function exampleOf(service: ServiceCode, name: string): Record<string, object> {
  const byName = examples[service] as unknown as Record<string, Record<string, object>>;
  const example = byName[name] ?? {};
  const body = changedExamples[name] ?? example['body'];
  return { ...(changedExamples[name] ? {} : example), ...(body && { body }) };
}

function bodyText(service: ServiceCode, name: string): string | undefined {
  return JSON.stringify(exampleOf(service, name)['body']);
}

/** The request of the example, about other things. */
function requestOf(service: ServiceCode, name: string, things: Things) {
  const { body, query } = exampleOf(service, name);
  return { body: about(body, things) as Record<string, unknown> | undefined, query };
}

function about(value: unknown, things: Things): unknown {
  if (value instanceof Blob || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => about(item, things));
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      const [kind, kindOfItems] = [namedBy[field], namedByItems[field]];
      if (kind && typeof inner === 'string') return [field, things[kind]];
      if (kindOfItems) return [field, [things[kindOfItems]]];
      return [field, about(inner, things)];
    }),
  );
}

interface Sent {
  readonly status: number;
  readonly text: string;
}

async function send(
  service: ServiceCode,
  name: string,
  call: Call,
  caller: Caller,
  things: Things,
  subjectHeader = caller.subject,
): Promise<Sent> {
  const { body, query } = requestOf(service, name, things);
  const sent = bodyOf(call, body);
  const search = new URLSearchParams(query as Record<string, string> | undefined).toString();
  const response = await fetch(`${platform.url}${services[service].base}${call.path}?${search}`, {
    method: call.method,
    headers: {
      ...sent.type,
      'X-Ia-Correlation-Id': 'apart',
      'X-Ia-Subject': subjectHeader,
      'X-Ia-Roles': '',
      Authorization: `Bearer ${caller.token}`,
    },
    ...(sent.body === undefined ? {} : { body: sent.body }),
  });
  let text = await response.text();
  // What the request has named comes back, and what is made has an id of its own.
  for (const [kind, name] of Object.entries(things)) text = text.replaceAll(name, `<${kind}>`);
  text = text
    .replaceAll(/[A-Z0-9]{4}(-[A-Z0-9]{4}){3}/g, '<coupon>')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
  return { status: response.status, text };
}

/** Everything of the first publisher and its customer. */
async function everythingOfFirst(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('aua', 'osc', 'lima', 'gres') and table_type = 'BASE TABLE'
      and table_name not in ('audit_log')
    order by 1
  `.execute(platform.database);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.raw(name)} t where t::text ~* 'first' order by 1
    `.execute(platform.database);
    found.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return found.join('\n');
}

test('every call that names a thing of a publisher is tried', () => {
  expect(calls.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'couponChange',
      'couponChangeState',
      'couponSearch',
      'deviceGetForUser',
      'gpGroups',
      'licenseGetForUser',
      'licenseOrderSave',
      'licenseOverrideSave',
      'licensePruneAllLicensesFromUser',
      'orderCreateForProduct',
      'orderSyncForUser',
      'orderSystemUserRelationNotifyChanges',
      'productSave',
      'productVerifyUserAccess',
      'userDelete',
      'userExtendedSearch',
      'userGet',
      'userGetForProvider',
      'userQuickSearch',
      'userSetMandantGroups',
    ]),
  );
});

describe.each(who)('row 67: to the %s of another publisher', (name) => {
  test('what is of a publisher looks like what does not exist', async () => {
    const before = await everythingOfFirst();
    const told: Record<string, Sent> = {};
    const wanted: Record<string, Sent> = {};
    for (const { service, name: callName, call } of calls) {
      // A name of an order system is unique for all.
      if (callName === 'orderSystemRegister') continue;
      const key = `${service}/${callName}`;
      told[key] = await send(service, callName, call, callers[name], first);
      wanted[key] = await send(service, callName, call, callers[name], nothing);
    }
    expect(told).toEqual(wanted);
    for (const { text } of Object.values(told)) expect(text).not.toMatch(/first/i);
    expect(hashOf(await everythingOfFirst())).toBe(hashOf(before));
  });

  test('an order system of another publisher is not registered anew', async () => {
    const call = contract.osc.orderSystemRegister;
    const register = (things: Things) =>
      send('osc', 'orderSystemRegister', call, callers[name], things);
    const refused = await register(first);
    expect(refused).toMatchObject({ status: 409, text: expect.stringContaining('_TAKEN') });
    expect(await register({ ...nothing, mandant: first.mandant })).toEqual(await register(nothing));
    expect(await register(nothing)).toMatchObject({
      status: 404,
      text: expect.stringContaining('MANDANT_NOT_FOUND'),
    });
  });

  test('who asks for others is in the audit log', async () => {
    const caller = callers[name];
    const call = contract.aua.userGet;
    expect((await send('aua', 'userGet', call, caller, first)).status).toBe(404);
    const { refusals } = await platform.database
      .selectFrom('aua.audit_log')
      .select(({ fn }) => fn.countAll<string>().as('refusals'))
      .where('kind', '=', 'refusal')
      .where('code', '=', 'USER_NOT_FOUND')
      .where('token_subject', '=', caller.subject)
      .where('subject', '=', first.subject)
      .executeTakeFirstOrThrow();
    expect(Number(refusals)).toBeGreaterThan(0);
  });

  test('nobody is acted for who is no customer', async () => {
    const call = contract.lima.licenseGetForUser;
    const actFor = (things: Things) =>
      send('lima', 'licenseGetForUser', call, callers[name], things, things.subject);
    const [told, wanted] = [await actFor(first), await actFor(nothing)];
    expect(told).toEqual(wanted);
    expect([403, 404]).toContain(told.status);
  });
});

test('an administrator is told of what is there: the test would see it', async () => {
  const reading = /Get|Search|Verify/;
  const ofFirst: string[] = [];
  for (const { service, name, call } of calls.filter((one) => reading.test(one.name))) {
    const told = await send(service, name, call, callers.administrator, first);
    const wanted = await send(service, name, call, callers.administrator, nothing);
    if (told.status !== wanted.status || told.text !== wanted.text) ofFirst.push(name);
  }
  expect(ofFirst).toEqual(
    expect.arrayContaining([
      'couponSearch',
      'deviceGetForUser',
      'licenseGetForUser',
      'licenseOrderGetForUser',
      'licenseVerifyLicenseUsage',
      'orderSystemUserRelationGetInfo',
      'productVerifyUserAccess',
      'userGet',
      'userGetForProvider',
      'userGetIdentities',
      'userGetMandantGroups',
      'userGetProperties',
      'userGetRoles',
      'userExtendedSearch',
      'userQuickSearch',
    ]),
  );
});

describe.each(who)(
  'row 67: %s: what its own order system is asked to sell of another publisher',
  (name) => {
    const ordered = (mandant_identifier: string) => ({
      mandant_identifier,
      product_reference: mandant_identifier === 'SECOND' ? 'second-product' : first.product,
      license_strategy: 'LICENSE_STRATEGY_USER' as const,
      seats: 1,
    });
    const order_system_identifier = 'SECOND-SHOP';
    const id = () => randomUUID() as string;
    const tries: Record<string, (mandant: string) => Promise<unknown>> = {
      'order/createForProduct': (mandant) =>
        platform.as('osc', callers[name]).orderCreateForProduct({
          body: {
            subject: 'a-customer',
            order_system_identifier,
            external_id: id(),
            ...ordered(mandant),
            ordered_at: '2026-11-21T10:12:00+01:00',
          },
        }),
      'licenseOrder/save': (mandant) =>
        platform.as('lima', callers[name]).licenseOrderSave({
          body: {
            subject: 'a-customer',
            license_order: {
              order_system_identifier,
              license_order_identifier: id(),
              ...ordered(mandant),
              version: 0,
            },
          },
        }),
      'coupon/change': (mandant) =>
        platform.as('osc', callers[name]).couponChange({
          body: {
            new_coupons: {
              batch_identifier: id(),
              coupon_count: 1,
              order_system_identifier,
              ...ordered(mandant),
            },
          },
        }),
    };

    test.each(Object.keys(tries))('%s', async (call) => {
      for (const mandant of [first.mandant, nothing.mandant]) {
        expect(await codeOf(tries[call]!(mandant))).toBe('PRODUCT_NOT_FOUND');
      }
      expect(await codeOf(tries[call]!('SECOND'))).toBeUndefined();
    });
  },
);

test('customers of two publishers are seen by both, each with its own', async () => {
  const subject = `both-${randomUUID()}`;
  const { database } = platform;
  await database
    .insertInto('aua.users')
    .values({ subject, mandant_groups: [first.mandant, 'SECOND'] })
    .execute();
  for (const mandant_identifier of [first.mandant, 'SECOND']) {
    await database
      .insertInto('lima.licenses')
      .values({
        subject,
        license_code: `${mandant_identifier}-${subject}`,
        license_strategy: 'LICENSE_STRATEGY_USER',
        mandant_identifier,
        product_reference: 'product',
      })
      .execute();
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
    const found = await licenses.licenseGetForUser({ body, query: {} });
    expect(found.licenses.map((one) => one.mandant_identifier)).toEqual(['SECOND']);
  }
  const taken = await platform.as('lima', callers.person).licensePruneAllLicensesFromUser({
    body: { subject, reason: 'x' },
  });
  expect(taken.license_codes).toEqual([`SECOND-${subject}`]);
  // With the last licence its customer is gone.
  const gone = platform.as('aua', callers.person).userGet({ body: { subject } });
  expect(await codeOf(gone)).toBe('USER_NOT_FOUND');
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

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
