import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureGroup } from '../../../src/index.ts';
import { linkSubject, startBeforeAll, startTestPlatform } from '../../platform.ts';
import { publishedCourse } from '../published-course.ts';
import { agentOf, base, clientOf, refusalOf, type Client } from './requests.ts';
import { insertRows, rowsOf } from '../../rows.ts';

/* Persons, their subjects and roles: rows 36 to 41 of the adversarial cases, at the record store. */

const platform = startBeforeAll(startTestPlatform);
let mia: SignedIn;
let ben: SignedIn;
let teacher: SignedIn;
let support: SignedIn;

const as = (who: SignedIn): Client => clientOf(platform, `Bearer ${who.token}`);
const activityId = 'https://lectern.example/wasser/kreislauf';
const stateOf = (subject: string) => ({
  activityId,
  agent: agentOf(platform, subject),
  stateId: 'resume',
});

beforeAll(async () => {
  const { signIn } = platform.identityProvider;
  [mia, ben, teacher, support] = await Promise.all([
    signIn('mia'),
    signIn('ben'),
    signIn('adrian'),
    signIn('sofia'),
  ]);
  const { database } = platform;
  await database.deleteFrom('aua.user_roles').execute();
  await insertRows(database, 'aua.user_roles', [
    { subject: teacher.subject, role: 'teacher' },
    { subject: support.subject, role: 'support' },
    { subject: 'remaining', role: 'administrator' },
  ]);
  await ensureGroup(database, {
    group_id: 'class',
    provider_id: 'BEOOK_1',
    name: '7a',
    members: [
      { subject: teacher.subject, group_role: 'leader' },
      { subject: support.subject, group_role: 'leader' },
      { subject: mia.subject, group_role: 'member' },
    ],
  });
  for (const who of [mia, ben, teacher, support]) {
    const put = { method: 'PUT', parameters: stateOf(who.subject), body: `of ${who.subject}` };
    await as(who)(`${base}/activities/state`, put);
    const headers = { 'If-None-Match': '*' };
    const parameters = { agent: agentOf(platform, who.subject), profileId: 'likes' };
    await as(who)(`${base}/agents/profile`, { ...put, headers, parameters });
  }
});

describe('reading', () => {
  const read = async (who: SignedIn, whose: SignedIn) => {
    const state = as(who)(`${base}/activities/state`, { parameters: stateOf(whose.subject) });
    const agent = agentOf(platform, whose.subject);
    const profile = as(who)(`${base}/agents/profile`, {
      parameters: { agent, profileId: 'likes' },
    });
    const list = as(who)(`${base}/activities/state`, { parameters: { activityId, agent } });
    const person = as(who)(`${base}/agents`, { parameters: { agent } });
    return Promise.all(
      [state, profile, list, person].map(async (answer) => [
        (await answer).status,
        await (await answer).text(),
      ]),
    );
  };
  const seen = (whose: SignedIn) => [
    [200, `of ${whose.subject}`],
    [200, `of ${whose.subject}`],
    [200, '["resume"]'],
    [200, expect.stringContaining(whose.subject)],
  ];
  const refused = Array.from({ length: 4 }, () => [
    403,
    expect.stringContaining('SUBJECT_FORBIDDEN'),
  ]);

  test('a pupil reads what is its own, and nothing of another', async () => {
    expect(await read(mia, mia)).toEqual(seen(mia));
    expect(await read(mia, ben)).toEqual(refused);
    expect(await read(mia, teacher)).toEqual(refused);
  });

  const shared = (whose: SignedIn) => [
    [200, `of ${whose.subject}`],
    [403, expect.stringContaining('SUBJECT_FORBIDDEN')],
    [200, '["resume"]'],
    [200, expect.stringContaining(whose.subject)],
  ];
  const share = (sharing_types: readonly string[], course_id = 'wasser') =>
    rowsOf(platform.database, 'gres.members', { subject: mia.subject }).set({
      sharings: JSON.stringify([{ course_id, issue_id: 'wasser-1', sharing_types }]),
    });

  test.each([
    [[], 'wasser'],
    [['Notes', 'Media', 'Scenarios'], 'wasser'],
    [['Answers'], 'feuer'],
  ])('a teacher reads no state of a member that shares %j of %s', async (types, course) => {
    await share(types, course);
    expect(await read(teacher, mia)).toEqual([...refused.slice(0, 3), shared(mia)[3]]);
  });

  test('a teacher reads states that members share with it, and of nobody else', async () => {
    await share(['Answers']);
    expect(await read(teacher, mia)).toEqual(shared(mia));
    expect(await read(teacher, ben)).toEqual(refused);
    expect(await read(teacher, support)).toEqual(refused);
    const looks = await platform.database.selectFrom('gres.looks').selectAll().execute();
    expect(looks).toMatchObject([{ subject: mia.subject, reader: teacher.subject }]);
  });

  test('who is no longer accepted, or whose group is gone, is not read', async () => {
    const { database } = platform;
    const members = (membership_state: 'accepted' | 'requested') =>
      rowsOf(database, 'gres.members', { subject: mia.subject }).set({ membership_state });
    await members('requested');
    expect(await read(teacher, mia)).toEqual(refused);
    await members('accepted');
    const groups = (deleted_at: Date | null) =>
      database.updateTable('gres.groups').set({ deleted_at }).execute();
    await groups(new Date());
    expect(await read(teacher, mia)).toEqual(refused);
    await groups(null);
    expect(await read(teacher, mia)).toEqual(shared(mia));
  });

  test('support reads everybody, and the audit log says so', async () => {
    expect(await read(support, ben)).toEqual(seen(ben));
    const entries = await rowsOf(platform.database, 'aua.audit_log', {
      kind: 'acting-for',
      token_subject: support.subject,
    }).get('call', 'subject');
    expect(entries).toHaveLength(4);
    expect(entries).toContainEqual({ call: '/lars/xapi/agents/profile', subject: ben.subject });
  });
});

describe('writing', () => {
  test.each(['teacher', 'support'] as const)('a %s writes nothing as another', async (role) => {
    const who = { teacher, support }[role];
    for (const path of ['/activities/state', '/agents/profile']) {
      const { agent } = stateOf(mia.subject);
      const profile = { agent, profileId: 'likes' };
      const parameters = path === '/agents/profile' ? profile : stateOf(mia.subject);
      for (const method of ['PUT', 'POST', 'DELETE']) {
        const answer = as(who)(base + path, {
          method,
          parameters,
          ...(method !== 'DELETE' && { body: 'x' }),
        });
        expect(await refusalOf(answer)).toBe('403 SUBJECT_FORBIDDEN');
      }
    }
    const all = {
      method: 'DELETE',
      parameters: { activityId, agent: agentOf(platform, mia.subject) },
    };
    expect(await refusalOf(as(who)(`${base}/activities/state`, all))).toBe('403 SUBJECT_FORBIDDEN');
    const kept = await as(mia)(`${base}/activities/state`, { parameters: stateOf(mia.subject) });
    expect(await kept.text()).toBe(`of ${mia.subject}`);
  });

  test('who may act for others reads for them, and writes nothing', async () => {
    const headers = { 'X-Ia-Subject': mia.subject };
    const parameters = stateOf(mia.subject);
    const path = `${base}/activities/state`;
    const read = await as(support)(path, { headers, parameters });
    expect(await read.text()).toBe(`of ${mia.subject}`);
    const put = { method: 'PUT', headers, parameters, body: 'x' };
    expect(await refusalOf(as(support)(path, put))).toBe('403 NOT_OWN_TOKEN');
    const actor = JSON.parse(agentOf(platform, mia.subject)) as object;
    const post = {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ actor, verb: { id: 'urn:v' }, object: { id: 'urn:a' } }),
    };
    expect(await refusalOf(as(support)(`${base}/statements`, post))).toBe('403 NOT_OWN_TOKEN');
    expect(await (await as(mia)(path, { parameters })).text()).toBe(`of ${mia.subject}`);
  });

  test('a person is no other agent, whatever it is called', async () => {
    for (const agent of [
      { mbox: 'mailto:mia@schule.example' },
      { account: { homePage: 'https://elsewhere.example', name: mia.subject } },
      { openid: `https://login.example/${mia.subject}` },
    ]) {
      const parameters = { ...stateOf(mia.subject), agent: JSON.stringify(agent) };
      const answer = as(mia)(`${base}/activities/state`, { method: 'PUT', parameters, body: 'x' });
      expect(await refusalOf(answer)).toBe('403 SUBJECT_FORBIDDEN');
    }
  });

  test('what is refused is recorded with whose it was', async () => {
    const headers = { 'X-Ia-Correlation-Id': 'as-another' };
    const put = { method: 'PUT', parameters: stateOf(ben.subject), body: 'x', headers };
    expect((await as(mia)(`${base}/activities/state`, put)).status).toBe(403);
    const entries = await rowsOf(platform.database, 'aua.audit_log', {
      correlation_id: 'as-another',
    }).get('kind', 'code', 'token_subject', 'subject');
    expect(entries).toEqual([
      {
        kind: 'refusal',
        code: 'SUBJECT_FORBIDDEN',
        token_subject: mia.subject,
        subject: ben.subject,
      },
    ]);
  });

  test('a profile of an activity is read by all and written by those who publish its course', async () => {
    const course = randomUUID();
    await publishedCourse(platform.database, course);
    const parameters = { activityId: `https://verlag.example/${course}`, profileId: 'outline' };
    const put = (who: SignedIn) =>
      as(who)(`${base}/activities/profile`, {
        method: 'PUT',
        parameters,
        headers: { 'If-None-Match': '*' },
        body: 'outline',
      });
    expect(await refusalOf(put(teacher))).toBe('403 PERMISSION_MISSING');
    await insertRows(platform.database, 'aua.role_permissions', [
      { role: 'support', permission: 'content.publish' },
      { role: 'support', permission: 'content.publish-for-all' },
    ]);
    // Permissions of a role are remembered; another process has not asked yet.
    const other = await platform.anotherProcess();
    const store = clientOf(other, `Bearer ${support.token}`);
    const headers = { 'If-None-Match': '*' };
    const sent = { method: 'PUT', parameters, headers, body: 'outline' };
    expect((await store(`${base}/activities/profile`, sent)).status).toBe(204);
    await other.close();
    const read = await as(mia)(`${base}/activities/profile`, { parameters });
    expect(await read.text()).toBe('outline');
  });
});

describe('identity headers', () => {
  const own = (headers: Record<string, string>) =>
    as(mia)(`${base}/activities/state`, { parameters: stateOf(mia.subject), headers });

  test('the controls: those of the caller, or none', async () => {
    expect((await own({})).status).toBe(200);
    expect((await own({ 'X-Ia-Subject': mia.subject, 'X-Ia-Roles': 'student' })).status).toBe(200);
  });

  test.each([
    ['row 36: the subject of another', { 'X-Ia-Subject': 'demo-ben' }, '403 SUBJECT_FORBIDDEN'],
    ['row 38: a role that is not held', { 'X-Ia-Roles': 'administrator' }, '403 ROLE_FORBIDDEN'],
    ['row 39: a comma in the subject', { 'X-Ia-Subject': 'a,b' }, '400 HEADER_INVALID'],
    ['row 39: a malformed role list', { 'X-Ia-Roles': 'a;b' }, '400 HEADER_INVALID'],
    [
      'row 40: a long correlation id',
      { 'X-Ia-Correlation-Id': 'x'.repeat(129) },
      '400 HEADER_INVALID',
    ],
  ])('%s is refused', async (_name, headers, code) => {
    expect(await refusalOf(own(headers))).toBe(code);
  });
});

test('a person that was linked keeps what it had under either name', async () => {
  const { database } = platform;
  await linkSubject(database, 'former-ben', ben.subject);
  const other = await platform.anotherProcess();
  const store = clientOf(other, `Bearer ${ben.token}`);
  const read = await store(`${base}/activities/state`, { parameters: stateOf('former-ben') });
  expect([read.status, await read.text()]).toEqual([200, `of ${ben.subject}`]);
  const { issuer: homePage } = platform.identityProvider.servicesClient;
  const person = await store(`${base}/agents`, {
    parameters: { agent: agentOf(platform, 'former-ben') },
  });
  expect(await person.json()).toMatchObject({
    objectType: 'Person',
    account: [
      { homePage, name: 'former-ben' },
      { homePage, name: ben.subject },
    ],
  });
  await other.close();
});
