import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../platform.ts';
import { course_id, download, empty, erase, issue_id, unzip, upload } from './calls.ts';
import { exercise, noteContent, noteKey, store } from './content.ts';

let platform: TestPlatform;
let mia: SignedIn;
let ben: SignedIn;

beforeAll(async () => {
  platform = await startTestPlatform();
  [mia, ben] = await Promise.all([
    platform.identityProvider.signIn('mia'),
    platform.identityProvider.signIn('ben'),
  ]);
});
afterAll(() => platform.close());

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

/** Tables with rows in which a text stands anywhere. */
async function tablesWith(text: string, schemas: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in (${sql.join(schemas)})
    order by name
  `.execute(platform.database);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await sql`
      select from ${sql.raw(name)} as one where strpos(one::text, ${text}) > 0 limit 1
    `.execute(platform.database);
    if (hits.length > 0) found.push(name);
  }
  return found;
}

/** The counters of a subject with all of their columns. */
const countersOf = ({ subject }: SignedIn) =>
  platform.database
    .selectFrom('clag.issue_changes')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('issue_id')
    .execute();

test('a course that is deleted leaves nothing of its subject but that versions were given', async () => {
  await write(mia);
  await write(mia, 'wasser-2025');
  await write(ben);
  expect(await tablesWith(mia.subject, ['clag'])).toEqual(
    expect.arrayContaining([
      'clag.conflict_copies',
      'clag.content_items',
      'clag.content_sizes',
      'clag.issue_changes',
      'clag.local_store_items',
      'clag.search_own_texts',
    ]),
  );
  const before = await unzip(await download(platform, ben));
  expect(await erase(platform, mia, true)).toEqual({
    result_state: 'OK',
    // Of each issue a note, its conflict copy, and what is in the local store.
    erased_items_count: 6,
  });
  expect(await tablesWith(mia.subject, ['clag'])).toEqual(['clag.issue_changes']);
  const counters = await countersOf(mia);
  expect(counters).toEqual(
    ['wasser-2025', issue_id].map((issue) => ({
      subject: mia.subject,
      course_id,
      issue_id: issue,
      epoch: expect.any(String),
      changed_at: expect.any(Date),
      last_index: '0',
      removed_items: 0,
      forgotten_through: '0',
      version_floor: 2,
    })),
  );
  expect(await erase(platform, mia, true)).toMatchObject({
    result_state: 'IA_OK',
    erased_items_count: 0,
  });
  expect(await countersOf(mia)).toEqual(counters);
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
