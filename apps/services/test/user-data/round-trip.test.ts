import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeOf, makeBeforeAll, startBeforeAll, startTestPlatform } from '../platform.ts';
import { course_id, download, empty, erase, issue_id, unzip, upload } from './calls.ts';
import {
  anyEdits,
  everyOption,
  noteContent,
  noteKey,
  store,
  topic,
  writeEdits,
  type Edits,
} from './content.ts';
import { limitOfRounds, roundsOf } from '../../../../test/rounds.ts';

const platform = startBeforeAll(startTestPlatform);

const mia = makeBeforeAll(() => platform.identityProvider.signIn('mia'));
const ben = makeBeforeAll(() => platform.identityProvider.signIn('ben'));

/** Each writes up to fifty edits, one after the other. */
const runs = roundsOf(5);
const timeoutInMs = limitOfRounds(180_000);

const issueOf = (who: SignedIn) => ({ subject: who.subject, course_id, issue_id });
const write = (edits: Edits) => writeEdits(platform, mia, edits);
const clear = async () => {
  for (const who of [mia, ben]) await empty(platform, who);
};

/** Uploads a file for ben, for ben again, and for mia. @returns what was said, and what each has then */
async function uploadThrice(zip: Buffer) {
  const answers: Awaited<ReturnType<typeof upload>>[] = [];
  const downloads: Awaited<ReturnType<typeof unzip>>[] = [];
  for (const who of [ben, ben, mia]) {
    answers.push(await upload(platform, who, zip));
    downloads.push(await unzip(await download(platform, who)));
  }
  return { answers, downloads };
}

/** The first upload stores all, and those after it change nothing, not even where it came from. */
function answersOnce(restored_items_count: number | undefined) {
  const first = { restored_items_count, unchanged_items_count: 0, conflict_copies_count: 0 };
  const again = {
    result_state: 'IA_OK',
    restored_items_count: 0,
    unchanged_items_count: restored_items_count,
    conflict_copies_count: 0,
  };
  return [first, again, again];
}

test(
  'a download uploaded into an empty account gives the same download, whatever is in it',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyEdits, async (edits) => {
        await clear();
        await write(edits);
        const zip = await download(platform, mia);
        const entries = await unzip(zip);
        if (Object.keys(entries).length === 1) return;
        const { answers, downloads } = await uploadThrice(zip);
        expect(downloads).toEqual([entries, entries, entries]);
        expect(answers).toMatchObject(answersOnce(answers[0]?.restored_items_count));
      }),
      { numRuns: runs },
    );
  },
  timeoutInMs,
);

test(
  'every kind is in a download in every option, and comes back from there',
  async () => {
    await fc.assert(
      fc.asyncProperty(everyOption, async (edits) => {
        await clear();
        await write(edits);
        const zip = await download(platform, mia);
        const contents = await contentsOf(zip);
        const given = edits.map(({ item: { kind, model, fields } }) =>
          textOf([{ kind, ...model }, fields]),
        );
        expect(given.filter((content) => !contents.has(content))).toEqual([]);
        const entries = await unzip(zip);
        const { answers, downloads } = await uploadThrice(zip);
        expect(downloads).toEqual([entries, entries, entries]);
        expect(answers).toMatchObject(answersOnce(answers[0]?.restored_items_count));
      }),
      // Over a hundred items each, of which none is to be left out.
      { numRuns: 2, endOnFailure: true },
    );
  },
  timeoutInMs,
);

test(
  'what was written since the download is there after the upload, too',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyEdits, anyEdits, async (before, since) => {
        await clear();
        await write(before);
        const zip = await download(platform, mia);
        if (Object.keys(await unzip(zip)).length === 1) return;
        await write(since);
        const written = await contentsOf(await download(platform, mia));
        const saved = await contentsOf(zip);
        await upload(platform, mia, zip);
        const after = await contentsOf(await download(platform, mia));
        expect([...written, ...saved].filter((content) => !after.has(content))).toEqual([]);
        // A content that is the item's own in the file is the item's own again.
        const current = await contentsOf(await download(platform, mia), 'current');
        const restored = await contentsOf(zip, 'current');
        expect([...restored].filter((content) => !current.has(content))).toEqual([]);
      }),
      { numRuns: runs },
    );
  },
  timeoutInMs,
);

/** The same for equal values, whatever the order of their fields. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_field, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** Each item's contents, with the item's name and without versions. */
async function contentsOf(zip: Buffer, scope: 'all' | 'current' = 'all'): Promise<Set<string>> {
  const { 'issue-1.jsonl': lines = '' } = await unzip(zip);
  return new Set(
    lines
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown> & { item: object })
      .filter(({ is_conflict_copy }) => scope === 'all' || !is_conflict_copy)
      .map(({ is_conflict_copy: _, item, ...rest }) => {
        const { version: __, updated_at: ___, ...content } = item as Record<string, unknown>;
        return textOf([rest, content]);
      }),
  );
}

test('versions and times come back, so that devices go on from there', async () => {
  await clear();
  const key = noteKey('a');
  await store(platform.database, issueOf(mia), [{ key, content: noteContent('eins') }]);
  await store(platform.database, issueOf(mia), [{ key, base: 1, content: noteContent('zwei') }]);
  const zip = await download(platform, mia);
  await upload(platform, ben, zip);
  await store(platform.database, issueOf(ben), [{ key, base: 2, content: noteContent('drei') }]);
  const { 'issue-1.jsonl': lines } = await unzip(await download(platform, ben));
  expect(JSON.parse(lines!)).toMatchObject({ item: { version: 3, content: { text: 'drei' } } });
});

test('what comes back after a deletion is above the versions that were deleted', async () => {
  await clear();
  const key = noteKey('a');
  const write = (base: number, text: string) =>
    store(platform.database, issueOf(mia), [{ key, base, content: noteContent(text) }]);
  await write(0, 'eins');
  const zip = await download(platform, mia);
  await write(1, 'zwei');
  await erase(platform, mia);
  await upload(platform, mia, zip);
  await write(2, 'auf der gelöschten Version');
  const { 'issue-1.jsonl': lines = '' } = await unzip(await download(platform, mia));
  const [item, copy] = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  expect(item).toMatchObject({ item: { version: 4 } });
  expect(copy).toMatchObject({
    is_conflict_copy: true,
    item: { version: 3, content: { text: 'eins' } },
  });
});

test('what was replaced becomes a conflict copy, and the counts say so', async () => {
  await clear();
  const [first, second, third] = [noteKey('a'), noteKey('a'), noteKey('b')];
  await store(
    platform.database,
    issueOf(mia),
    [first, second, third].map((key) => ({ key, content: noteContent('alt') })),
  );
  const zip = await download(platform, mia);
  await store(platform.database, issueOf(mia), [
    { key: first, base: 1, content: noteContent('neu') },
    { key: second, base: 1, content: null },
  ]);
  expect(await upload(platform, mia, zip)).toEqual({
    result_state: 'OK',
    restored_items_count: 2,
    unchanged_items_count: 1,
    conflict_copies_count: 1,
    restored_files_count: 0,
  });
  const { 'issue-1.jsonl': lines = '' } = await unzip(await download(platform, mia));
  const copies = lines.split('\n').filter((line) => line.includes('is_conflict_copy'));
  expect(copies).toHaveLength(1);
  expect(copies[0]).toContain('neu');
});

test('two uploads of one file at once store it once', async () => {
  await clear();
  const keys = Array.from({ length: 450 }, () => noteKey('a', randomUUID()));
  for (let from = 0; from < keys.length; from += 200) {
    const changes = keys.slice(from, from + 200).map((key) => ({ key, content: noteContent('x') }));
    await store(platform.database, issueOf(mia), changes);
  }
  const zip = await download(platform, mia);
  const answers = await Promise.all([1, 2, 3].map(() => upload(platform, ben, zip)));
  const stored = answers.map(({ restored_items_count }) => restored_items_count);
  expect(stored.toSorted((a, b) => a - b)).toEqual([0, 0, 450]);
  expect(await unzip(await download(platform, ben))).toEqual(await unzip(zip));
});

test('a course has a file for each issue, and an upload takes the one that it names', async () => {
  await clear();
  const other = { ...issueOf(mia), issue_id: 'wasser-2025' };
  await store(platform.database, issueOf(mia), [
    { key: noteKey('a'), content: noteContent('neu') },
  ]);
  await store(platform.database, other, [{ key: noteKey('a'), content: noteContent('alt') }]);
  await store(platform.database, { ...other, course_id: 'feuer' }, [
    {
      key: { kind: 'bookmark', ...topic('t'), segment: '', item_id: randomUUID() },
      content: { color_index: 'ANNOTATION_COLOR_1' },
    },
  ]);
  const body = { subject: mia.subject, course_id_dto: { course_id } };
  const whole = await platform.as('clag', mia).userDataDownload({ body });
  const zip = Buffer.from(await whole.arrayBuffer());
  const entries = await unzip(zip);
  expect(Object.keys(entries)).toEqual(['user-data.json', 'issue-1.jsonl', 'issue-2.jsonl']);
  expect(JSON.parse(entries['user-data.json']!)).toMatchObject({
    issues: [{ issue_id: 'wasser-2025' }, { issue_id: 'wasser-2026' }],
  });
  expect(await upload(platform, ben, zip)).toMatchObject({ restored_items_count: 1 });
  expect((await unzip(await download(platform, ben)))['issue-1.jsonl']).toContain('neu');
  const change = { issue_id: 'wasser-2027', issue_reference: 'wasser-2027' };
  expect(await codeOf(upload(platform, ben, zip, change))).toBe('FILE_OF_OTHER_ISSUE');
});

test('the download of an empty account is a zip without issues', async () => {
  await clear();
  expect(await unzip(await download(platform, ben))).toEqual({
    'user-data.json': JSON.stringify({
      format: 'lectern-user-data',
      version: 1,
      course_id,
      issues: [],
    }),
  });
});
