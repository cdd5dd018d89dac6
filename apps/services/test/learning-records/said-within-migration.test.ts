import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../../src/index.ts';
import { findStatements } from '../../src/learning-records/store/reader.ts';
import { databaseBefore } from '../database-before.ts';

/* Migrations 0046 to 0048 on a platform of before, with statements, attachments, courses and sessions of cmi5. */

const account = (name: string) => ({ account: { homePage: 'https://login.example', name } });

test('statements, states and courses of before know their course, its room and its age', async () => {
  const { database, databaseUrl } = await databaseBefore('0046-said-within');
  const [registration, other] = [randomUUID(), randomUUID()];
  const store = async (name: string, subject: string, members: object) => {
    const id = randomUUID();
    const statement = {
      id,
      actor: account(subject),
      verb: { id: 'urn:v' },
      object: { id: `https://publisher.example/${name}` },
      timestamp: '2026-05-05T12:00:00.000Z',
      ...members,
    };
    const given = (members as { context?: { registration?: string } }).context?.registration;
    await sql`
      with named as (
        insert into lars.statement_ids (statement_id, subject, stored, sequence)
        values (${id}, ${subject}, clock_timestamp(), nextval('lars.statement_sequence'))
        returning stored, sequence
      )
      insert into lars.statements (subject, stored, sequence, statement_id, verb, activity, registration,
        courses, is_voided, statement)
      select ${subject}, stored, sequence, ${id}, lars.term('verb', 'urn:v'), null, ${given ?? null}::uuid,
        array[lars.term('course', ${name})], false, ${JSON.stringify(statement)}::json
      from named
    `.execute(database);
  };
  const context = { registration };
  const attachment = (sha2: string, more: object = {}) => ({
    usageType: 'urn:u',
    display: {},
    contentType: 'text/plain',
    length: 1,
    sha2,
    ...more,
  });
  const signs = { usageType: 'http://adlnet.gov/expapi/attachments/signature' };
  const at = { fileUrl: 'https://files.example/1' };
  await sql`
    insert into lars.cmi5_registrations (subject, course_key, course_id, issue_id, registration, structure_hash)
    values ('mia', 'k', 'unit-course', '1', ${registration}, 'h'), ('ben', 'k', 'unit-course', '1', ${other}, 'h')
  `.execute(database);
  await sql`
    insert into lars.attachments (subject, sha2, content)
    select 'mia', sha2, 'x' from unnest(array['aa', 'bb', 'cc', 'dd']) sha2
  `.execute(database);
  await store('told-by-unit', 'mia', { authority: account('cmi5-content'), context });
  await store('told-by-platform', 'mia', { authority: account('cmi5'), context });
  await store('told-by-content', 'mia', { authority: account('lectern-shell'), context });
  await store('another-registration', 'mia', {
    authority: account('cmi5-content'),
    context: { registration: other },
  });
  await store('nothing-of-it', 'mia', { authority: 5, attachments: 'none', note: '"sha2"' });
  await store('with-contents', 'mia', {
    attachments: [attachment('AA'), attachment('bb', at), attachment('cc', { ...at, ...signs })],
  });
  await store('with-contents-below', 'mia', {
    object: { objectType: 'SubStatement', attachments: [attachment('dd'), attachment('ee')] },
  });
  await store('of-somebody-else', 'ben', { attachments: [attachment('aa')] });
  const state = (registered: string | null, activity: string) =>
    sql`
    insert into lars.states (subject, state_key, activity_id, registration, state_id, content_type, etag, content)
    values ('mia', decode(md5(random()::text), 'hex'), ${activity}, ${registered}::uuid, 's', 'text/plain', '', 'x')
  `.execute(database);
  await sql`
    insert into lars.cmi5_sessions (subject, session_id, course_key, registration, structure_hash, au_id,
      activity_id, launch_mode, launched_at, expires_at, fetch_hash)
    values ('mia', gen_random_uuid(), 'k', ${registration}, 'h', 'u', 'urn:unit', 'Normal', now(), now(), '')
  `.execute(database);
  await state(registration, 'urn:unit');
  await state(registration, 'urn:other');
  await state(null, 'urn:unit');
  await sql`
    insert into clag.courses (course_id, mandant_identifier) values ('published', 'a'), ('begun', 'a')
  `.execute(database);
  await sql`
    insert into clag.issues (course_id, issue_id, published_at)
    values ('published', '1', '2026-02-01Z'), ('published', '2', '2026-01-01Z'), ('begun', '1', null)
  `.execute(database);
  await migrate(databaseUrl);

  const { rows } = await sql`
    select coalesce(substring(statement #>> '{object,id}' from '[^/]*$'), 'with-contents-below') as name,
      said_within, attached, courses = array[lars.term('course', 'unit-course')] as is_of_unit
    from lars.statements order by sequence
  `.execute(database);
  const row = (name: string, said_within: string[] | null, attached: string[] | null = null) => ({
    name,
    said_within,
    attached,
    is_of_unit: said_within !== null,
  });
  expect(rows).toEqual([
    row('told-by-unit', ['unit-course']),
    row('told-by-platform', ['unit-course']),
    row('told-by-content', null),
    row('another-registration', null),
    row('nothing-of-it', null),
    row('with-contents', null, ['aa', 'cc']),
    row('with-contents-below', null, ['dd']),
    row('of-somebody-else', null),
  ]);
  const { statements } = await findStatements(
    database,
    { agent: 'mia' },
    { ascending: true, limit: 50 },
  );
  expect(statements).toHaveLength(7);
  const { rows: states } = await sql`
    select activity_id, kept_for from lars.states where registration is not null order by activity_id
  `.execute(database);
  expect(states).toEqual([
    { activity_id: 'urn:other', kept_for: null },
    { activity_id: 'urn:unit', kept_for: registration },
  ]);
  const { rows: courses } = await sql`
    select course_id, had_since < '2026-01-02' as is_old from clag.courses order by course_id
  `.execute(database);
  expect(courses).toEqual([
    { course_id: 'begun', is_old: false },
    { course_id: 'published', is_old: true },
  ]);
  await database.destroy();
});
