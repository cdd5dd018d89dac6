import type { SignedIn } from '@lectern/env/testing';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { giveRole, makeBeforeAll, startBeforeAll, startTestPlatform } from '../platform.ts';
import { guardedCalls, type ServedCall } from '../served-calls.ts';
import { allOf, headersOf, outcomeOf, outcomesOf, type Headers } from './requests.ts';

/* Rows 36 and 38: the headers claim to be somebody whom the token does not prove. */

const platform = startBeforeAll(startTestPlatform);

const mia = makeBeforeAll(() => platform.identityProvider.signIn('mia'));
const sofia = makeBeforeAll(() => platform.identityProvider.signIn('sofia'));
beforeAll(async () => {
  await giveRole(platform.database, sofia.subject, 'support');
  await platform.as('aua', mia).userUpdateUserInfo();
});

const getMia = (who: SignedIn, change: Headers = {}) =>
  outcomeOf(
    platform.request(
      '/aua/v1/user/get',
      headersOf(who, change),
      JSON.stringify({ subject: mia.subject }),
    ),
  );

const auditOf = (correlationId: string) =>
  platform.database
    .selectFrom('aua.audit_log')
    .select(['kind', 'call', 'token_subject', 'client_id', 'subject', 'code', 'change'])
    .where('correlation_id', '=', correlationId)
    .execute();

describe('the controls', () => {
  test('one’s own name is believed, and leaves no entry', async () => {
    expect(await getMia(mia, { 'X-Ia-Correlation-Id': 'own' })).toEqual([200, 'OK']);
    expect(await auditOf('own')).toEqual([]);
  });

  test('support acts for a pupil under a role that it holds, with an entry', async () => {
    const acting = {
      'X-Ia-Subject': mia.subject,
      'X-Ia-Roles': 'support',
      'X-Ia-Correlation-Id': 'acting',
    };
    expect(await getMia(sofia, acting)).toEqual([200, 'OK']);
    expect(await auditOf('acting')).toMatchObject([
      { kind: 'acting-for', token_subject: sofia.subject, subject: mia.subject, code: null },
    ]);
  });
});

/** Makes each call under a correlation id of its own. */
async function refusalsAndEntries(change: Headers, name: string, who = mia) {
  const idOf = ({ title }: ServedCall) => `${name}-${title}`;
  const refusals = await outcomesOf(platform, guardedCalls, (served) =>
    headersOf(who, { ...change, 'X-Ia-Correlation-Id': idOf(served) }),
  );
  const entries: Record<string, unknown> = {};
  for (const served of guardedCalls) entries[served.title] = await auditOf(idOf(served));
  return { refusals, entries };
}

/** One entry for each call. */
function entriesOf(code: string, subject: string, token_subject = mia.subject) {
  const rest = { kind: 'refusal', token_subject, client_id: 'lectern-shell' };
  return Object.fromEntries(
    guardedCalls.map(({ title, path }) => [
      title,
      [{ ...rest, call: path, subject, code, change: null }],
    ]),
  );
}

test('row 36: every call in another’s name is refused and audited', async () => {
  const change = { 'X-Ia-Subject': 'demo-ben' };
  expect(await refusalsAndEntries(change, 'other')).toEqual({
    refusals: allOf(guardedCalls, [403, 'SUBJECT_FORBIDDEN']),
    entries: entriesOf('SUBJECT_FORBIDDEN', 'demo-ben'),
  });
});

test('row 38: every call with a role that the caller does not hold is refused and audited', async () => {
  const change = { 'X-Ia-Roles': 'student,administrator' };
  // Of one subject not so many are recorded a minute.
  const lea = await platform.identityProvider.signIn('lea');
  expect(await refusalsAndEntries(change, 'wide', lea)).toEqual({
    refusals: allOf(guardedCalls, [403, 'ROLE_FORBIDDEN']),
    entries: entriesOf('ROLE_FORBIDDEN', lea.subject, lea.subject),
  });
});

test('row 36: another in the body is refused and audited with that name', async () => {
  const headers = headersOf(mia, { 'X-Ia-Correlation-Id': 'in-the-body' });
  const body = JSON.stringify({ subject: 'demo-ben' });
  const response = platform.request('/aua/v1/user/get', headers, body);
  expect(await outcomeOf(response)).toEqual([403, 'SUBJECT_FORBIDDEN']);
  expect(await auditOf('in-the-body')).toMatchObject([
    { kind: 'refusal', subject: 'demo-ben', code: 'SUBJECT_FORBIDDEN' },
  ]);
});

test('row 36: a name that nobody has is refused as one that somebody has', async () => {
  const refusals = await Promise.all(
    ['demo-ben', 'nobody-at-all', 'DEMO-MIA'].map((subject) =>
      platform
        .request('/aua/v1/user/get', headersOf(mia, { 'X-Ia-Subject': subject }), '{}')
        .then((response) => response.text()),
    ),
  );
  expect(new Set(refusals).size).toBe(1);
});

test('row 38: roles narrow, also those of support staff', async () => {
  const asPupil = { 'X-Ia-Roles': 'student' };
  expect(await getMia(sofia, asPupil)).toEqual([403, 'ROLE_FORBIDDEN']);
  expect(await getMia(sofia, { 'X-Ia-Roles': 'Support' })).toEqual([403, 'ROLE_FORBIDDEN']);
  expect(await getMia(mia, asPupil)).toEqual([200, 'OK']);
});

describe('row 36: the audit log', () => {
  test.each([
    ['update', sql`update aua.audit_log set code = null`],
    ['update of a subject', sql`update aua.audit_log set subject = 'x', token_subject = 'x'`],
    ['delete', sql`delete from aua.audit_log`],
    ['truncate', sql`truncate aua.audit_log`],
  ])('refuses %s', async (_name, statement) => {
    await getMia(mia, { 'X-Ia-Subject': 'demo-ben', 'X-Ia-Correlation-Id': 'stays' });
    const entries = () =>
      platform.database.selectFrom('aua.audit_log').selectAll().orderBy('entry_id').execute();
    const before = await entries();
    await expect(statement.execute(platform.database)).rejects.toThrow('append-only');
    expect(await entries()).toEqual(before);
  });
});
