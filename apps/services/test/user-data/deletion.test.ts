import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SignedIn } from '@lectern/env/testing';
import { expect, test } from 'vitest';
import { makeBeforeAll, startBeforeAll } from '../platform.ts';
import { tablesNaming } from '../tables-naming.ts';
import { startLifecycle } from '../users/lifecycle.ts';
import { course_id, download, empty, erase, issue_id, unzip, upload } from './calls.ts';
import { exercise, noteContent, noteKey, store } from './content.ts';

const lifecycle = startBeforeAll(startLifecycle);

const platform = makeBeforeAll(() => lifecycle.platform);
const mia = makeBeforeAll(() => lifecycle.newPerson());
const ben = makeBeforeAll(() => lifecycle.newPerson());

/** Something of each table: items, a removed one, conflict copies, the local store, the search. */
async function write(who: SignedIn, issue = issue_id, course = course_id) {
  const scope = { subject: who.subject, course_id: course, issue_id: issue };
  const [note, removed] = [noteKey('a'), noteKey('a')];
  const localKey = {
    kind: 'local_store_item',
    ...exercise('e'),
    segment: 's',
    item_id: 'k',
  } as const;
  await store(platform.database, scope, [
    { key: note, content: noteContent('Pfütze') },
    { key: removed, content: noteContent('weg') },
    { key: localKey, content: { value: 'Geheimnis' } },
  ]);
  await store(platform.database, scope, [
    { key: note, content: noteContent('Teich') },
    { key: removed, base: 1, content: null },
  ]);
}

/** Counters of a subject, in its issues and in all of them. */
const countedOf = async ({ subject }: SignedIn) => {
  const rowsOf = (table: 'clag.issue_changes' | 'clag.content_sizes') =>
    platform.database.selectFrom(table).selectAll().where('subject', '=', subject).execute();
  return { issues: await rowsOf('clag.issue_changes'), all: await rowsOf('clag.content_sizes') };
};

/** Tables that name a person with data in every service but the annotations. */
const account = [
  // Changes for the person, and its data as a user of the platform.
  'aua.audit_log',
  'aua.cloud_migrations',
  'aua.identities',
  'aua.outbox_keys',
  'aua.properties',
  'aua.user_roles',
  'aua.users',
  // Files that its groups have of it, and what these groups are told.
  'atma.files',
  'gres.groups',
  'gres.looks',
  'gres.members',
  'gres.subject_groups',
  'gres.transactions',
  // Learning records, which another service keeps.
  'lars.activities',
  'lars.agent_profiles',
  'lars.attachments',
  'lars.cmi5_registrations',
  'lars.cmi5_sessions',
  'lars.exercise_activity',
  'lars.exercise_progress',
  'lars.forwarding_failures',
  'lars.progress_readings',
  'lars.refused_statements',
  'lars.statement_ids',
  'lars.statements',
  'lars.states',
  'lars.voidings',
  // Licences and orders.
  'lima.device_products',
  'lima.devices',
  'lima.group_licenses',
  'lima.license_orders',
  'lima.license_overrides',
  'lima.license_usages',
  'lima.licenses',
  'osc.coupon_batches',
  'osc.coupon_history',
  'osc.coupons',
  'osc.customers',
  'osc.deliveries',
  'osc.notifications',
  'osc.order_system_user_relations',
  'osc.orders',
];

/** Assignments stay with their group. */
const ofClasses = ['clag.assignment_members', 'clag.assignments'];

test('a course that is deleted leaves nothing of its subject but that versions were given', async () => {
  await lifecycle.live(mia, 'Bach bei Olten');
  await write(mia);
  await write(mia, 'wasser-2025');
  await write(ben);
  expect(await tablesNaming(platform.database, mia.subject)).toEqual(
    [
      ...account,
      'clag.answer_versions',
      ...ofClasses,
      'clag.conflict_copies',
      'clag.content_items',
      'clag.content_sizes',
      'clag.feedback',
      'clag.issue_changes',
      'clag.local_store_items',
      'clag.search_own_texts',
    ].toSorted(),
  );
  const before = await unzip(await download(platform, ben));
  expect(await erase(platform, mia, true)).toEqual({
    result_state: 'OK',
    // Of both issues a note, its conflict copy, and what is in the local store; and what she lived.
    erased_items_count: 6 + 9,
  });
  // The greatest version of what is gone (decision 28), and not where it was; and feedback and assignments that she gave others.
  expect(await tablesNaming(platform.database, mia.subject)).toEqual(
    [...account, ...ofClasses, 'clag.content_sizes', 'clag.feedback'].toSorted(),
  );
  const { rows } = await sql`
    select from clag.feedback where subject = ${mia.subject}
  `.execute(platform.database);
  expect(rows).toEqual([]);
  // Nor is there a word of it.
  expect(await tablesNaming(platform.database, 'Bach bei Olten', 'clag')).toEqual([
    'clag.assignments',
    'clag.feedback',
  ]);
  const counted = {
    issues: [],
    all: [{ subject: mia.subject, items: 0, bytes: '0', version_floor: 2 }],
  };
  expect(await countedOf(mia)).toEqual(counted);
  expect(await erase(platform, mia, true)).toMatchObject({
    result_state: 'IA_OK',
    erased_items_count: 0,
  });
  expect(await countedOf(mia)).toEqual(counted);
  expect(await unzip(await download(platform, ben))).toEqual(before);
});

test('an issue that is deleted leaves the other issues and courses', async () => {
  const other = randomUUID();
  await empty(platform, mia);
  await write(mia);
  await write(mia, 'wasser-2025');
  await write(mia, issue_id, other);
  expect(await erase(platform, mia)).toMatchObject({ erased_items_count: 3 });
  const held = await platform.database
    .selectFrom('clag.content_items')
    .select(['course_id', 'issue_id'])
    .distinct()
    .where('subject', '=', mia.subject)
    .orderBy('course_id')
    .execute();
  expect(held).toEqual(
    expect.arrayContaining([
      { course_id, issue_id: 'wasser-2025' },
      { course_id: other, issue_id },
    ]),
  );
  expect(held).toHaveLength(2);
});

test('what was deleted is searched no more, and what is restored is again', async () => {
  await erase(platform, mia, true);
  await write(mia);
  const zip = await download(platform, mia);
  const found = async () => {
    const { hits } = await platform.as('clag', mia).searchCourse({
      body: { subject: mia.subject, course_id_dto: { course_id }, query: 'Teich' },
    });
    return hits.length;
  };
  expect(await found()).toBe(1);
  await erase(platform, mia, true);
  expect(await found()).toBe(0);
  await upload(platform, mia, zip);
  expect(await found()).toBe(1);
});
