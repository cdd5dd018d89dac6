import { randomUUID } from 'node:crypto';
import {
  answersWithFile,
  builtInRoles,
  contract,
  services,
  type BuiltInRole,
  type Call,
  type Permission,
  type ServiceCode,
} from '@lectern/contracts';
import { exampleOf } from '@lectern/contracts/examples';
import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { bodyOf } from './call-body.ts';
import { startJwtIssuer } from './issuer.ts';
import { giveRole, startBeforeAll, startTestPlatform } from './platform.ts';

/*
 * Row 42: every call with every built-in role, for the own subject and for another's. What is expected
 * follows from the contract alone; what happens comes from the real services.
 */

const issuer = startBeforeAll(startJwtIssuer);
const platform = startBeforeAll(() =>
  startTestPlatform({ furtherIdentityProviders: [issuer.options] }),
);
beforeAll(async () => {
  // An administrator remains, whatever the matrix removes.
  await giveRole(platform.database, 'remaining', 'administrator');
});

const calls = Object.entries(contract).flatMap(([service, byName]) =>
  Object.entries(byName as Readonly<Record<string, Call>>).map(([name, call]) => ({
    service: service as ServiceCode,
    name,
    call,
  })),
);

/** Codes by which authorization refuses; anything else means that the call was let through. */
const refusals = new Set([
  'TOKEN_REQUIRED',
  'SUBJECT_FORBIDDEN',
  'NOT_OWN_TOKEN',
  'SIGN_IN_NOT_FRESH',
  'ROLE_FORBIDDEN',
  'PERMISSION_MISSING',
]);

/**
 * Subject of a request: another's named in X-Ia-Subject or in the body, or one's own. That one comes last, because
 * the two before it leave nothing with the person.
 */
const situations = ["another's in the header", "another's in the body", 'own'] as const;
type Situation = (typeof situations)[number];

/** A body that names nobody is the same one in every situation. */
function situationsOf(call: Call): readonly Situation[] {
  const isNamed = namesSubject(call) || namesSubjects(call);
  return situations.filter((situation) => isNamed || situation !== "another's in the body");
}

function expected(call: Call, role: BuiltInRole, situation: Situation): string {
  if (call.permission === 'public') return 'let through';
  const held: readonly Permission[] = builtInRoles[role];
  if (situation === "another's in the header" && !actsForOthers(role)) {
    // Also where the call does not go by X-Ia-Subject: what is sent must be true.
    return 'SUBJECT_FORBIDDEN';
  }
  if (!held.includes(call.permission)) return 'PERMISSION_MISSING';
  if (situation === "another's in the header" && call.ownTokenOnly) return 'NOT_OWN_TOKEN';
  if (situation === "another's in the body") {
    const forOthers = call.permissionForOthers;
    return forOthers && held.includes(forOthers) ? 'let through' : 'SUBJECT_FORBIDDEN';
  }
  return 'let through';
}

const actsForOthers = (role: BuiltInRole) =>
  (builtInRoles[role] as readonly Permission[]).includes('subject.act-for');

/** True where each item of a batch names its subject; `subject` of the examples is somebody's. */
function namesSubjects(call: Call): boolean {
  return /^\/v[12]\/file(Exchange)?\/access$/.test(call.path);
}

/** The same batch for another subject. */
function itemsFor(subject: string, body: object): object {
  return Object.fromEntries(
    Object.entries(body).map(([field, items]) => [
      field,
      (items as readonly object[]).map((item) => ({ ...item, subject })),
    ]),
  );
}

function namesSubject(call: Call): boolean {
  const shape = (call.body as { def?: { shape?: object } } | undefined)?.def?.shape;
  return shape !== undefined && 'subject' in shape;
}

/** Someone new with this role: no call of the matrix meets what another one left. */
async function newPerson(role: BuiltInRole): Promise<SignedIn> {
  const who = await issuer.signIn(randomUUID());
  await giveRole(platform.database, who.subject, role);
  return who;
}

async function outcome(
  service: ServiceCode,
  name: string,
  call: Call,
  { subject, token }: SignedIn,
  situation: Situation,
): Promise<string> {
  const example = exampleOf(service, name);
  const given = example.body as Record<string, object>;
  const other = 'another-person';
  const headers: Record<string, string> = {
    'X-Ia-Correlation-Id': randomUUID(),
    'X-Ia-Subject': situation === "another's in the header" ? other : subject,
    'X-Ia-Roles': '',
    Authorization: `Bearer ${token}`,
  };
  const named = {
    own: subject,
    "another's in the body": other,
    "another's in the header": other,
  }[situation];
  const body = {
    ...(namesSubjects(call) ? itemsFor(named, given) : given),
    ...(namesSubject(call) ? { subject: named } : {}),
  };
  const query = new URLSearchParams(example.query as Record<string, string>);
  const sent = bodyOf(call, call.body ? body : {});
  const response = await fetch(
    `${platform.url}${services[service].base}${call.path}?${query.toString()}`,
    {
      method: call.method,
      headers: { ...sent.type, ...headers },
      ...(sent.body === undefined ? {} : { body: sent.body }),
    },
  );
  if (response.ok && answersWithFile(call)) return 'let through';
  const answer = (await response.json()) as { result_messages?: { code: string }[] };
  const code = answer.result_messages?.[0]?.code ?? 'OK';
  if (code === 'REQUEST_INVALID' || code === 'INTERNAL') return code;
  return refusals.has(code) ? code : 'let through';
}

describe.each(Object.keys(builtInRoles) as BuiltInRole[])('row 42: %s', (role) => {
  test.each(calls)('$service/$name', async ({ service, name, call }) => {
    const person = await newPerson(role);
    const happened: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    for (const situation of situationsOf(call)) {
      happened[situation] = await outcome(service, name, call, person, situation);
      wanted[situation] = expected(call, role, situation);
    }
    expect(happened).toEqual(wanted);
  });
});

test('no role of a pupil or teacher may act for others', () => {
  expect(Object.keys(builtInRoles).filter((role) => actsForOthers(role as BuiltInRole))).toEqual([
    'support',
  ]);
});
