import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { sendLater } from '../../storage/send-later.ts';
import type { Issue } from './item.ts';

/** An issue that one transaction alone writes in. */
export interface LockedIssue {
  readonly epoch: string;
  /** The last change before this transaction's. */
  readonly lastIndex: number;
  /**
   * By the clock of the database: never before that of an earlier change. It is read before the lock is waited for, so
   * that it can be earlier by the wait.
   */
  readonly now: Date;
  readonly floor: number;
  readonly removedItems: number;
  readonly forgottenThrough: number;
}

/**
 * Waits for other writers of the issue, and keeps them waiting until the transaction ends. So changes become visible
 * in the order of their indexes, and a reader that knows one has read all before it.
 *
 * @param changes How many indexes are needed: those after `lastIndex`. Some may stay unused.
 */
export async function lockIssue(
  transaction: Database,
  issue: Issue,
  changes: number,
): Promise<LockedIssue> {
  const { rows } = await locking(issue, changes).execute(transaction);
  return lockedIssue(transaction, issue, changes, rows[0]!);
}

/** As {@link lockIssue}, on one way with a question that the lock is taken before. */
export async function lockIssueAndRead<Read>(
  transaction: Database,
  issue: Issue,
  changes: number,
  read: () => Promise<Read>,
): Promise<readonly [LockedIssue, Read]> {
  const { rows } = await sendLater(transaction, locking(issue, changes));
  const found = await read();
  return [await lockedIssue(transaction, issue, changes, (await rows())[0]!), found];
}

interface LockedRow {
  readonly epoch: string;
  readonly last_index: string;
  readonly changed_at: Date;
  readonly version_floor: number;
  readonly removed_items: number;
  readonly forgotten_through: string;
}

const locking = ({ subject, course_id, issue_id }: Issue, changes: number) => sql<LockedRow>`
    insert into clag.issue_changes as issue (subject, course_id, issue_id, last_index, changed_at)
    values (
      ${subject}, ${course_id}, ${issue_id}, ${changes},
      date_trunc('milliseconds', clock_timestamp())
    )
    on conflict (subject, course_id, issue_id) do update set
      last_index = issue.last_index + excluded.last_index,
      changed_at = greatest(issue.changed_at, excluded.changed_at)
    returning epoch, last_index, changed_at, version_floor, removed_items, forgotten_through
  `;

async function lockedIssue(
  transaction: Database,
  issue: Issue,
  changes: number,
  row: LockedRow,
): Promise<LockedIssue> {
  const lastIndex = Number(row.last_index) - changes;
  return {
    epoch: row.epoch,
    lastIndex,
    now: row.changed_at,
    floor: lastIndex === 0 ? await beginAboveErased(transaction, issue) : row.version_floor,
    removedItems: row.removed_items,
    forgottenThrough: Number(row.forgotten_through),
  };
}

/** The issue may have been erased until the moment before its lock. @returns its floor */
async function beginAboveErased(
  transaction: Database,
  { subject, course_id, issue_id }: Issue,
): Promise<number> {
  const { rows } = await sql<{ version_floor: number }>`
    update clag.issue_changes set version_floor = greatest(
      version_floor, (select version_floor from clag.content_sizes where subject = ${subject})
    )
    where subject = ${subject} and course_id = ${course_id} and issue_id = ${issue_id}
    returning version_floor
  `.execute(transaction);
  return rows[0]!.version_floor;
}

/**
 * Waits as {@link lockIssue} does, and makes nothing.
 *
 * @returns false: the issue has no content
 */
export async function lockKnownIssue(
  transaction: Database,
  { subject, course_id, issue_id }: Issue,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from clag.issue_changes
    where subject = ${subject} and course_id = ${course_id} and issue_id = ${issue_id}
    for update
  `.execute(transaction);
  return rows.length > 0;
}
