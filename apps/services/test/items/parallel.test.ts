import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { headersOf } from '../security/requests.ts';
import { codeOf, makeBeforeEach, startBeforeAll } from '../platform.ts';
import { startTestProcess } from '../process.ts';
import { Stops } from '../stops.ts';
import { bookmark, issueOf, newId, startWriters, topic_dto } from './writers.ts';
import { rowsOf } from '../rows.ts';

const writers = startBeforeAll(startWriters);
const mia = makeBeforeEach(() => writers.newWriter());

const save = (title: string, version: number, bookmark_id: string, issue = mia.issue) =>
  mia.clag.annotationsSaveForTopic({
    body: { ...issue, topic_dto, bookmarks: [bookmark(bookmark_id, title, version)] },
  });

test('of many who change an item at once, on one version, everyone is kept', async () => {
  const id = newId();
  await save('first', 0, id);
  const titles = Array.from({ length: 20 }, (_, place) => `writer ${place}`);
  const saved = await Promise.all(titles.map((title) => save(title, 1, id)));
  const versions = saved.map(({ bookmarks }) => bookmarks[0]!.version);
  expect(versions.toSorted((a, b) => a - b)).toEqual(titles.map((_, place) => place + 2));
  const { bookmarks, conflict_copies } = await mia.clag.annotationsGetForTopic({
    body: { ...mia.issue, topic_dto, with_conflict_copies: true },
  });
  const kept = [...bookmarks, ...conflict_copies!.bookmarks].map(({ title }) => title);
  expect(new Set(kept)).toEqual(new Set(titles));
  expect(kept).toHaveLength(titles.length);
  // By the clock of the database, in the order of the versions.
  const times = [...conflict_copies!.bookmarks, ...bookmarks].map(({ updated_at }) => updated_at);
  expect(times).toEqual(times.toSorted());
});

test('of one save that is sent many times at once, one is stored', async () => {
  const id = newId();
  const saved = await Promise.all(Array.from({ length: 10 }, () => save('same', 0, id)));
  const outcomes = saved.map(({ bookmarks }) => bookmarks[0]!.outcome);
  expect(outcomes.toSorted()).toEqual(['stored', ...Array.from({ length: 9 }, () => 'unchanged')]);
  expect(saved.every(({ bookmarks }) => bookmarks[0]!.version === 1)).toBe(true);
});

test('who changes items in another order waits for nobody in a circle', async () => {
  const ids = Array.from({ length: 10 }, newId);
  const saves = Array.from({ length: 12 }, (_, writer) =>
    mia.clag.annotationsSaveForTopic({
      body: {
        ...mia.issue,
        topic_dto,
        bookmarks: (writer % 2 ? ids : ids.toReversed()).map((id) => bookmark(id, `${writer}`)),
      },
    }),
  );
  expect(await Promise.all(saves.map(codeOf))).toEqual(saves.map(() => undefined));
});

test('a device that reads while others write is told of everything once', async () => {
  const ids = Array.from({ length: 40 }, newId);
  const writing = Promise.all(
    [0, 1, 2, 3].map(async (lane) => {
      for (const id of ids.filter((_, place) => place % 4 === lane)) await save(id, 0, id);
    }),
  );
  let isWriting = true;
  void writing.then(() => (isWriting = false));
  const received: string[] = [];
  let cursor: string | undefined;
  let isLast = false;
  while (!isLast) {
    const wasWriting = isWriting;
    const { changes, next_cursor, has_more } = await mia.clag.cloudSynchForIssue({
      body: { ...mia.issue, limit: 3, ...(cursor ? { cursor } : {}) },
    });
    received.push(
      ...changes.models.flatMap(({ bookmarks }) =>
        bookmarks.map((bookmark) => bookmark.bookmark_id),
      ),
    );
    cursor = next_cursor;
    isLast = !wasWriting && !has_more;
  }
  await writing;
  expect(received.toSorted()).toEqual(ids.toSorted());
});

test('what is written in many issues at once is counted to the item', async () => {
  const issues = Array.from({ length: 10 }, (_, place) => issueOf(mia.subject, `issue-${place}`));
  await Promise.all(
    issues.flatMap((issue) => [save('a', 0, newId(), issue), save('b', 0, newId(), issue)]),
  );
  const { items } = await rowsOf(writers.platform.database, 'clag.content_sizes', {
    subject: mia.subject,
  }).one('items');
  expect(items).toBe(20);
});

test('a process that is killed while it stores has stored nothing, and keeps nobody waiting', async () => {
  const killed = await startTestProcess();
  const { database, identityProvider } = killed;
  const { subject, token } = await identityProvider.signIn('mia');
  // The last that a save writes.
  const stops = new Stops(database);
  await stops.addTable('clag.content_sizes');
  const call = fetch(`${killed.url}/clag/v1/annotations/saveForTopic`, {
    method: 'POST',
    headers: headersOf({ subject, token }),
    body: JSON.stringify({
      ...issueOf(subject),
      topic_dto,
      bookmarks: [bookmark(newId(), 'a'), bookmark(newId(), 'b')],
    }),
  }).catch(() => 'broken off');
  await stops.areReached();
  killed.kill('SIGKILL');
  await killed.exited;
  expect(await call).toBe('broken off');
  await stops.release();
  for (const table of ['content_items', 'issue_changes', 'content_sizes']) {
    const { rows } = await sql`
      select from ${sql.table(`clag.${table}`)} where subject = ${subject}
    `.execute(database);
    expect([table, rows.length]).toEqual([table, 0]);
  }
});
