import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../../src/index.ts';
import { databaseBefore } from '../database-before.ts';

/* Migration 0013 on a platform where mandants have begun courses, and switched some of them over. */

test('courses that were only begun are free, and their versions say whose they are', async () => {
  const { database, databaseUrl } = await databaseBefore('0013-courses-by-publishing');
  await sql`
    insert into clag.courses (course_id, mandant_identifier) values ('live', 'A'), ('begun', 'B')
  `.execute(database);
  await sql`
    insert into clag.issues (course_id, issue_id, current_version, newest_version)
    values ('live', '1', 1, 2), ('begun', '1', null, 1)
  `.execute(database);
  await sql`
    insert into clag.issue_versions (course_id, issue_id, version, digest, course_title, title,
      distribution_channel, product_references, files_count, files_digest, switched_at)
    select course_id, '1', version, 'd', 't', 't', 'WEBPUB', '{}', 0, 'd', switched_at
    from (values ('live', 1, now()), ('live', 2, null), ('begun', 1, null))
      as given (course_id, version, switched_at)
  `.execute(database);

  await migrate(databaseUrl);
  const courses = await database
    .selectFrom('clag.courses')
    .select(['course_id', 'mandant_identifier'])
    .execute();
  expect(courses).toEqual([{ course_id: 'live', mandant_identifier: 'A' }]);
  const versions = await database
    .selectFrom('clag.issue_versions')
    .select(['course_id', 'version', 'mandant_identifier'])
    .orderBy('course_id')
    .orderBy('version')
    .execute();
  expect(versions.map((one) => Object.values(one))).toEqual([
    ['begun', 1, 'B'],
    ['live', 1, 'A'],
    ['live', 2, 'A'],
  ]);
  await database.destroy();
});
