import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, expect, test } from 'vitest';
import { codeOf, linkSubject, startBeforeAll } from '../platform.ts';
import { post, startAdministration } from './administration.ts';

/*
 * Sofia has two accounts; the one that she signs in with leads to the other. What she does is done by
 * the other, and the audit log says by which login.
 */

const target = 'sofia-at-work';

const administration = startBeforeAll(startAdministration);
let mia: SignedIn;
let sofia: SignedIn;

beforeAll(async () => {
  const { identityProvider, database } = administration.platform;
  mia = await identityProvider.signIn('mia');
  sofia = await identityProvider.signIn('sofia');
  await administration.makeUsers(target, mia.subject);
  await database
    .insertInto('aua.user_roles')
    .values(['support', 'administrator'].map((role) => ({ subject: target, role })))
    .execute();
  await linkSubject(database, sofia.subject, target);
});

const entriesOf = (subject: string) =>
  administration.platform.database
    .selectFrom('aua.audit_log')
    .select(['kind', 'token_subject', 'login_subject', 'code'])
    .where('subject', '=', subject)
    .orderBy('at')
    .execute();

const bySofia = () => ({ token_subject: target, login_subject: sofia.subject });

test('acting for another, named by the body or the header', async () => {
  const { platform } = administration;
  await platform.as('lars', sofia).dataGet({ body: { subject: mia.subject } });
  await platform
    .as('lars', { ...sofia, subject: mia.subject })
    .dataGet({ body: { subject: mia.subject } });
  const acted = { kind: 'acting-for', code: null, ...bySofia() };
  expect(await entriesOf(mia.subject)).toEqual([acted, acted]);
});

test('an administrative change, and one that is refused', async () => {
  await administration.makeUsers('anna');
  const setRole = (role: string) =>
    administration.platform
      .as('aua', sofia)
      .userSetRoles({ body: { subject: 'anna', role_names: [role] } });
  await setRole('teacher');
  await linkSubject(administration.platform.database, 'anna-before', 'anna');
  expect(await codeOf(setRole('support'))).toBe('SUBJECT_LINKED');
  expect(await entriesOf('anna')).toEqual([
    { kind: 'change', code: null, ...bySofia() },
    { kind: 'refusal', code: 'SUBJECT_LINKED', ...bySofia() },
  ]);
});

test.each([
  ['the header', (other: string) => ({ ...mia, subject: other }), {}],
  ['the body', () => mia, undefined],
] as const)('a refusal of what %s names', async (_where, who, body) => {
  const { platform } = administration;
  const other = randomUUID();
  await platform.database
    .insertInto('aua.subject_links')
    .values({ from_subject: mia.subject, to_subject: 'mia-at-home' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const elsewhere = await platform.anotherProcess();
  try {
    expect(await post(elsewhere.url, who(other), '/user/get', body ?? { subject: other })).toEqual([
      403,
      'SUBJECT_FORBIDDEN',
    ]);
  } finally {
    await elsewhere.close();
  }
  expect(await entriesOf(other)).toEqual([
    {
      kind: 'refusal',
      code: 'SUBJECT_FORBIDDEN',
      token_subject: 'mia-at-home',
      login_subject: mia.subject,
    },
  ]);
});

test('nothing stands beside an owner who used the account itself', async () => {
  await administration.makeUsers('ben');
  await administration.users.userSetRoles({ body: { subject: 'ben', role_names: ['teacher'] } });
  expect(await entriesOf('ben')).toEqual([
    {
      kind: 'change',
      code: null,
      token_subject: administration.administrator.subject,
      login_subject: null,
    },
  ]);
});
