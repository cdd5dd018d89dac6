import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../../src/index.ts';
import { databaseBefore } from '../database-before.ts';

/* Migration 0016 on a platform where issues were deleted, and files of groups. */

test('counters of issues in which there never was anything go; others stay', async () => {
  const { database, databaseUrl } = await databaseBefore('0016-rows-that-stay');
  await sql`
    insert into clag.issue_changes (subject, course_id, issue_id, last_index, version_floor)
    values ('mia', 'wasser', 'there', 3, 2), ('mia', 'wasser', 'deleted', 0, 7),
      ('mia', 'luft', 'deleted', 0, 4), ('noah', 'wasser', 'invented', 0, 0)
  `.execute(database);
  await sql`
    insert into clag.local_store_items (subject, course_id, issue_id, model_type, model_id, segment,
      key, value, change_id)
    select 'mia', 'wasser', issue_id, 'topic', 'regen', 's', 'k', 'v', gen_random_uuid()
    from unnest(array['there', 'uncounted']) as of (issue_id)
  `.execute(database);
  await sql`
    insert into clag.content_sizes (subject, items, bytes) values ('mia', 2, 2)
  `.execute(database);
  await migrate(databaseUrl);

  const { rows: issues } = await sql`
    select subject, issue_id, last_index::integer, version_floor from clag.issue_changes
    order by subject, issue_id, version_floor
  `.execute(database);
  expect(issues).toEqual([
    { subject: 'mia', issue_id: 'deleted', last_index: 0, version_floor: 4 },
    { subject: 'mia', issue_id: 'deleted', last_index: 0, version_floor: 7 },
    { subject: 'mia', issue_id: 'there', last_index: 3, version_floor: 2 },
    { subject: 'mia', issue_id: 'uncounted', last_index: 0, version_floor: 0 },
  ]);
  const { rows: sizes } = await sql`select * from clag.content_sizes`.execute(database);
  expect(sizes).toEqual([{ subject: 'mia', items: 2, bytes: '2', version_floor: 0 }]);
  await database.destroy();
});

test('empty files go where they are nobody’s, but for publishers’ whose numbers were used', async () => {
  const { database, databaseUrl } = await databaseBefore('0016-rows-that-stay');
  const file = (reference: string, space: string, newest: number) => sql`
    insert into atma.files (file_reference, space, asset_stage, asset_type, newest_version)
    values (${reference}, ${space}, 'ASSET_STAGE_PROD', 'ASSET_TYPE_PROS', ${newest})
  `;
  await file('announced', 'mandant:LECTERN', 0).execute(database);
  await file('deleted', 'mandant:LECTERN', 3).execute(database);
  await file('deleted', 'group:class', 3).execute(database);
  await file('there', 'group:class', 0).execute(database);
  await sql`
    insert into atma.file_versions (file_reference, space, asset_stage, asset_type, version,
      file_name, media_type, size_in_bytes, product_references, is_public)
    values ('there', 'group:class', 'ASSET_STAGE_PROD', 'ASSET_TYPE_PROS', 1, 'a', 'a/b', 0, '{}',
      false)
  `.execute(database);
  await migrate(databaseUrl);
  const { rows } = await sql`
    select file_reference, space from atma.files order by file_reference
  `.execute(database);
  expect(rows).toEqual([
    { file_reference: 'deleted', space: 'mandant:LECTERN' },
    { file_reference: 'there', space: 'group:class' },
  ]);
  await database.destroy();
});
