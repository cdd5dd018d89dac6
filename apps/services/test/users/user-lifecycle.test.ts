import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { subjectOfFurtherIssuer } from '../../src/authorization/subject-directory.ts';
import { startJwtIssuer, type JwtIssuer } from '../issuer.ts';
import { codeOf, startTestPlatform, type TestPlatform } from '../platform.ts';

interface Person {
  readonly subject: string;
  readonly token: string;
}

let issuer: JwtIssuer;
let platform: TestPlatform;
/** A second process, whose memory knows nothing of what the first one has seen. */
let elsewhere: Awaited<ReturnType<TestPlatform['anotherProcess']>>;
let administrator: Person;

beforeAll(async () => {
  issuer = await startJwtIssuer();
  platform = await startTestPlatform({ furtherIdentityProviders: [issuer.options] });
  elsewhere = await platform.anotherProcess();
  administrator = await newPerson('administrator');
});
afterAll(async () => {
  await elsewhere.close();
  await platform.close();
  issuer.close();
});

let anna: Person;
let annaAgain: Person;
beforeEach(async () => {
  anna = await newPerson();
  annaAgain = await newPerson();
});

async function newPerson(role?: string): Promise<Person> {
  const sub = randomUUID();
  const subject = subjectOfFurtherIssuer(issuer.options.issuer, sub);
  if (role) {
    await platform.database.insertInto('aua.user_roles').values({ subject, role }).execute();
  }
  return { subject, token: await issuer.sign(issuer.claims(sub)) };
}

const scope = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
  topic_dto: { topic_id: 'kreislauf' },
};

async function writeAnswer(who: Person, key: string, value: string) {
  await platform.as('clag', who).localStoreItemSetForModel({
    body: { ...scope, local_store_items: [{ segment: 'answers', key, value }] },
  });
}

async function answersOf(who: Person): Promise<Record<string, string>> {
  const { local_store_items } = await platform
    .as('clag', who)
    .localStoreItemGetForModel({ body: scope });
  return Object.fromEntries(local_store_items.map(({ key, value }) => [key, value]));
}

async function recordStatement(who: Person, id: string) {
  const statement = {
    id,
    verb: { id: 'http://v.example/did' },
    object: { id: 'http://o.example' },
  };
  await platform
    .as('lars', who)
    .dataPut({ body: { subject: who.subject, put_dto: { dto_id: 'd', statement } } });
}

/** Gives a person something in every service. */
async function live(who: Person, own: string) {
  await platform.as('aua', who).userUpdateUserInfo();
  await platform.database
    .insertInto('aua.properties')
    .values([
      { subject: who.subject, key: 'theme', value: own },
      { subject: who.subject, key: `only-${own}`, value: own },
    ])
    .execute();
  await writeAnswer(who, 'shared', own);
  await writeAnswer(who, own, own);
  await recordStatement(who, randomUUID());
  await platform.as('lima', who).deviceUpdateForUser({
    body: { subject: who.subject, device: { device_identifier: `device-${own}` } },
  });
  await platform.database
    .insertInto('gres.members')
    .values({ group_id: randomUUID(), subject: who.subject, group_role: 'member' })
    .execute();
}

const linkCall = (caller: Person, from: Person, to: Person, migrate?: boolean) =>
  platform.as('aua', caller).userLink({
    body: {
      from_token: from.token,
      to_token: to.token,
      ...(migrate === undefined ? {} : { migrate }),
    },
  });

/** Which subject a token is of, as a process without memory sees it. */
async function ownerOf({ subject, token }: Person): Promise<string> {
  const response = await fetch(`${elsewhere.url}/aua/v1/user/startCloudMigration`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Ia-Correlation-Id': 'owner',
      'X-Ia-Subject': subject,
      'X-Ia-Roles': '',
      Authorization: `Bearer ${token}`,
    },
    body: '{}',
  });
  const answer = (await response.json()) as { migration?: { subject: string } };
  return answer.migration?.subject ?? JSON.stringify(answer);
}

describe('linking', () => {
  test('makes the first subject the second, data left where it is', async () => {
    await live(anna, 'old');
    await live(annaAgain, 'new');
    await expect(linkCall(anna, anna, annaAgain)).resolves.toMatchObject({
      result_state: 'OK',
      from_subject: anna.subject,
      to_subject: annaAgain.subject,
      linked: true,
    });
    expect(await ownerOf(anna)).toBe(annaAgain.subject);
    expect(await ownerOf(annaAgain)).toBe(annaAgain.subject);
    await expect(linkCall(annaAgain, anna, annaAgain)).resolves.toMatchObject({
      result_state: 'IA_OK',
      linked: true,
    });
  });

  test('with migrate the second has everything, and nothing is lost where both had something', async () => {
    await live(annaAgain, 'new');
    await live(anna, 'old');
    const statement = randomUUID();
    await recordStatement(anna, statement);

    const linked = await linkCall(annaAgain, anna, annaAgain, true);
    expect(linked).toMatchObject({ linked: true, job: { state: 'DONE' } });
    expect(Object.fromEntries(linked.job!.steps.map((step) => [step.service, step.moved]))).toEqual(
      {
        aua: {
          'aua.users': 1,
          'aua.identities': 0,
          'aua.properties': 2,
          'aua.user_roles': 0,
          'aua.cloud_migrations': 0,
        },
        clag: { 'clag.local_store_items': 2 },
        gres: { 'gres.members': 1 },
        lars: { 'lars.statements': 2 },
        lima: { 'lima.devices': 1, 'lima.licenses': 0 },
      },
    );

    // The later answer is the one that counts; the earlier one is kept with the job.
    expect(await answersOf(annaAgain)).toEqual({ new: 'new', old: 'old', shared: 'old' });
    const kept = await platform.database
      .selectFrom('aua.subject_job_steps')
      .select(['service', 'kept'])
      .where('job_id', '=', linked.job!.job_id)
      .where('kept', 'is not', null)
      .orderBy('service')
      .execute();
    expect(kept).toMatchObject([
      { service: 'aua', kept: { 'aua.properties': [{ key: 'theme', value: 'old' }] } },
      { service: 'clag', kept: { 'clag.local_store_items': [{ key: 'shared', value: 'new' }] } },
    ]);

    const { properties } = await platform
      .as('aua', annaAgain)
      .userGetProperties({ body: { subject: annaAgain.subject } });
    expect(properties).toEqual([
      { key: 'only-new', value: 'new' },
      { key: 'only-old', value: 'old' },
      { key: 'theme', value: 'new' },
    ]);

    const { statements } = await platform
      .as('lars', annaAgain)
      .dataGet({ body: { subject: annaAgain.subject } });
    expect(statements).toHaveLength(3);
    expect(
      new Set(statements.map(({ actor }) => (actor['account'] as { name: string }).name)),
    ).toEqual(new Set([annaAgain.subject]));
    expect(await ownerOf(anna)).toBe(annaAgain.subject);
  });

  test('what gives way in the second look is kept beside what gave way in the first', async () => {
    await live(annaAgain, 'new');
    await live(anna, 'old');
    const { job } = await linkCall(annaAgain, anna, annaAgain, true);
    await platform.database
      .insertInto('aua.properties')
      .values({ subject: anna.subject, key: 'theme', value: 'late' })
      .execute();
    await sweepNow();
    const keptThemes = async () => {
      const { kept } = await platform.database
        .selectFrom('aua.subject_job_steps')
        .select('kept')
        .where('job_id', '=', job!.job_id)
        .where('service', '=', 'aua')
        .executeTakeFirstOrThrow();
      return kept?.['aua.properties'];
    };
    await expect.poll(keptThemes, patient).toEqual([
      { key: 'theme', value: 'old' },
      { key: 'theme', value: 'late' },
    ]);
  });

  test('a write on the version from before the merge is a conflict, not a silent loss', async () => {
    await writeAnswer(annaAgain, 'shared', 'seen by the second');
    await writeAnswer(anna, 'shared', 'written later');
    await linkCall(anna, anna, annaAgain, true);
    const items = [{ segment: 'answers', key: 'shared', value: 'on the old one', version: 1 }];
    expect(
      await codeOf(
        platform
          .as('clag', annaAgain)
          .localStoreItemSetForModel({ body: { ...scope, local_store_items: items } }),
      ),
    ).toBe('LOCAL_STORE_ITEM_CONFLICT');
  });

  test('a chain of links leads to its end at once', async () => {
    const third = await newPerson();
    await platform.as('aua', third).userUpdateUserInfo();
    await linkCall(anna, anna, annaAgain);
    await linkCall(annaAgain, annaAgain, third);
    expect(await ownerOf(anna)).toBe(third.subject);
  });

  test('the shell of before the link goes on under the old name', async () => {
    await writeAnswer(annaAgain, 'a', '1');
    await linkCall(anna, anna, annaAgain);
    const response = await fetch(`${elsewhere.url}/lars/v1/data/get`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Ia-Correlation-Id': 'old-name',
        'X-Ia-Subject': anna.subject,
        'X-Ia-Roles': '',
        Authorization: `Bearer ${anna.token}`,
      },
      body: JSON.stringify({ subject: anna.subject }),
    });
    expect(response.status).toBe(200);
  });

  test('is refused for what makes no sense', async () => {
    const stranger = await newPerson();
    const third = await newPerson();
    expect(await codeOf(linkCall(anna, anna, anna))).toBe('SAME_SUBJECT');
    expect(await codeOf(linkCall(stranger, anna, annaAgain))).toBe('LINK_NOT_OWN');
    const forged = { ...annaAgain, token: `${annaAgain.token.slice(0, -8)}AAAAAAAA` };
    expect(await codeOf(linkCall(anna, anna, forged))).toBe('TOKEN_INVALID');
    await linkCall(anna, anna, annaAgain);
    expect(await codeOf(linkCall(anna, anna, third))).toBe('ALREADY_LINKED');
    expect(await codeOf(linkCall(annaAgain, annaAgain, anna))).toBe('LINK_CYCLE');
  });

  test.each(['support', 'administrator', 'order-system'])(
    'is refused for %s, in both directions: a stolen token would give its power away for good',
    async (role) => {
      const privileged = await newPerson(role);
      expect(await codeOf(linkCall(anna, anna, privileged))).toBe('LINK_PRIVILEGED');
      expect(await codeOf(linkCall(anna, privileged, anna))).toBe('LINK_PRIVILEGED');
    },
  );

  test('a teacher’s two accounts become one', async () => {
    const teacher = await newPerson('teacher');
    await platform.as('aua', teacher).userUpdateUserInfo();
    await expect(linkCall(teacher, anna, teacher, true)).resolves.toMatchObject({ linked: true });
    const roles = await platform
      .as('aua', teacher)
      .userGetRoles({ body: { subject: teacher.subject } });
    expect(roles.role_names).toEqual(['teacher']);
  });

  test('ten at once move everything once', async () => {
    await live(anna, 'old');
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => linkCall(anna, anna, annaAgain, true)),
    );
    expect(outcomes.filter(({ result_state }) => result_state === 'OK')).toHaveLength(1);
    expect(await answersOf(annaAgain)).toEqual({ old: 'old', shared: 'old' });
  });

  test('is in the audit log', async () => {
    await linkCall(anna, anna, annaAgain);
    const entries = await platform.database
      .selectFrom('aua.audit_log')
      .select(['kind', 'call', 'token_subject', 'subject', 'change'])
      .where('subject', '=', anna.subject)
      .execute();
    expect(entries).toMatchObject([
      {
        kind: 'change',
        call: '/aua/v1/user/link',
        token_subject: anna.subject,
        change: { to_subject: annaAgain.subject, migrate: false },
      },
    ]);
  });
});

/** Every row of the platform's own tables in which a text stands, by table. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('aua', 'gres', 'lima', 'clag', 'lars', 'jobs')
  `.execute(platform.database);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ is: boolean }>`
      select exists (select from ${sql.raw(name)} t where strpos(t::text, ${text}) > 0) as is
    `.execute(platform.database);
    if (rows[0]?.is) found.push(name);
  }
  return found.toSorted();
}

/** The queue is looked at every two seconds. */
const patient = { timeout: 20_000 };

/** Lets the second round of all jobs begin now. */
async function sweepNow() {
  await sql`update jobs.job set start_after = now() where state < 'active'`.execute(
    platform.database,
  );
}

describe('erasing', () => {
  const erase = (subject: string) =>
    platform.as('aua', administrator).userDelete({ body: { subject } });

  test('takes a subject and those linked to it out of the whole database', async () => {
    await live(anna, 'old');
    await live(annaAgain, 'new');
    await linkCall(anna, anna, annaAgain);
    expect(await tablesWith(anna.subject)).not.toEqual([]);

    const { subject, erasure } = await erase(anna.subject);
    // By its old name, too, the person that it leads to is erased; the answer says so.
    expect(subject).toBe(annaAgain.subject);
    expect(erasure.state).toBe('DONE');
    const erased = Object.assign({}, ...erasure.steps.map((step) => step.erased)) as object;
    expect(erased).toMatchObject({
      'aua.users': 2,
      'clag.local_store_items': 4,
      'lars.statements': 2,
      'lima.devices': 2,
      'gres.members': 2,
    });
    // Only the job and the links still know whom to look for once more.
    expect(await tablesWith(annaAgain.subject)).toEqual([
      'aua.subject_job_steps',
      'aua.subject_jobs',
      'aua.subject_links',
    ]);

    // Requests with tokens from before come late, one of them from before the link.
    await writeAnswer(annaAgain, 'late', 'late');
    await platform.database
      .insertInto('gres.members')
      .values({ group_id: randomUUID(), subject: anna.subject, group_role: 'member' })
      .execute();
    await sweepNow();
    await expect.poll(() => tablesWith(annaAgain.subject), patient).toEqual([]);
    await expect.poll(() => tablesWith(anna.subject), patient).toEqual([]);
  });

  test('leaves the entries of the audit log, without the name', async () => {
    await linkCall(anna, anna, annaAgain);
    const { erasure } = await erase(annaAgain.subject);
    const entries = await platform.database
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
    await live(anna, 'old');
    await erase(anna.subject);
    await expect(erase(anna.subject)).resolves.toMatchObject({ result_state: 'IA_OK' });
    await expect(erase('nobody-ever')).resolves.toMatchObject({ result_state: 'IA_OK' });
  });

  test('keeps the subject out until it is over: what it saved now would go, too', async () => {
    await live(anna, 'old');
    await erase(anna.subject);
    // A process that never saw the token, as after signing in anew.
    expect(await ownerOf(anna)).toContain('SUBJECT_ERASING');
  });

  test('leaves everybody else alone', async () => {
    await live(anna, 'old');
    await live(annaAgain, 'new');
    await erase(anna.subject);
    expect(await answersOf(annaAgain)).toEqual({ new: 'new', shared: 'new' });
  });

  test('not of the last administrator', async () => {
    await platform.database
      .deleteFrom('aua.user_roles')
      .where('role', '=', 'administrator')
      .where('subject', '<>', administrator.subject)
      .execute();
    expect(await codeOf(erase(administrator.subject))).toBe('LAST_ADMINISTRATOR');
  });

  test('not while another job moves the same data', async () => {
    await live(anna, 'old');
    await linkCall(anna, anna, annaAgain, true);
    expect(await codeOf(erase(annaAgain.subject))).toBe('SUBJECT_BUSY');
    await sweepNow();
    await expect
      .poll(async () => (await codeOf(erase(annaAgain.subject))) ?? 'erased', patient)
      .toBe('erased');
  });
});

describe('the audit log', () => {
  test.each([
    ['changed', sql`update aua.audit_log set subject = 'x'`],
    ['emptied', sql`delete from aua.audit_log`],
    ['truncated', sql`truncate aua.audit_log`],
  ])('cannot be %s', async (_what, statement) => {
    await linkCall(anna, anna, annaAgain);
    await expect(statement.execute(platform.database)).rejects.toThrow('append-only');
  });
});

describe('the cloud migration', () => {
  test('goes from not started to running to finalized, and repeats change nothing', async () => {
    const aua = platform.as('aua', anna);
    await aua.userUpdateUserInfo();
    expect(await codeOf(aua.userFinalizedCloudMigration())).toBe('MIGRATION_NOT_STARTED');
    await expect(aua.userStartCloudMigration()).resolves.toMatchObject({
      result_state: 'OK',
      migration: { state_before: 'NOT_STARTED', state: 'RUNNING' },
    });
    await expect(aua.userStartCloudMigration({ body: {} })).resolves.toMatchObject({
      result_state: 'IA_OK',
      migration: { state_before: 'RUNNING', state: 'RUNNING' },
    });
    await expect(aua.userFinalizedCloudMigration()).resolves.toMatchObject({
      result_state: 'OK',
      migration: { state_before: 'RUNNING', state: 'FINALIZED' },
    });
    await expect(aua.userFinalizedCloudMigration()).resolves.toMatchObject({
      result_state: 'IA_OK',
    });
    await expect(aua.userStartCloudMigration()).resolves.toMatchObject({
      result_state: 'IA_OK',
      migration: { state: 'FINALIZED' },
    });
  });

  test('is not that of a user who does not exist', async () => {
    expect(await codeOf(platform.as('aua', anna).userStartCloudMigration())).toBe('USER_NOT_FOUND');
  });
});
