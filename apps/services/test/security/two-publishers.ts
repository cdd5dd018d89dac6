import { startPeopledPlatform } from '../peopled-platform.ts';
import type { JwtIssuer } from '../issuer.ts';
import { about, ask, namesAny, type Kind, type Names, type Told } from '../marked/named-things.ts';
import { first, makePublishers, second } from '../marked/publishers.ts';
import type { TestPlatform } from '../platform.ts';
import { makePublisher, publish, smallIssue } from '../publishing/publication.ts';
import { guardedCalls, type ServedCall } from '../served-calls.ts';

/*
 * Two publishers on one platform, and who is of the second one: its order system, and a person.
 */

/** Things of the first publisher, with a course of it. */
export const ofFirst = { ...first, course: 'first-course', issue: 'first-issue' } satisfies Names;
export type Things = Readonly<Record<keyof typeof ofFirst, string>>;

/** Names of the same kinds that nothing has. */
export const nothing: Things = {
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

export const calls = guardedCalls
  .map((served) => ({ ...served, example: exampleOf(served) }))
  .filter((served) => namesAny(served, Object.keys(ofFirst) as Kind[]));

/** Calls that take names which are unique for all publishers, and say so. */
export const isTaken: ReadonlySet<string> = new Set(['osc.orderSystemRegister']);

/** The attackers: an order system, and a person, each with every permission but that for all publishers. */
export const who = ['order system', 'person'] as const;
export type Who = (typeof who)[number];
export type Caller = { readonly subject: string; readonly token: string };

/** The platform with both publishers. */
export interface TwoPublishers {
  readonly issuer: JwtIssuer;
  readonly platform: TestPlatform;
  readonly callers: Readonly<Record<Who | 'administrator', Caller>>;
  /** Asks about things; what the request has named is replaced in the answer. */
  send(served: ServedCall, caller: Caller, things: Things, subjectHeader?: string): Promise<Told>;
  close(): Promise<void>;
}

export async function startTwoPublishers(): Promise<TwoPublishers> {
  const { issuer, platform, close } = await startPeopledPlatform();
  const callers = {} as Record<Who | 'administrator', Caller>;
  await makePublishers(platform.database, issuer.options.issuer);
  await publishFirst();
  await makeCallers();
  return {
    issuer,
    platform,
    callers,
    send,
    close,
  };

  async function sign(sub: string, roles: readonly string[], client_id = 'shell') {
    const who = await issuer.signIn(sub, { client_id });
    if (roles.length > 0) {
      await platform.database
        .insertInto('aua.user_roles')
        .values(roles.map((role) => ({ subject: who.subject, role })))
        .execute();
    }
    return who;
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

  async function send(
    served: ServedCall,
    caller: Caller,
    things: Things,
    subjectHeader = caller.subject,
  ): Promise<Told> {
    const body = about(served.example.body, things);
    let { status, text } = await ask(platform, served, caller, body, subjectHeader);
    // Names of the request come back, and new things have ids of their own.
    for (const [kind, name] of Object.entries(things)) text = text.replaceAll(name, `<${kind}>`);
    text = text
      .replaceAll(/[A-Z0-9]{4}(-[A-Z0-9]{4}){3}/g, '<coupon>')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
    return { status, text };
  }
}

function exampleOf({ name, example }: ServedCall): ServedCall['example'] {
  const body = changedExamples[name];
  return body ? { body } : example;
}

export const callOf = (title: string) => calls.find((served) => served.title === title)!;

/** In a network that is public, whatever is found there. */
export const registrationOf = (order_system_identifier: string, client: object) => ({
  order_system_identifier,
  connector_id: `connector-of-${order_system_identifier}`,
  notification_address: 'https://1.1.1.1/',
  credentials: {
    client_id: 'shop',
    notification_key: 'a key that only the order system knows',
    ...client,
  },
});
