import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../../src/index.ts';
import { databaseBefore } from '../database-before.ts';

/* Migration 0012 on a platform whose members have shared issues without naming the course. */

test('what was shared of some course is shared no more, and the log tells nothing of it', async () => {
  const { database, databaseUrl } = await databaseBefore('0012-sharings-by-course');
  const sharings = JSON.stringify([{ issue_id: 'wasser-2026', sharing_types: ['Notes'] }]);
  const joined = { change_type: 'MEMBERSHIP_ACCEPTED', subject: 'mia', group_role: 'member' };
  const set = { change_type: 'SHARINGS_SET', subject: 'mia' };
  await sql`
    insert into gres.groups (group_id, provider_id, name) values ('5b', 'A', '5b');
  `.execute(database);
  await sql`
    insert into gres.members (group_id, subject, group_role, sharings)
    values ('5b', 'mia', 'member', ${sharings}), ('5b', 'noah', 'member', '[]')
  `.execute(database);
  const log = [[joined], [joined, { ...set, sharings: JSON.parse(sharings) }]];
  await sql`
    insert into gres.transactions (group_id, transaction_index, changes)
    select '5b', place, changes
    from jsonb_array_elements(${JSON.stringify(log)}::jsonb) with ordinality given (changes, place)
  `.execute(database);

  await migrate(databaseUrl);
  const members = await database.selectFrom('gres.members').select('sharings').execute();
  expect(members).toEqual([{ sharings: [] }, { sharings: [] }]);
  const told = await database
    .selectFrom('gres.transactions')
    .select('changes')
    .orderBy('transaction_index')
    .execute();
  expect(told).toEqual([{ changes: [joined] }, { changes: [joined, { ...set, sharings: [] }] }]);
  await database.destroy();
});
