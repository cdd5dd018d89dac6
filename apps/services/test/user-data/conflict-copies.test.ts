import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { zipOfFiles } from '../commands/zip-archive.ts';
import { makeBeforeAll, startBeforeAll, startTestPlatform } from '../platform.ts';
import { course_id, download, empty, issue_id, unzip, upload } from './calls.ts';
import { exercise, noteContent, noteKey, store } from './content.ts';

/* Conflict copies that an upload brings, beside what is there. */

const platform = startBeforeAll(startTestPlatform);

const mia = makeBeforeAll(() => platform.identityProvider.signIn('mia'));
beforeEach(() => empty(platform, mia));

const key = noteKey('a', '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b01');
const write = (text: string | null, base = 0) =>
  store(platform.database, { subject: mia.subject, course_id, issue_id }, [
    { key, base, content: text === null ? null : noteContent(text) },
  ]);

/** Versions and texts, the item first; `copy` marks the others. */
async function held(): Promise<readonly string[]> {
  const { 'issue-1.jsonl': lines = '' } = await unzip(await download(platform, mia));
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as HeldLine)
    .map(
      ({ is_conflict_copy, item: { version, content } }) =>
        `${is_conflict_copy ? 'copy ' : ''}${version} ${content.text}`,
    );
}
interface HeldLine {
  readonly is_conflict_copy?: true;
  readonly item: { readonly version: number; readonly content: { readonly text: string } };
}

test('two copies of the same content are two', async () => {
  for (const text of ['eins', 'zwei']) await write(text);
  await write('eins', 1);
  await write('drei');
  const before = await held();
  expect(before).toEqual(['4 drei', 'copy 1 eins', 'copy 2 zwei', 'copy 3 eins']);
  const zip = await download(platform, mia);
  await empty(platform, mia);
  await upload(platform, mia, zip);
  expect(await held()).toEqual(before);
});

test('the copy of a removed item is that again', async () => {
  for (const text of ['eins', 'zwei']) await write(text);
  await write(null, 2);
  expect(await held()).toEqual(['copy 1 eins']);
  const zip = await download(platform, mia);
  await empty(platform, mia);
  await upload(platform, mia, zip);
  expect(await held()).toEqual(['copy 1 eins']);
  // A change on the removed item meets its version.
  await write('neu', 2);
  expect(await held()).toEqual(['3 neu', 'copy 1 eins']);
});

test('a copy whose version names another one gets another', async () => {
  for (const text of ['eins', 'zwei', 'drei']) await write(text);
  const zip = await download(platform, mia);
  await empty(platform, mia);
  for (const text of ['A', 'B', 'C']) await write(text);
  await upload(platform, mia, zip);
  const after = await held();
  expect(after[0]).toMatch(/ drei$/);
  const copies = after.slice(1);
  expect(copies.map((line) => line.split(' ')[2]).toSorted((a, b) => (a! < b! ? -1 : 1))).toEqual([
    'A',
    'B',
    'C',
    'eins',
    'zwei',
  ]);
  const versions = after.map((line) => Number(/\d+/.exec(line)![0]));
  expect(new Set(versions).size).toBe(versions.length);
  expect(Math.max(...versions.slice(1))).toBeLessThan(versions[0]!);
});

test('two thousand copies of one item that hardly differ are each found again', async () => {
  await write('eins');
  const scope = { subject: mia.subject, course_id, issue_id };
  const long = 'ü'.repeat(800);
  for (let from = 0; from < 1_999; from += 500) {
    const versions = Array.from({ length: Math.min(500, 1_999 - from) }, (_, n) => from + n + 2);
    await platform.database
      .insertInto('clag.conflict_copies')
      .values(
        versions.map((version) => {
          // Equal but for the last characters: whoever compares two of them reads both.
          const content = JSON.stringify(noteContent(`${long}${String(version).padStart(4, '0')}`));
          const bytes = Buffer.byteLength(content);
          return { ...scope, ...key, version, content, bytes, updated_at: new Date() };
        }),
      )
      .execute();
  }
  await sql`
    update clag.content_items set version = 2001 where subject = ${mia.subject}
  `.execute(platform.database);
  const before = await held();
  const zip = await download(platform, mia);
  expect(await upload(platform, mia, zip)).toMatchObject({
    result_state: 'IA_OK',
    unchanged_items_count: 2_000,
  });
  expect(await held()).toEqual(before);
});

test('copies of several items that are too heavy together are each found again', async () => {
  const scope = { subject: mia.subject, course_id, issue_id };
  const page = 'ü'.repeat(30_000);
  const versions = Array.from({ length: 50 }, (_, index) => index + 1);
  for (const [index, topic] of ['a', 'b', 'c'].entries()) {
    const heavy = noteKey(topic, `7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3c0${index}`);
    await store(platform.database, scope, [{ key: heavy, base: 0, content: noteContent(topic) }]);
    const copies = versions.map((version) => {
      const content = JSON.stringify(noteContent(`${page}${version}`));
      const bytes = Buffer.byteLength(content);
      return { ...scope, ...heavy, version, content, bytes, updated_at: new Date() };
    });
    await platform.database.insertInto('clag.conflict_copies').values(copies).execute();
  }
  await sql`
    update clag.content_items set version = 51 where subject = ${mia.subject}
  `.execute(platform.database);
  const before = await held();
  const zip = await download(platform, mia);
  expect(await upload(platform, mia, zip)).toMatchObject({
    result_state: 'IA_OK',
    unchanged_items_count: 153,
  });
  await empty(platform, mia);
  await upload(platform, mia, zip);
  expect(await held()).toEqual(before);
});

describe('a copy without its item', () => {
  test('is the item in the local store, where nothing is ever removed', async () => {
    const line = {
      kind: 'local_store_item',
      exercise_dto: { exercise_id: exercise('e').model_id },
      is_conflict_copy: true,
      item: {
        segment: 's',
        key: 'k',
        value: 'Wert',
        version: 7,
        updated_at: '2026-01-01T00:00:00.000Z',
      },
    };
    const manifest = {
      format: 'lectern-user-data',
      version: 1,
      course_id,
      issues: [{ issue_id, file: 'issue-1.jsonl' }],
    };
    const zip = zipOfFiles({
      'user-data.json': JSON.stringify(manifest),
      'issue-1.jsonl': `${JSON.stringify(line)}\n`,
    });
    await upload(platform, mia, zip);
    const { local_store_items } = await platform.as('clag', mia).localStoreItemGetForModel({
      body: {
        course_id_dto: { course_id },
        issue_id_dto: { issue_id },
        exercise_dto: { exercise_id: 'e' },
      },
    });
    expect(local_store_items).toMatchObject([{ key: 'k', value: 'Wert', version: 8 }]);
  });
});

test('answers come back, and since when leaders see them is no part of a download', async () => {
  const issue = { subject: mia.subject, course_id, issue_id };
  const answer = { kind: 'answer', ...exercise('wolken'), segment: '', item_id: 'wort' } as const;
  const essays = ['Es regnet.', 'für mich', 'auch für mich'].map((text) => ({
    content: { basic_answer_type: 'essay', text, shared_text: 'Es regnet.' },
    is_done: true,
  }));
  for (const [base, content] of essays.entries())
    await store(platform.database, issue, [{ key: answer, base: Math.min(base, 1), content }]);
  const read = () =>
    platform.as('clag', mia).exerciseGetUserData({
      body: {
        subject: mia.subject,
        course_id_dto: { course_id },
        issue_id_dto: { issue_id },
        exercise_ids: ['wolken'],
        with_conflict_copies: true,
      },
    });
  const { answers: before, conflict_copies = [] } = await read();
  expect(before[0]!.shared_at! < before[0]!.updated_at).toBe(true);
  expect(conflict_copies).toMatchObject([{ version: 2 }]);
  expect(conflict_copies[0]).not.toHaveProperty('shared_at');

  const zip = await download(platform, mia);
  expect((await unzip(zip))['issue-1.jsonl']).not.toContain('shared_at');
  await empty(platform, mia);
  await upload(platform, mia, zip);
  const { answers: after, ...others } = await read();
  const [{ updated_at, ...restored }] = after as [(typeof after)[0]];
  expect(restored).toEqual({ ...before[0], updated_at: undefined, shared_at: updated_at });
  expect(others.conflict_copies).toEqual(conflict_copies);
});
