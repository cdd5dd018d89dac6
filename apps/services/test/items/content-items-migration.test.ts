import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../../src/index.ts';
import { databaseBefore } from '../database-before.ts';

/* Migration 0007 on a platform whose learners have progress in the local store. */

test('progress of before keeps its values, and is numbered in the order in which it came', async () => {
  const { database, databaseUrl } = await databaseBefore('0007-content-items');
  const stored = [
    ['mia', 'wasser-2026', 'second', 'zwei', '2026-01-02'],
    ['mia', 'wasser-2026', 'first', 'größer', '2026-01-01'],
    ['mia', 'luft-2026', 'first', 'eins', '2026-01-03'],
    ['noah', 'wasser-2026', 'first', '', '2026-01-01'],
  ] as const;
  for (const [subject, issue_id, key, value, updated_at] of stored) {
    await sql`
      insert into clag.local_store_items (subject, course_id, issue_id, model_type, model_id, segment,
        key, value, change_id, updated_at)
      values (${subject}, 'wasser', ${issue_id}, 'topic', 'regen', 'answers', ${key}, ${value},
        ${randomUUID()}, ${updated_at})
    `.execute(database);
  }
  await migrate(databaseUrl);

  const { rows: items } = await sql`
    select subject, issue_id, key, value, change_index::integer from clag.local_store_items
    order by subject, issue_id, change_index
  `.execute(database);
  expect(items).toEqual([
    { subject: 'mia', issue_id: 'luft-2026', key: 'first', value: 'eins', change_index: 1 },
    { subject: 'mia', issue_id: 'wasser-2026', key: 'first', value: 'größer', change_index: 1 },
    { subject: 'mia', issue_id: 'wasser-2026', key: 'second', value: 'zwei', change_index: 2 },
    { subject: 'noah', issue_id: 'wasser-2026', key: 'first', value: '', change_index: 1 },
  ]);
  const { rows: issues } = await sql`
    select subject, issue_id, last_index::integer from clag.issue_changes order by subject, issue_id
  `.execute(database);
  expect(issues).toEqual([
    { subject: 'mia', issue_id: 'luft-2026', last_index: 1 },
    { subject: 'mia', issue_id: 'wasser-2026', last_index: 2 },
    { subject: 'noah', issue_id: 'wasser-2026', last_index: 1 },
  ]);
  const { rows: sizes } = await sql`
    select subject, items, bytes::integer from clag.content_sizes order by subject
  `.execute(database);
  expect(sizes).toEqual([
    // An umlaut and a sharp s are two bytes each.
    { subject: 'mia', items: 3, bytes: 16 },
    { subject: 'noah', items: 1, bytes: 0 },
  ]);
  await database.destroy();
});
