import { randomUUID } from 'node:crypto';
import { services } from '@lectern/contracts';
import { sql } from 'kysely';
import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { recordAudit } from '../../src/authorization/audit-log.ts';
import { joinNewGroup } from '../groups/new-group.ts';
import { statement } from '../learning-records/xapi/record-store.ts';
import {
  agentOf,
  base,
  clientOf,
  keyWith,
  refusalOf,
  type Client,
} from '../learning-records/xapi/requests.ts';
import { about, ask } from '../marked/named-things.ts';
import { codeOf, makeBeforeAll, makeBeforeEach, startBeforeAll } from '../platform.ts';
import { guardedCalls, type ServedCall } from '../served-calls.ts';
import { tablesNaming } from '../tables-naming.ts';
import { startLifecycle } from './lifecycle.ts';
import { insertRows, rowsOf } from '../rows.ts';

const lifecycle = startBeforeAll(startLifecycle);
const administrator = makeBeforeAll(() => lifecycle.newPerson('administrator'));

const anna = makeBeforeEach(() => lifecycle.newPerson());
const annaAgain = makeBeforeEach(() => lifecycle.newPerson());

const tablesWith = (text: string) => tablesNaming(lifecycle.platform.database, text);

const erase = (subject: string) =>
  lifecycle.platform.as('aua', administrator).userDelete({ body: { subject } });

/** Tables with columns that are called after subjects. */
async function tablesOfSubjects(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct table_schema || '.' || table_name as name from information_schema.columns
    where column_name ~ '(^|_)subject$|_by$' and table_schema in (${sql.join(Object.keys(services))})
  `.execute(lifecycle.platform.database);
  return rows.map(({ name }) => name);
}

test('whoever these tests erase was named by every table that can name a subject', async () => {
  await lifecycle.live(anna, 'old');
  const named = new Set(await tablesWith(anna.subject));
  const others = (await tablesOfSubjects()).filter((table) => !named.has(table));
  expect(others.toSorted()).toEqual([
    // Clients of the identity provider, which are nobody.
    'aua.applications',
    // Subjects that are being erased or linked.
    'aua.subject_job_steps',
    'aua.subject_jobs',
    'aua.subject_links',
  ]);
});

test('takes a subject and those linked to it out of the whole database', async () => {
  await lifecycle.live(anna, 'Bach bei Olten');
  await lifecycle.live(annaAgain, 'Bach bei Aarau');
  await lifecycle.link(anna, anna, annaAgain);
  // She signed in with her old account.
  await recordAudit(lifecycle.platform.database, {
    kind: 'acting-for',
    call: '/lars/v1/data/get',
    tokenSubject: annaAgain.subject,
    loginSubject: anna.subject,
    correlationId: 'login',
  });
  expect(await tablesWith(anna.subject)).toContain('aua.audit_log');

  const { subject, erasure } = await erase(anna.subject);
  // By its old name, too, the person that it leads to is erased; the answer says so.
  expect(subject).toBe(annaAgain.subject);
  expect(erasure.state).toBe('DONE');
  const erased = Object.assign({}, ...erasure.steps.map((step) => step.erased)) as object;
  expect(erased).toMatchObject({
    'aua.users': 2,
    'atma.file_versions': 4,
    'clag.content_items': 14,
    'clag.local_store_items': 4,
    'lars.statements': 6,
    'lima.devices': 2,
    'gres.members': 4,
    'osc.coupons': 4,
  });
  // Only the job and the links still know whom to look for once more.
  expect(await tablesWith(annaAgain.subject)).toEqual([
    'aua.subject_job_steps',
    'aua.subject_jobs',
    'aua.subject_links',
  ]);

  // Requests that were let in before write late, one of them by the name from before the link.
  for (const { subject } of [anna, annaAgain]) {
    await joinNewGroup(lifecycle.platform.database, subject);
  }
  await lifecycle.sweepNow();
  await expect.poll(() => tablesWith(annaAgain.subject)).toEqual([]);
  await expect.poll(() => tablesWith(anna.subject)).toEqual([]);
  // Nor is there anything that they wrote or were called, under whatever name.
  expect(await tablesWith('Bach bei Olten')).toEqual([]);
  expect(await tablesWith('Bach bei Aarau')).toEqual([]);
  expect(await tablesWith('Bach-bei-Olten')).toEqual([]);
});

test('leaves the entries of the audit log, without the name', async () => {
  await lifecycle.link(anna, anna, annaAgain);
  const { erasure } = await erase(annaAgain.subject);
  const entries = await lifecycle.platform.database
    .selectFrom('aua.audit_log')
    .select(['call', 'token_subject', 'subject'])
    .where('subject', '=', `erased-${erasure.job_id}`)
    .orderBy('at')
    .execute();
  expect(entries).toEqual([
    {
      call: '/aua/v1/user/link',
      token_subject: `erased-${erasure.job_id}`,
      subject: `erased-${erasure.job_id}`,
    },
    {
      call: '/aua/v1/user/delete',
      token_subject: administrator.subject,
      subject: `erased-${erasure.job_id}`,
    },
  ]);
});

test('again says that nothing is left; of nobody, too', async () => {
  await lifecycle.live(anna, 'old');
  await erase(anna.subject);
  await expect(erase(anna.subject)).resolves.toMatchObject({ result_state: 'IA_OK' });
  await expect(erase('nobody-ever')).resolves.toMatchObject({ result_state: 'IA_OK' });
});

test('row 64: keeps the subject out until it is over: what it saved now would go, too', async () => {
  await lifecycle.live(anna, 'old');
  await erase(anna.subject);
  // A process that never saw the token, and another sign-in.
  expect(await lifecycle.ownerOf(anna)).toContain('TOKEN_REQUIRED');
  await erasedEarlier(5);
  expect(await lifecycle.ownerOf(await lifecycle.again(anna))).toContain('SUBJECT_ERASING');
});

describe('once it is over', () => {
  const create = (who: SignedIn) => lifecycle.platform.as('aua', who).userUpdateUserInfo();
  const write = (who: SignedIn) => codeOf(lifecycle.writeAnswer(who, 'late', 'late'));

  beforeEach(async () => {
    await lifecycle.live(anna, 'old');
    await erase(anna.subject);
    await sweptOf(anna);
  });

  test('no token of before opens anything, in no process', async () => {
    expect(await write(anna)).toBe('TOKEN_REQUIRED');
    expect(await codeOf(create(anna))).toBe('TOKEN_REQUIRED');
    expect(await lifecycle.ownerOf(anna)).toContain('TOKEN_REQUIRED');
  });

  test.each([
    ['a renewed token of the same sign-in', { auth_time: Math.floor(Date.now() / 1000) - 60 }],
    ['a token that does not say when it was issued', { iat: undefined, auth_time: undefined }],
  ])('nor does %s', async (_what, claims) => {
    await erasedEarlier(5);
    expect(await codeOf(create(await lifecycle.again(anna, claims)))).toBe('TOKEN_REQUIRED');
  });

  test('row 107: no token of it links it, neither of before nor until it is a user again', async () => {
    const other = await lifecycle.newPerson();
    const link = async (from: SignedIn, to: SignedIn) =>
      codeOf(
        lifecycle.platform
          .as('aua', other)
          .userLink({ body: { from_token: from.token, to_token: to.token } }),
      );
    expect(await link(anna, other)).toBe('TOKEN_INVALID');
    expect(await link(other, anna)).toBe('TOKEN_INVALID');
    await erasedEarlier(5);
    const back = await lifecycle.again(anna);
    expect(await link(back, other)).toBe('TOKEN_INVALID');
    expect(await tablesWith(anna.subject)).toEqual([]);
    await create(back);
    expect(await link(back, other)).toBeUndefined();
  });

  test('who signs in again is a new user, and nothing before', async () => {
    await erasedEarlier(5);
    const back = await lifecycle.again(anna);
    expect(await write(back)).toBe('TOKEN_REQUIRED');
    // The refusal, and nothing else.
    expect(await tablesWith(anna.subject)).toEqual(['aua.audit_log']);
    await create(back);
    expect(await lifecycle.answersOf(back)).toEqual({});
    await lifecycle.writeAnswer(back, 'new', 'new');
    expect(await lifecycle.answersOf(back)).toEqual({ new: 'new' });
    const still = await lifecycle.again(anna, { auth_time: Math.floor(Date.now() / 1000) - 60 });
    expect(await write(still)).toBe('TOKEN_REQUIRED');
  });
});

describe('row 64: of whom is erased others store nothing either', () => {
  let gone: SignedIn;
  let teacher: SignedIn;
  let group_id: string;
  let key: Client;
  let agent: object;

  beforeAll(async () => {
    const { platform } = lifecycle;
    [gone, teacher] = await Promise.all([lifecycle.newPerson(), lifecycle.newPerson('teacher')]);
    key = clientOf(platform, await keyWith(platform, 'all'));
    agent = { name: 'Gerda', ...(JSON.parse(agentOf(platform, gone.subject)) as object) };
    ({ group_id } = (
      await platform.as('gres', teacher).groupsCreateNew({
        body: {
          subject: teacher.subject,
          group_id: randomUUID(),
          provider_id: 'BEOOK_1',
          name: 'Chor',
        },
      })
    ).group);
    await platform.as('aua', gone).userUpdateUserInfo();
    await erase(gone.subject);
    await sweptOf(gone);
  });

  const invite = async () =>
    (await codeOf(
      lifecycle.platform.as('gres', teacher).groupsAddMemberships({
        body: {
          group_id,
          memberships: [
            {
              subject: gone.subject,
              group_role: 'member',
              membership_types: [],
              display_name: 'Gerda',
            },
          ],
        },
      }),
    )) ?? 'stored';
  const outcomeOf = async (answer: Promise<Response>) => {
    const { ok } = await answer;
    return ok ? 'stored' : (await refusalOf(answer)).replace(/^403 /, '');
  };
  const record = (members: object, headers = {}) =>
    key(`${base}/statements`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify([statement(members)]),
    });
  const recordEach = async (members: object) => {
    const headers = { 'X-Lectern-Results': 'each', 'X-Lectern-Invalid': 'keep' };
    const [item] = (await (await record(members, headers)).json()) as [{ result: string }];
    return item.result;
  };
  const put = (path: string, parameters: object) =>
    outcomeOf(
      key(base + path, {
        method: 'PUT',
        parameters: { agent: JSON.stringify(agent), ...parameters },
        headers: { 'If-None-Match': '*' },
        body: 'Gerda',
      }),
    );
  // Orders, licences, customers, and what administrators set.
  const changes = guardedCalls.filter(
    ({ call }) =>
      call.administrative && call.permissionForOthers && call.permission !== 'user.erase',
  );
  const change = async (served: ServedCall) => {
    const body = about(served.example.body, { subject: gone.subject });
    const { text } = await ask(lifecycle.platform, served, administrator, body);
    const { result_messages } = JSON.parse(text) as { result_messages?: { code: string }[] };
    return result_messages?.[0]?.code ?? 'stored';
  };
  const reserve = async () => {
    const coupon_code = 'GERDA23456789ABC';
    await insertRows(lifecycle.platform.database, 'osc.coupons', {
      coupon_code,
      batch_identifier: 'b',
      order_system_identifier: 'SHOP',
      mandant_identifier: 'LECTERN',
      product_reference: 'wasser-entdecken',
      license_strategy: 'LICENSE_STRATEGY_USER',
      seats: 1,
      coupon_state: 'VALID',
    });
    const reserved = {
      coupon_code,
      coupon_state: 'ASSIGNED' as const,
      assigned_subject: gone.subject,
      reason: 'x',
    };
    const body = { state_changes: [reserved] };
    const changed = lifecycle.platform.as('osc', administrator).couponChangeState({ body });
    return (await codeOf(changed)) ?? 'stored';
  };
  const within = (member: object) => ({ objectType: 'Group', member: [member] });

  test.each<[string, string, () => Promise<string>]>([
    ['a leader’s invitation', 'INVITATION_DECLINED', invite],
    ...changes.map((served): [string, string, () => Promise<string>] => [
      served.title,
      'SUBJECT_ERASED',
      () => change(served),
    ]),
    ['a coupon', 'SUBJECT_ERASED', reserve],
    ['its statement', 'SUBJECT_ERASED', () => outcomeOf(record({ actor: agent }))],
    ['its statement of many', 'forbidden', () => recordEach({ actor: agent })],
    ['what is no statement', 'invalid', () => recordEach({ actor: agent, verb: {} })],
    [
      'a state',
      'SUBJECT_ERASED',
      () => put('/activities/state', { activityId: 'urn:a', stateId: 's' }),
    ],
    ['a profile', 'SUBJECT_ERASED', () => put('/agents/profile', { profileId: 'p' })],
    [
      'a statement of others with it as instructor',
      'stored',
      () => outcomeOf(record({ context: { instructor: agent } })),
    ],
    ['in a team', 'stored', () => outcomeOf(record({ context: { team: within(agent) } }))],
    ['in a group', 'stored', () => outcomeOf(record({ actor: within(agent) }))],
    ['as object', 'stored', () => outcomeOf(record({ object: agent }))],
  ])('%s: %s', async (_what, expected, store) => {
    expect(await store()).toBe(expected);
    expect(await tablesWith(gone.subject)).toEqual([]);
    expect(await tablesWith('Gerda')).toEqual([]);
  });

  test('what others say again is what they have said', async () => {
    const posted = statement({ context: { instructor: agent } });
    expect(await outcomeOf(record(posted))).toBe('stored');
    expect(await outcomeOf(record(posted))).toBe('stored');
  });
});

async function sweptOf({ subject }: SignedIn): Promise<void> {
  await lifecycle.sweepNow();
  // `expect.poll` is for tests alone.
  await vi.waitFor(async () => expect(await tablesWith(subject)).toEqual([]));
}

/** Tokens tell time in whole seconds: what is issued now is to be of after. */
async function erasedEarlier(seconds: number): Promise<void> {
  const earlier = sql<Date>`erased_at - make_interval(secs => ${seconds})`;
  await rowsOf(lifecycle.platform.database, 'aua.erased_subjects').set({ erased_at: earlier });
}

test('leaves everybody else alone', async () => {
  await lifecycle.live(anna, 'old');
  await lifecycle.live(annaAgain, 'new');
  await erase(anna.subject);
  expect(await lifecycle.answersOf(annaAgain)).toEqual({ new: 'new', shared: 'new' });
});

test('not of the last administrator', async () => {
  await lifecycle.platform.database
    .deleteFrom('aua.user_roles')
    .where('role', '=', 'administrator')
    .where('subject', '<>', administrator.subject)
    .execute();
  expect(await codeOf(erase(administrator.subject))).toBe('LAST_ADMINISTRATOR');
});

test('not while another job moves the same data', async () => {
  const what = 'Teich bei Zofingen';
  await lifecycle.live(annaAgain, 'new');
  await lifecycle.live(anna, what);
  await lifecycle.linkAndMove(anna, anna, annaAgain);
  expect(await codeOf(erase(annaAgain.subject))).toBe('SUBJECT_BUSY');
  await lifecycle.sweepNow();
  await expect
    .poll(async () => (await codeOf(erase(annaAgain.subject))) ?? 'erased')
    .toBe('erased');
  // With what was moved, what gave way, and the old name.
  await lifecycle.sweepNow();
  await expect.poll(() => tablesWith(annaAgain.subject)).toEqual([]);
  expect(await tablesWith(anna.subject)).toEqual([]);
  expect(await tablesWith(what)).toEqual([]);
});

test.each([
  ['changed', sql`update aua.audit_log set subject = 'x'`],
  ['emptied', sql`delete from aua.audit_log`],
  ['truncated', sql`truncate aua.audit_log`],
])('the audit log cannot be %s', async (_what, statement) => {
  await lifecycle.link(anna, anna, annaAgain);
  await expect(statement.execute(lifecycle.platform.database)).rejects.toThrow('append-only');
});
