import { readFileSync } from 'node:fs';
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
import { exampleOf, examples } from '@lectern/contracts/examples';
import { demoAccounts } from '@lectern/env';
import type { SignedIn } from '@lectern/env/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { bodyOf } from './call-body.ts';
import { examplePublicFiles } from './files/example-files.ts';
import { restoreExampleFiles } from './files/example-stored-files.ts';
import { restoreExampleLicenses } from './licenses/example-licenses.ts';
import { makeExampleGroups } from './groups/example-groups.ts';
import { startBeforeAll, startTestPlatform, type TestPlatform } from './platform.ts';
import { arrangeExample } from './publishing/example-publication.ts';
import { startScimServer } from './users/scim-server.ts';

/*
 * Every example of the API reference, sent to the real services by someone of the demo who may. They
 * are sent in the order of the contract: what one makes, a later one changes and the last one deletes.
 */

interface AnyExample {
  readonly body?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string>>;
  /** For a file its name. */
  readonly answer: Readonly<Record<string, unknown>> | string;
}

let platform: TestPlatform;
const people = new Map<string, SignedIn & { readonly role: BuiltInRole }>();

const directory = startBeforeAll(startScimServer);
beforeAll(async () => {
  directory.users.push({ id: 'demo-lea', name: { givenName: 'Lea', familyName: 'Wyss' } });
  platform = await startTestPlatform({
    uploadTokenSecret: 'a secret that only these examples know',
    files: examplePublicFiles(),
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
});

const served = (Object.keys(contract) as ServiceCode[]).flatMap((service) =>
  Object.keys(examples[service]).map((name) => ({
    service,
    name,
    title: `${service}.${name}`,
    call: (contract[service] as Readonly<Record<string, Call>>)[name]!,
    example: exampleOf(service, name) as AnyExample,
  })),
);

/** Where more than a permission decides who may. */
const callers: Readonly<Record<string, string>> = {
  userLink: 'demo-mia',
  groupsAcceptMemberships: 'demo-thomas',
};

/** The subject itself where it may, else the first of the others who may. */
function callerOf(call: Call, { body }: AnyExample): SignedIn {
  // Requests for files name it in each of their items.
  const items = body?.['file_access_dtos'] ?? body?.['file_exchange_access_dtos'] ?? [];
  const [item] = items as { subject?: unknown }[];
  const subject = body?.['subject'] ?? item?.subject;
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

/** Puts tokens of this run into an example, which cannot stand in a document. */
function withRealTokens(name: string, body: AnyExample['body']): AnyExample['body'] {
  if (name !== 'userLink') return body;
  const [from, to] = [people.get('demo-lea')!, people.get('demo-mia')!];
  return { ...body, from_token: from.token, to_token: to.token };
}

async function expectFile(response: Response, mediaType: string, name: string) {
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe(mediaType);
  expect(response.headers.get('Content-Disposition')).toContain(`filename="${name}"`);
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
}

test('every call of the sheet is among those that are sent', () => {
  const [header, ...lines] = readFileSync(
    new URL('../../../packages/contracts/calls.tsv', import.meta.url),
    'utf8',
  )
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  const [service, name] = ['service', 'client_method'].map((column) => header!.indexOf(column));
  const onSheet = lines.map((cells) => `${cells[service!]}.${cells[name!]}`);
  expect(onSheet).toHaveLength(137);
  const sent = new Set(served.map(({ title }) => title));
  expect(onSheet.filter((call) => !sent.has(call))).toEqual([]);
});

describe('an example can be sent as it stands', () => {
  test.each(served)('$title', async ({ service, name, call, example }) => {
    if (['lima', 'atma', 'lars'].includes(service)) await restoreExampleLicenses(platform.database);
    if (service === 'atma') await restoreExampleFiles(platform.database);
    await arrangeExample(platform, people.get('demo-adrian')!, name);
    const caller = people.get(callers[name] ?? '') ?? callerOf(call, example);
    const query = example.query ? `?${new URLSearchParams(example.query).toString()}` : '';
    const sent = call.body ? bodyOf(call, withRealTokens(name, example.body)) : undefined;
    const response = await fetch(platform.url + services[service].base + call.path + query, {
      method: call.method,
      headers: {
        'X-Ia-Correlation-Id': 'example',
        'X-Ia-Subject': caller.subject,
        'X-Ia-Roles': '',
        ...(call.permission === 'public' ? {} : { Authorization: `Bearer ${caller.token}` }),
        ...sent?.type,
      },
      ...(sent?.body === undefined ? {} : { body: sent.body }),
    });
    if (answersWithFile(call))
      return expectFile(response, call.answer.mediaType, example.answer as string);
    const answer = (await response.json()) as Record<string, unknown>;
    expect(answer).toMatchObject({ result_state: expect.stringMatching(/^(OK|IA_OK)$/) });
    expect(z.safeParse(call.answer as z.ZodMiniObject, answer).error).toBeUndefined();
    // Nothing comes that the documented answer does not show.
    const { result_state: _, ...payload } = answer;
    expect(Object.keys(example.answer)).toEqual(expect.arrayContaining(Object.keys(payload)));
  });
});
