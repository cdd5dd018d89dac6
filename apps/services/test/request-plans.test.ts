import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { permissionsNow } from '../src/authorization/permissions-now.ts';
import { publishedMandants, publishersOf } from '../src/authorization/published-mandants.ts';
import { createSubjectDirectory } from '../src/authorization/subject-directory.ts';
import { createCourseDoor } from '../src/course-access/door.ts';
import type { Database } from '../src/index.ts';
import { createEntitlements } from '../src/licenses/entitlements.ts';
import { knowingOf } from '../src/users/customers.ts';
import { databaseOn, openPool } from '../src/storage/database.ts';
import { areSamePerson, formerNamesOf, linkedTo } from '../src/authorization/person-names.ts';
import { mandantsOfApplication } from '../src/authorization/mandant-groups.ts';
import { everything, sightOf } from '../src/orders/sight.ts';

/* Queries of requests about rights read the rows of their subject, however many others there are. */

const people = 20_000;
const courses = 1_000;
const groups = 500;
/** Rows of small tables are read one after the other, and soon. */
const rowsReadMaximum = 2_000;

let pool: ReturnType<typeof openPool>;
let database: Database;

beforeAll(async () => {
  const url = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
  // One connection, whose counts are known at once.
  pool = openPool(url, 1);
  // Over the one connection whose figures are read.
  pool.queryShort = (config) => pool.query(config);
  database = databaseOn(pool);
  const person = `'person-' || i`;
  // The customers of a publisher are in its group, as its staff is.
  const inserts = `
    insert into aua.users (subject, mandant_groups)
      select ${person}, '{M}' from generate_series(1, ${people}) i;
    insert into aua.user_roles (subject, role)
      select ${person}, case when i % 5000 = 0 then 'publisher' when i % 50 = 0 then 'teacher'
        else 'student' end
      from generate_series(1, ${people}) i;
    insert into aua.subject_links (from_subject, to_subject)
      select 'former-' || i, ${person} from generate_series(1, ${people}) i;
    insert into lima.licenses (subject, license_code, license_strategy, mandant_identifier, product_reference)
      select ${person}, 'code-' || i, 'LICENSE_STRATEGY_USER', 'M', 'product-' || i % ${courses}
      from generate_series(1, ${people}) i;
    insert into osc.orders (order_system_identifier, external_id, subject, mandant_identifier,
        product_reference, license_strategy, seats, ordered_at)
      select 'SHOP', i, ${person}, 'M', 'product-' || i % ${courses}, 'LICENSE_STRATEGY_USER', 1, now()
      from generate_series(1, ${people}) i;
    insert into gres.groups (group_id, provider_id, name)
      select 'group-' || i, 'BEOOK_1', 'a class' from generate_series(1, ${groups}) i;
    insert into gres.members (group_id, subject, group_role, membership_types)
      select 'group-' || i % ${groups} + 1, ${person},
        case when i % 50 = 0 then 'leader' else 'member' end, '{HasLicenses}'
      from generate_series(1, ${people}) i;
    insert into gres.subject_groups (subject, group_id, group_role, membership_types, membership_state)
      select subject, group_id, group_role, membership_types, membership_state from gres.members;
    insert into clag.issues (course_id, issue_id, current_version)
      select 'course-' || i, 'issue', 1 from generate_series(1, ${courses}) i;
    insert into clag.issue_versions (course_id, issue_id, version, mandant_identifier, product_references,
        digest, course_title, title, distribution_channel, files_count, files_digest, switched_at)
      select 'course-' || i, 'issue', 1, 'M', array['product-' || i], 'digest', 'title', 'title', 'UNDEFINED',
        0, 'digest', now()
      from generate_series(1, ${courses}) i
  `;
  // One by one: there is a limit of time for each.
  for (const insert of inserts.split(';')) await pool.query(insert);
  await pool.query('analyze');
});
afterAll(() => database.destroy());

const subject = 'person-50';
const permissions = new Set(['group.lead', 'content.publish', 'license.read-any']);
const caller = {
  subject,
  tokenSubject: subject,
  loginSubject: undefined,
  clientId: 'shell',
  isApplication: false,
  issued: { issuer: 'https://id.example', sub: subject },
  roles: ['teacher'],
  permissions: permissions as never,
};

const asked: Record<string, () => Promise<unknown>> = {
  'the owner of a token': () =>
    createSubjectDirectory(database, 'https://id.example').subjectOf({
      issuer: 'https://id.example',
      sub: 'former-50',
      clientId: 'shell',
      claims: {},
    }),
  'its permissions now': () => permissionsNow(database, caller),
  'what it sees of publishers': () => sightOf(database, caller),
  'whether somebody is its customer': () => knowingOf(database, caller, 'person-7'),
  'what an application sees': () => mandantsOfApplication(database, subject),
  'whom it publishes for': () => publishedMandants(database, caller),
  'who publishes for a mandant': () => publishersOf(database, 'M'),
  'the names of a person': async () => [
    await linkedTo(database, 'former-7'),
    await formerNamesOf(database, [subject]),
    await areSamePerson(database, 'former-7', 'person-7'),
  ],
  'its licences': () => createEntitlements(pool)(subject, {}, everything),
  'what it sees of a course': () => createCourseDoor(database, pool)(caller, 'course-77'),
};

test.each(Object.keys(asked))('%s: nobody else is read', async (what) => {
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await pool.query(`set plan_cache_mode = ${mode}`);
    const before = await rowsRead();
    await asked[what]!();
    const read = Object.entries(await rowsRead()).map(
      ([table, rows]) => [table, rows - (before[table] ?? 0)] as const,
    );
    expect([mode, read.filter(([, rows]) => rows > rowsReadMaximum)]).toEqual([mode, []]);
  }
});

/** Rows of each table that were read, by an index or without one. */
async function rowsRead(): Promise<Record<string, number>> {
  await sql`select pg_stat_force_next_flush()`.execute(database);
  await sql`select pg_stat_clear_snapshot()`.execute(database);
  const { rows } = await sql<{ name: string; read: string }>`
    select schemaname || '.' || relname as name,
      coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_user_tables
  `.execute(database);
  return Object.fromEntries(rows.map(({ name, read }) => [name, Number(read)]));
}
