import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { subjectOfFurtherIssuer } from '../../src/authorization/subject-directory.ts';
import { startJwtIssuer, type Claims, type JwtIssuer } from '../issuer.ts';
import { about, ask, namesAny, type Kind, type Names, type Told } from '../marked/named-things.ts';
import { first, makePublishers, second } from '../marked/publishers.ts';
import { codeOf, startTestPlatform, type TestPlatform } from '../platform.ts';
import { makePublisher, publish, smallIssue } from '../publishing/publication.ts';
import { guardedCalls, type ServedCall } from '../served-calls.ts';

/*
 * Two publishers on one platform. Whoever is of the second one asks for what is of the first, and hears
 * what it hears of things that do not exist: by every call of the contract that names any.
 */

/** What is of the first publisher, with a course of it. */
const ofFirst = { ...first, course: 'first-course', issue: 'first-issue' } satisfies Names;
type Things = Readonly<Record<keyof typeof ofFirst, string>>;

/** Names of the same kinds that nothing has. */
const nothing: Things = {
  mandant: 'NONE',
  product: 'no-product',
  orderSystem: 'NO-SHOP',
  subject: 'nobody',
  customer: 'nobody',
  license: 'no-license',
  coupon: 'NOCOUPON23456789',
  batch: 'no-batch',
  usage: '7c1de0a2-5d8e-4b53-9c05-3a0b6f7d1e05',
  licenseOrder: 'no-lima-order',
  connector: 'no-connector',
  course: 'no-course',
  issue: 'no-issue',
};

/** Requests that name more of these, or less else, than the examples. */
const changedExamples: Readonly<Record<string, object>> = {
  userExtendedSearch: { filter: { identity_provider_identifier: 'BEOOK_1' } },
  couponSearch: { mandant_identifier: 'LECTERN' },
  // Codes that are given are unique for all: COUPON_CODE_TAKEN says so.
  couponChange: { changed_coupons: [{ coupon_code: 'ABCD', product_reference: 'x', note: 'x' }] },
};

const calls = guardedCalls
  .map((served) => ({ ...served, example: exampleOf(served) }))
  .filter((served) => namesAny(served, Object.keys(ofFirst) as Kind[]));

/** Calls that take names which are unique for all publishers, and say so. */
const isTaken: ReadonlySet<string> = new Set(['osc.orderSystemRegister']);

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
  await makePublishers(platform.database, issuer.options.issuer);
  await publishFirst();
  await makeCallers();
});
afterAll(async () => {
  await platform.close();
  issuer.close();
});

async function sign(sub: string, roles: readonly string[], client_id = 'shell') {
  const subject = subjectOfFurtherIssuer(issuer.options.issuer, sub);
  if (roles.length > 0) {
    await platform.database
      .insertInto('aua.user_roles')
      .values(roles.map((role) => ({ subject, role })))
      .execute();
  }
  return { subject, token: await issuer.sign(issuer.claims(sub, { client_id })) };
}

async function makeCallers() {
  const { role } = second;
  // The permission for all publishers is nothing to an order system.
  callers['order system'] = await sign(second.client, [role, 'support'], second.client);
  callers.person = await sign('person-of-second', [role]);
  callers.administrator = await sign('administrator', ['administrator']);
  await platform.database
    .insertInto('aua.users')
    .values({ subject: callers.person.subject, mandant_groups: ['SECOND'] })
    .execute();
}

/** A course of the first publisher, without files, that a licence opens. */
async function publishFirst() {
  const { mandant, product, course, issue } = ofFirst;
  const publisher = await makePublisher(platform, await sign('publisher', []), mandant);
  await publish(platform, publisher, {
    ...smallIssue,
    mandant_identifier: mandant,
    course_id: course,
    issue_id: issue,
    products: [product],
  });
}

function exampleOf({ name, example }: ServedCall): ServedCall['example'] {
  const body = changedExamples[name];
  return body ? { body } : example;
}

async function send(
  served: ServedCall,
  caller: Caller,
  things: Things,
  subjectHeader = caller.subject,
): Promise<Told> {
  const body = about(served.example.body, things);
  let { status, text } = await ask(platform, served, caller, body, subjectHeader);
  // What the request has named comes back, and what is made has an id of its own.
  for (const [kind, name] of Object.entries(things)) text = text.replaceAll(name, `<${kind}>`);
  text = text
    .replaceAll(/[A-Z0-9]{4}(-[A-Z0-9]{4}){3}/g, '<coupon>')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
  return { status, text };
}

const callOf = (title: string) => calls.find((served) => served.title === title)!;

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

describe.each(who)('row 67: to the %s of another publisher', (name) => {
  test('what is of a publisher looks like what does not exist', async () => {
    const before = await everythingOfFirst();
    const told: Record<string, Told> = {};
    const wanted: Record<string, Told> = {};
    for (const served of calls.filter(({ title }) => !isTaken.has(title))) {
      told[served.title] = await send(served, callers[name], ofFirst);
      wanted[served.title] = await send(served, callers[name], nothing);
    }
    expect(told).toEqual(wanted);
    for (const { text } of Object.values(told)) expect(text).not.toMatch(/first/i);
    expect(hashOf(await everythingOfFirst())).toBe(hashOf(before));
  });

  test('an order system of another publisher is not registered anew', async () => {
    const register = (things: Things) =>
      send(callOf('osc.orderSystemRegister'), callers[name], things);
    const refused = await register(ofFirst);
    expect(refused).toMatchObject({ status: 409, text: expect.stringContaining('_TAKEN') });
    expect(await register({ ...nothing, mandant: first.mandant })).toEqual(await register(nothing));
    expect(await register(nothing)).toMatchObject({
      status: 404,
      text: expect.stringContaining('MANDANT_NOT_FOUND'),
    });
  });

  test('nor another one for its client', async () => {
    const credentials = { client_id: 'first-client', client_issuer: issuer.options.issuer };
    const registering = platform.as('osc', callers[name]).orderSystemRegister({
      body: {
        ...registrationOf('SECOND-SHOP-TOO', { ...credentials }),
        mandant_identifiers: ['SECOND'],
      },
    });
    expect(await codeOf(registering)).toBe('ORDER_SYSTEM_CLIENT_TAKEN');
  });

  test.each([
    ['the default connector id', 'SECOND-SHOP-THREE', 'BEOOK_1'],
    ['a name of the table', 'HEPMAGENTO1', 'connector-of-second'],
  ])('row 110: nor one by %s', async (_what, identifier, connector_id) => {
    const registering = platform.as('osc', callers[name]).orderSystemRegister({
      body: {
        ...registrationOf(identifier, { client_id: 'second-too' }),
        connector_id,
        mandant_identifiers: ['SECOND'],
      },
    });
    expect(await codeOf(registering)).toBe('ORDER_SYSTEM_CONNECTOR_TAKEN');
  });

  test('who asks for others is in the audit log', async () => {
    const caller = callers[name];
    expect((await send(callOf('aua.userGet'), caller, ofFirst)).status).toBe(404);
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
    const actFor = (things: Things) =>
      send(callOf('lima.licenseGetForUser'), callers[name], things, things.subject);
    const [told, wanted] = [await actFor(ofFirst), await actFor(nothing)];
    expect(told).toEqual(wanted);
    expect([403, 404]).toContain(told.status);
  });
});

test('an administrator is told of what is there: the test would see it', async () => {
  const reading = /Get|Search|Verify/;
  const seen: string[] = [];
  for (const served of calls.filter((one) => reading.test(one.name))) {
    const told = await send(served, callers.administrator, ofFirst);
    const wanted = await send(served, callers.administrator, nothing);
    if (told.status !== wanted.status || told.text !== wanted.text) seen.push(served.name);
  }
  expect(seen).toEqual(
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

/** In a network that is public, whatever is found there. */
const registrationOf = (order_system_identifier: string, client: object) => ({
  order_system_identifier,
  connector_id: `connector-of-${order_system_identifier}`,
  notification_address: 'https://1.1.1.1/',
  credentials: {
    client_id: 'shop',
    notification_key: 'a key that only the order system knows',
    ...client,
  },
});

test('row 78: the client of that id at another provider is another one', async () => {
  const administrator = platform.as('osc', callers.administrator);
  const namesake = callers['order system'];
  const own = () =>
    codeOf(
      platform.as('osc', namesake).orderSystemUserRelationGetInfo({
        body: { subject: namesake.subject, order_system_identifier: 'THIRD-SHOP' },
      }),
    );
  const register = (client: object) =>
    codeOf(
      administrator.orderSystemRegister({
        body: {
          ...registrationOf('THIRD-SHOP', client),
          mandant_identifiers: [second.mandant],
        },
      }),
    );
  expect(await register({})).toBeUndefined();
  expect(await own()).toBe('ORDER_SYSTEM_UNKNOWN');
  expect(await register({ client_issuer: `${issuer.options.issuer}/other` })).toBe(
    'ORDER_SYSTEM_ISSUER_UNKNOWN',
  );
  for (const client_issuer of [issuer.options.issuer, `${issuer.options.issuer}/`]) {
    expect(await register({ client_issuer })).toBeUndefined();
    expect(await own()).toBeUndefined();
  }
});

describe.each(who)(
  'row 101: %s: the name of an order system under which another publisher sold',
  (name) => {
    const orderSystem = `OLD-SHOP-OF-${name.toUpperCase().replaceAll(' ', '-')}`;
    const of = { order_system_identifier: orderSystem, license_strategy: 'LICENSE_STRATEGY_USER' };
    const sold = {
      ...of,
      mandant_identifier: first.mandant,
      product_reference: first.product,
      seats: 1,
    };
    const rows: Record<string, () => Promise<unknown>> = {
      'an order': () =>
        platform.database
          .insertInto('osc.orders')
          .values({ ...sold, external_id: '1', ordered_at: new Date() })
          .execute(),
      'a coupon': () =>
        platform.database
          .insertInto('osc.coupons')
          .values({ ...sold, coupon_code: codeOfCoupon(), batch_identifier: 'old' })
          .execute(),
      'a licence': () =>
        platform.database
          .insertInto('lima.license_orders')
          .values({
            ...sold,
            license_order_identifier: 'old',
            subject: first.subject,
            license_code: `old-${name}`,
          })
          .execute(),
    };
    const codeOfCoupon = () => randomUUID().replaceAll('-', '').toUpperCase();
    const register = (order_system_identifier: string) =>
      codeOf(
        platform.as('osc', callers[name]).orderSystemRegister({
          body: {
            ...registrationOf(order_system_identifier, { client_issuer: issuer.options.issuer }),
            mandant_identifiers: ['SECOND'],
          },
        }),
      );

    test.each(Object.keys(rows))('is not taken: %s', async (row) => {
      await rows[row]!();
      expect(await register(orderSystem)).toBe('ORDER_SYSTEM_TAKEN');
      for (const table of ['osc.orders', 'osc.coupons', 'lima.license_orders'] as const) {
        await platform.database
          .deleteFrom(table)
          .where('order_system_identifier', '=', orderSystem)
          .execute();
      }
      expect(
        await register(`${orderSystem}-${row.toUpperCase().replaceAll(' ', '-')}`),
      ).toBeUndefined();
    });

    test('and what it sold stays out of reach where it sells for another one now', async () => {
      const { database } = platform;
      const [order_system_identifier, license_order_identifier] = [randomUUID(), randomUUID()];
      await database
        .insertInto('osc.order_systems')
        .values({
          order_system_identifier,
          connector_id: order_system_identifier,
          client_id: 'shop',
          client_issuer: issuer.options.issuer,
          notification_address: 'https://1.1.1.1/',
          notification_key: 'a key that only the order system knows',
          mandant_identifiers: ['SECOND'],
        })
        .execute();
      const license_code = randomUUID();
      const key = { order_system_identifier, license_order_identifier };
      const { subject } = first;
      await database
        .insertInto('lima.license_orders')
        .values({ ...sold, ...key, subject, license_code })
        .execute();
      const orders = platform.as('lima', callers[name]);
      const saving = orders.licenseOrderSave({
        body: {
          subject,
          license_order: {
            ...key,
            license_strategy: 'LICENSE_STRATEGY_USER',
            mandant_identifier: 'SECOND',
            product_reference: second.product,
            seats: 1,
            version: 1,
          },
        },
      });
      expect(await codeOf(saving)).toBe('LICENSE_ORDER_CONFLICT');
      const deleting = orders.licenseOrderDelete({ body: { subject, ...key, reason: 'x' } });
      expect(await codeOf(deleting)).toBe('LICENSE_ORDER_NOT_FOUND');
      const { deleted_at, mandant_identifier } = await database
        .selectFrom('lima.license_orders')
        .selectAll()
        .where('license_code', '=', license_code)
        .executeTakeFirstOrThrow();
      expect({ deleted_at, mandant_identifier }).toEqual({
        deleted_at: null,
        mandant_identifier: first.mandant,
      });
    });
  },
);

test.each<[string, Claims]>([
  ['its time', { auth_time: Math.floor(Date.now() / 1000) }],
  ['its session', { sid: 'a-session' }],
])(
  'row 104: a person who is called like the client of an order system, and whose token tells %s of its sign-in, is a person',
  async (_what, signIn) => {
    const { client } = second;
    const { subject, token } = callers['order system'];
    const person = { client_id: client, auth_time: undefined, ...signIn };
    const saving = async (bearer: string) =>
      codeOf(
        platform.as('lima', { subject, token: bearer }).licenseOrderDelete({
          body: {
            subject: 'a-customer',
            order_system_identifier: second.orderSystem,
            license_order_identifier: randomUUID(),
            reason: 'x',
          },
        }),
      );
    expect(await saving(token)).toBe('LICENSE_ORDER_NOT_FOUND');
    expect(await saving(await issuer.sign(issuer.claims(client, person)))).toBe(
      'PERMISSION_MISSING',
    );
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

describe.each(who)('row 76: the %s of a publisher, of its customer', (name) => {
  const customer = `customer-${randomUUID()}`;
  beforeAll(async () => {
    const { database } = platform;
    await database.insertInto('aua.users').values({ subject: customer }).execute();
    await database
      .insertInto('lima.licenses')
      .values({
        subject: customer,
        license_code: `of ${customer}`,
        license_strategy: 'LICENSE_STRATEGY_USER',
        mandant_identifier: second.mandant,
        product_reference: second.product,
      })
      .execute();
  });
  const isRefused = ({ text }: Told) => /SUBJECT_FORBIDDEN|NOT_OWN_TOKEN/.test(text);
  const askAbout = (served: ServedCall, subject: string, header?: string) =>
    ask(platform, served, callers[name], about(served.example.body, { subject }), header);

  test('knows what concerns publishers, and nothing of the person as a whole', async () => {
    const named = guardedCalls.filter(({ call }) => call.permissionForOthers);
    const told: Record<string, boolean> = {};
    for (const served of named) told[served.title] = isRefused(await askAbout(served, customer));
    expect(told).toEqual(
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
      const told = await askAbout(served, callers[name].subject, customer);
      expect([served.title, isRefused(told)]).toEqual([served.title, true]);
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
  await database
    .insertInto('osc.orders')
    .values({ ...order, order_state: 'ORDER_STATE_REFUSED' })
    .execute();
  expect(await seen()).toBe('USER_NOT_FOUND');
  await database
    .updateTable('osc.orders')
    .set({ order_state: 'ORDER_STATE_RECEIVED' })
    .where('subject', '=', subject)
    .execute();
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

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

test('row 67: a person of another publisher does not make itself a customer of the first one’s shop', async () => {
  const { subject } = callers.person;
  const change = { order_system_identifier: ofFirst.orderSystem, customer_id: ofFirst.customer };
  const body = {
    subject,
    notification_id: randomUUID(),
    relation_changes: [{ change_type: 'CUSTOMER_LINKED' as const, ...change }],
  };
  const told = platform.as('osc', callers.person).orderSystemUserRelationNotifyChanges({ body });
  expect(await codeOf(told)).toBe('ORDER_SYSTEM_UNKNOWN');
});
