import type { Answer, Body, Contract, ErrorCode } from '@lectern/contracts';
import { feedbackLimits } from '@lectern/contracts/calls/annotations/feedback';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { inIssue } from '../items/item-rows.ts';
import { lockIssue } from '../items/issue-lock.ts';
import type { Content, Issue, RecentVersion } from '../items/item.ts';
import { keepCopies, type Resolution } from '../items/policies.ts';
import { asJson } from '../items/wire.ts';
import { nameVersions, unnameVersions } from './answer-versions.ts';

type Call = Contract['clag']['feedbackSaveForMember'];
type Given = Body<Call>['feedback'][number];
type Outcome = Answer<Call>['feedback'][number];
type Refusal = (code: ErrorCode<Call>) => Error;

/** A leader who gives feedback in a group. */
export interface Author {
  readonly group_id: string;
  readonly subject: string;
  /** All names of the author. */
  readonly aliases: ReadonlySet<string>;
  /** The author reads what the member has stored since then; absent: the member shares no answers with it. */
  readonly readsSince: string | undefined;
}

interface StoredFeedback {
  readonly feedback_id: string;
  readonly exercise_id: string;
  readonly answer_id: string;
  readonly answer_version: number;
  readonly content: Content | null;
  readonly version: number;
  readonly updated_at: Date;
  readonly recent: readonly RecentVersion[];
  readonly group_id: string;
  readonly written_by: string | null;
}

/** Where a feedback belongs, and its words. */
interface About extends Pick<StoredFeedback, 'exercise_id' | 'answer_id' | 'answer_version'> {
  readonly content: object;
}

interface Resolved {
  readonly feedback_id: string;
  readonly stored: StoredFeedback | undefined;
  /** null: a removal. */
  readonly about: About | null;
  readonly resolution: Resolution;
}

/**
 * Stores feedback on the answers of a member, all or none. Its versions and the order of its changes are those of items:
 * the issue of the member is locked. A change that its sender made without knowing the stored one is refused.
 *
 * @throws an error of `refusal`; the caller lets the transaction fail.
 */
export async function saveFeedback(
  transaction: Database,
  issue: Issue,
  author: Author,
  given: readonly Given[],
  refusal: Refusal,
): Promise<Outcome[]> {
  // Of a subject whose answers the author does not read nothing is locked but the issue of what it has given there.
  const ids = given.map(({ feedback_id }) => feedback_id);
  const known = author.readsSince ? undefined : await readStored(transaction, issue, ids);
  if (known && known.size < given.length) throw refusal('ANSWER_NOT_FOUND');
  const locked = await lockIssue(transaction, issue, given.length);
  const held = await readStored(transaction, issue, ids);
  const resolved = given.map((change): Resolved => {
    const { feedback_id, version: base } = change;
    const stored = held.get(feedback_id);
    if (stored && !isOf(author, stored)) throw refusal('FEEDBACK_OF_ANOTHER');
    const about = change.is_removed ? null : change;
    const resolution = keepCopies.resolve(
      stored && {
        version: stored.version,
        recent: stored.recent,
        updatedAt: stored.updated_at,
        content: stored.content && aboutOf(stored),
      },
      { base, content: about && aboutOf(about) },
      locked,
    );
    const isBlind = resolution?.next && stored && base !== stored.version;
    // A removed feedback is no free place: a late change would bring it back.
    if (!resolution || isBlind) throw refusal('FEEDBACK_CONFLICT');
    return { feedback_id, stored, about, resolution };
  });
  const written = resolved.filter(({ resolution }) => resolution.next);
  const named = written.flatMap(({ about }) =>
    about ? [{ ...about, version: about.answer_version }] : [],
  );
  if (named.length > 0) {
    const { readsSince } = author;
    const reader = readsSince && { group_id: author.group_id, since: readsSince };
    const mayName = reader && (await nameVersions(transaction, issue, reader, named));
    if (!mayName) throw refusal('ANSWER_NOT_FOUND');
  }
  await writeRows(transaction, issue, author, written, locked.lastIndex, refusal);
  const exerciseIds = [
    ...new Set([...named, ...held.values()].map(({ exercise_id }) => exercise_id)),
  ];
  await unnameVersions(transaction, issue, exerciseIds);
  const added = written.flatMap(({ about, stored }) => {
    const isThere = stored?.content && stored.exercise_id === about?.exercise_id;
    return about && !isThere ? [about.exercise_id] : [];
  });
  if (await isFull(transaction, issue, author.group_id, added)) throw refusal('FEEDBACK_FULL');
  return resolved.map(({ feedback_id, resolution: { version, updatedAt, outcome } }) => ({
    feedback_id,
    version,
    updated_at: updatedAt.toISOString(),
    // Nothing is merged.
    outcome: outcome as Outcome['outcome'],
  }));
}

/** True where a subject has given all of this feedback in a group. */
export async function hasGiven(
  database: Database,
  issue: Issue,
  author: Pick<Author, 'group_id' | 'aliases'>,
  ids: readonly string[],
): Promise<boolean> {
  const held = await readStored(database, issue, ids);
  return ids.every((id) => {
    const stored = held.get(id);
    return stored !== undefined && isOf(author, stored);
  });
}

function isOf(
  { group_id, aliases }: Pick<Author, 'group_id' | 'aliases'>,
  stored: Pick<StoredFeedback, 'group_id' | 'written_by'>,
): boolean {
  return (
    stored.group_id === group_id && stored.written_by !== null && aliases.has(stored.written_by)
  );
}

/** In one order of fields, by which a repeated change is known. */
function aboutOf({
  exercise_id,
  answer_id,
  answer_version,
  content,
}: Omit<About, 'content'> & { readonly content: object | null }): Content {
  return asJson({ exercise_id, answer_id, answer_version, content });
}

async function readStored(
  transaction: Database,
  issue: Issue,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredFeedback>> {
  const { rows } = await sql<StoredFeedback>`
    select feedback_id, exercise_id, answer_id, answer_version, content, version, updated_at, recent, group_id, written_by
    from clag.feedback where ${inIssue(issue)} and feedback_id = any(${[...ids]}::uuid[])
  `.execute(transaction);
  return new Map(rows.map((row) => [row.feedback_id, row]));
}

async function writeRows(
  transaction: Database,
  { subject, course_id, issue_id }: Issue,
  author: Author,
  written: readonly Resolved[],
  lastIndex: number,
  refusal: Refusal,
): Promise<void> {
  if (written.length === 0) return;
  // A removal leaves where the feedback belonged; one of what never was has nothing.
  const rows = written.flatMap(({ feedback_id, stored, about, resolution }, place) => {
    const where = about ?? stored;
    return where
      ? [{ feedback_id, where, about, next: resolution.next!, index: lastIndex + 1 + place }]
      : [];
  });
  const { rows: stored } = await sql<Pick<StoredFeedback, 'group_id' | 'written_by'>>`
    insert into clag.feedback
      (subject, course_id, issue_id, group_id, written_by, given_at, feedback_id, exercise_id, answer_id,
        answer_version, content, version, change_index, updated_at, recent)
    select ${subject}, ${course_id}, ${issue_id}, ${author.group_id}, ${author.subject}, given.updated_at, given.*
    from unnest(
      ${rows.map(({ feedback_id }) => feedback_id)}::uuid[],
      ${rows.map(({ where }) => where.exercise_id)}::text[],
      ${rows.map(({ where }) => where.answer_id)}::text[],
      ${rows.map(({ where }) => where.answer_version)}::integer[],
      ${rows.map(({ about }) => about && JSON.stringify(about.content))}::jsonb[],
      ${rows.map(({ next }) => next.version)}::integer[],
      ${rows.map(({ index }) => index)}::bigint[],
      ${rows.map(({ next }) => next.updatedAt.toISOString())}::timestamptz[],
      ${rows.map(({ next }) => JSON.stringify(next.recent))}::jsonb[]
    ) as given (feedback_id, exercise_id, answer_id, answer_version, content, version, change_index, updated_at, recent)
    on conflict (subject, course_id, issue_id, feedback_id) do update set
      exercise_id = excluded.exercise_id, answer_id = excluded.answer_id,
      answer_version = excluded.answer_version, content = excluded.content, version = excluded.version,
      change_index = excluded.change_index, updated_at = excluded.updated_at, recent = excluded.recent
    returning group_id, written_by
  `.execute(transaction);
  // The second defence: the process has compared ids as it does it, these rows the database has found.
  if (!stored.every((row) => isOf(author, row))) throw refusal('FEEDBACK_OF_ANOTHER');
}

/** True where a group has given more than it may on one of the exercises that got new feedback. */
async function isFull(
  transaction: Database,
  issue: Issue,
  group_id: string,
  exerciseIds: readonly string[],
): Promise<boolean> {
  if (exerciseIds.length === 0) return false;
  const { exercise, withRemoved } = feedbackLimits;
  const { rows } = await sql`
    select 1 from clag.feedback
    where ${inIssue(issue)} and group_id = ${group_id} and exercise_id = any(${[...exerciseIds]}::text[])
    group by exercise_id
    having count(content) > ${exercise} or count(*) > ${withRemoved}
    limit 1
  `.execute(transaction);
  return rows.length > 0;
}
