import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Issue } from '../../src/annotations/items/item.ts';
import type { KeptVersion } from '../../src/annotations/user-data/line.ts';
import { restoreVersions } from '../../src/annotations/user-data/restore.ts';
import type { Database } from '../../src/index.ts';
import { startBeforeAll, startTestPlatform } from '../platform.ts';
import { noteContent, noteKey } from './content.ts';

/* The rows that a restore reads, in the order that costs most. */

const platform = startBeforeAll(startTestPlatform);
beforeAll(async () => {
  // Few subjects, whose issues PostgreSQL knows: of any other it expects next to nothing.
  for (let pupil = 0; pupil < 20; pupil++) {
    await restore(newIssue(), versionsOf(200, { isConflictCopy: pupil % 2 > 0 }));
  }
  await sql`
    analyze clag.content_items, clag.conflict_copies, clag.issue_changes
  `.execute(platform.database);
});

const newIssue = () => ({ subject: randomUUID(), course_id: 'wasser', issue_id: 'wasser-2026' });

async function* versionsOf(
  count: number,
  { topics = 50, isConflictCopy = false } = {},
): AsyncGenerator<KeptVersion> {
  for (let place = 0; place < count; place++) {
    yield {
      // The next one is always of another topic.
      key: noteKey(`topic-${place % topics}`),
      version: 1,
      content: noteContent('x'),
      updatedAt: new Date(),
      isConflictCopy,
    };
  }
}

const restore = (issue: Issue, versions: AsyncIterable<KeptVersion>) =>
  platform.database.transaction().execute(async (transaction) => {
    // So many removed items that some are to be forgotten, which those with copies never are.
    await transaction
      .insertInto('clag.issue_changes')
      .values({ ...issue, removed_items: 5_499, last_index: 0, forgotten_through: 0 })
      .execute();
    const before = await rowsReadIn(transaction);
    await restoreVersions(transaction, issue, versions, new AbortController().signal);
    return (await rowsReadIn(transaction)) - before;
  });

/** Rows of user data that a transaction has read so far. */
async function rowsReadIn(transaction: Database): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read
    from pg_stat_xact_user_tables where schemaname = 'clag'
  `.execute(transaction);
  return rows[0]!.read;
}

test.each([
  ['items of some topics in turn', {}],
  ['items of a topic each', { topics: Infinity }],
  ['conflict copies of removed items', { isConflictCopy: true }],
])('%s cost a few rows each, however many they are', async (_what, order) => {
  for (const count of [2_000, 4_000]) {
    const read = await restore(newIssue(), versionsOf(count, order));
    expect(read / count).toBeLessThan(5);
  }
});
