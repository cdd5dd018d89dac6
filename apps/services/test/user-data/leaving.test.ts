import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignedIn } from '@lectern/env/testing';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { lockIssue } from '../../src/annotations/items/issue-lock.ts';
import { codeOf, startTestPlatform, type TestPlatform } from '../platform.ts';
import { course_id, download, empty, issue_id, upload } from './calls.ts';
import { noteContent, noteKey, store } from './content.ts';

/* Clients that leave in the middle, and callers who would take the places of others. */

let platform: TestPlatform;
let mia: SignedIn;
let ben: SignedIn;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaving-'));
  vi.stubEnv('TMPDIR', folder);
  platform = await startTestPlatform();
  [mia, ben] = await Promise.all([
    platform.identityProvider.signIn('mia'),
    platform.identityProvider.signIn('ben'),
  ]);
});
afterAll(async () => {
  await platform.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  for (const who of [mia, ben]) await empty(platform, who);
});

const issueOf = ({ subject }: SignedIn) => ({ subject, course_id, issue_id });

/** A download with so many notes that it is no small body. */
async function zipOfNotes(): Promise<Buffer> {
  const changes = Array.from({ length: notesCount }, () => ({
    key: noteKey('a'),
    content: noteContent(randomBytes(30_000).toString('hex')),
  }));
  await store(platform.database, issueOf(mia), changes);
  return download(platform, mia);
}
const notesCount = 4;

/** Writes in an issue until the returned function is called: restores of it wait. */
async function holdIssue(who: SignedIn): Promise<() => Promise<void>> {
  const { promise: isHeld, resolve: tellHeld } = Promise.withResolvers<void>();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const holding = platform.database.transaction().execute(async (transaction) => {
    await lockIssue(transaction, issueOf(who), 0);
    tellHeld();
    await isOver;
  });
  await isHeld;
  return () => {
    end();
    return holding;
  };
}

async function untilRestoreWaits(): Promise<void> {
  const waiting = sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `;
  await expect.poll(async () => (await waiting.execute(platform.database)).rows).not.toEqual([]);
}

/** Temporary files that this process has open; Linux tells. */
async function openFiles(): Promise<readonly string[]> {
  const descriptors = await readdir('/proc/self/fd');
  const targets = await Promise.all(
    descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return targets.filter((target) => target.startsWith(folder));
}

test('a restore whose client has left stores nothing, and gives its place and its file back', async () => {
  const zip = await zipOfNotes();
  const letGo = await holdIssue(ben);
  const leaving = new AbortController();
  const left = codeOf(upload(platform, ben, zip, {}, leaving.signal));
  await untilRestoreWaits();
  expect(await openFiles()).toHaveLength(1);
  leaving.abort();
  expect(await left).toBe('aborted');
  await expect.poll(() => platform.inFlight()).toBe(0);
  await letGo();
  expect(await upload(platform, ben, zip)).toMatchObject({ restored_items_count: notesCount });
  expect(await openFiles()).toEqual([]);
});

test('whoever restores many files at once keeps nobody else waiting', async () => {
  const zip = await zipOfNotes();
  const letGo = await holdIssue(ben);
  const uploads = Array.from({ length: 8 }, () => upload(platform, ben, zip));
  await untilRestoreWaits();
  await expect.poll(() => platform.inFlight()).toBe(8);
  // The others lie on no disk yet.
  expect(await openFiles()).toHaveLength(1);
  expect(await upload(platform, mia, zip)).toMatchObject({ result_state: 'IA_OK' });
  await letGo();
  const answers = await Promise.all(uploads);
  expect(answers.map((answer) => answer.restored_items_count)).toEqual([
    notesCount,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
});

test('a download whose client has left is read no further, and the next one can begin', async () => {
  const notes = 250;
  await sql`
    insert into clag.content_items (subject, course_id, issue_id, kind, model_type, model_id, item_id,
      version, change_index, content, bytes, updated_at)
    select ${mia.subject}, ${course_id}, ${issue_id}, 'note', 'topic', 'a', place::text, 1, place,
      jsonb_build_object('text', (
        select string_agg(md5(place || '/' || part), '') from generate_series(1, 2000) part
      )), 64000, now()
    from generate_series(1, ${notes}) place
  `.execute(platform.database);
  await sql`
    insert into clag.issue_changes (subject, course_id, issue_id)
    values (${mia.subject}, ${course_id}, ${issue_id})
  `.execute(platform.database);
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const piecesRead = () =>
    queries.mock.calls.filter(([query]) => JSON.stringify(query).includes('bytes_before')).length;
  const leaving = new AbortController();
  const first = codeOf(download(platform, mia, leaving.signal));
  const second = download(platform, mia);
  await expect.poll(piecesRead, { interval: 5 }).toBeGreaterThanOrEqual(5);
  leaving.abort();
  expect(await first).toBe('aborted');
  await second;
  // A piece has four of the notes.
  expect(piecesRead()).toBeLessThan(1.5 * (notes / 4));
  queries.mockRestore();
});
