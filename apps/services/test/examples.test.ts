import {
  builtInRoles,
  contract,
  services,
  type BuiltInRole,
  type Call,
  type Permission,
  type ServiceCode,
} from '@lectern/contracts';
import { examples } from '@lectern/contracts/examples';
import { demoAccounts } from '@lectern/env';
import type { SignedIn } from '@lectern/env/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openCalls } from '../src/open-calls.ts';
import { examplePublicFiles } from './files/example-files.ts';
import { restoreExampleLicenses } from './licenses/example-licenses.ts';
import { makeExampleGroups } from './groups/example-groups.ts';
import { startTestPlatform, type TestPlatform } from './platform.ts';
import { startScimServer, type ScimServer } from './users/scim-server.ts';

/*
 * Every example of the API reference, sent to the real services by someone of the demo who may. They
 * are sent in the order of the contract: what one makes, a later one changes and the last one deletes.
 */

interface AnyExample {
  readonly body?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly answer: Readonly<Record<string, unknown>>;
}

let platform: TestPlatform;
let directory: ScimServer;
const people = new Map<string, SignedIn & { readonly role: BuiltInRole }>();

beforeAll(async () => {
  directory = await startScimServer();
  directory.users.push({ id: 'demo-lea', name: { givenName: 'Lea', familyName: 'Wyss' } });
  platform = await startTestPlatform({
    uploadTokenSecret: 'a secret that only these examples know',
    files: examplePublicFiles,
    directories: [{ identityProviderIdentifier: 'SCHUL_VERLAG_1', address: directory.address }],
  });
  await platform.database
    .insertInto('aua.user_roles')
    .values(demoAccounts.map(({ subject, role }) => ({ subject, role })))
    .execute();
  for (const { username, subject, role } of demoAccounts) {
    const signedIn = await platform.identityProvider.signIn(username);
    people.set(subject, { ...signedIn, role });
    await platform.as('aua', signedIn).userUpdateUserInfo();
  }
  await makeExampleGroups(platform.database);
});
afterAll(async () => {
  await platform.close();
  directory.close();
});

const served = (Object.keys(contract) as ServiceCode[]).flatMap((service) =>
  Object.keys(examples[service])
    .filter((name) => {
      const open: readonly string[] =
        (openCalls as Partial<Record<string, readonly string[]>>)[service] ?? [];
      return !open.includes(name);
    })
    .map((name) => ({
      service,
      name,
      title: `${service}.${name}`,
      call: (contract[service] as Readonly<Record<string, Call>>)[name]!,
      example: (examples[service] as unknown as Readonly<Record<string, AnyExample>>)[name]!,
    })),
);

/** The subject itself where it may, else the first of the others who may. */
function callerOf(call: Call, { body }: AnyExample): SignedIn {
  const subject = body?.['subject'];
  const holds = ({ role }: { role: BuiltInRole }, permission: Permission | 'public') =>
    permission === 'public' || (builtInRoles[role] as readonly Permission[]).includes(permission);
  const own = people.get(String(subject));
  if (own && holds(own, call.permission)) return own;
  const other = [...people.values()].find(
    (person) =>
      holds(person, call.permission) &&
      (subject === undefined ||
        (call.permissionForOthers && holds(person, call.permissionForOthers))),
  );
  if (!other) throw new Error('Nobody of the demo may make this call.');
  return other;
}

/** What cannot stand in a document: tokens of this very run. */
function withRealTokens(name: string, body: AnyExample['body']): AnyExample['body'] {
  if (name !== 'userLink') return body;
  const [from, to] = [people.get('demo-lea')!, people.get('demo-mia')!];
  return { ...body, from_token: from.token, to_token: to.token };
}

describe('an example can be sent as it stands', () => {
  test.each(served)('$title', async ({ service, name, call, example }) => {
    if (service === 'lima') await restoreExampleLicenses(platform.database);
    const caller = name === 'userLink' ? people.get('demo-mia')! : callerOf(call, example);
    const query = example.query ? `?${new URLSearchParams(example.query).toString()}` : '';
    const response = await fetch(platform.url + services[service].base + call.path + query, {
      method: call.method,
      headers: {
        'X-Ia-Correlation-Id': 'example',
        'X-Ia-Subject': caller.subject,
        'X-Ia-Roles': '',
        ...(call.permission === 'public' ? {} : { Authorization: `Bearer ${caller.token}` }),
        ...(call.body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(call.body ? { body: JSON.stringify(withRealTokens(name, example.body)) } : {}),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    expect(answer).toMatchObject({ result_state: expect.stringMatching(/^(OK|IA_OK)$/) });
    expect(z.safeParse(call.answer as z.ZodMiniObject, answer).error).toBeUndefined();
    // Nothing comes that the documented answer does not show.
    const { result_state: _, ...payload } = answer;
    expect(Object.keys(example.answer)).toEqual(expect.arrayContaining(Object.keys(payload)));
  });
});
