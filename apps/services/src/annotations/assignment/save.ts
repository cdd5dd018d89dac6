import type { Answer, Body, Contract, ErrorCode } from '@lectern/contracts';
import { assignmentLimits } from '@lectern/contracts/calls/annotations/assignment';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { Content, Issue, RecentVersion } from '../items/item.ts';
import { keepCopies } from '../items/policies.ts';
import { asJson } from '../items/wire.ts';

type Call = Contract['clag']['assignmentSaveForGroup'];
type Given = Body<Call>['assignment'];
type Outcome = Answer<Call>['assignment'];
type Refusal = (code: ErrorCode<Call>) => Error;

/** Place of an assignment, and its author. */
export interface GivenIn extends Pick<Issue, 'course_id' | 'issue_id'> {
  readonly group_id: string;
  readonly subject: string;
  readonly pupils: ReadonlySet<string>;
}

interface StoredAssignment {
  readonly course_id: string;
  readonly issue_id: string;
  readonly content: Content | null;
  /** null: all. */
  readonly member_subjects: readonly string[] | null;
  readonly version: number;
  readonly updated_at: Date;
  readonly recent: readonly RecentVersion[];
}

/**
 * Stores an assignment. The caller holds the lock of the group; versions and repeats are those of items, but a change
 * that its sender made without knowing the stored one is refused.
 *
 * @throws an error of `refusal`; the caller lets the transaction fail.
 */
export async function saveAssignment(
  transaction: Database,
  place: GivenIn,
  given: Given,
  refusal: Refusal,
): Promise<Outcome> {
  const { group_id, course_id, issue_id } = place;
  const { assignment_id } = given;
  const { stored, now } = await readStored(transaction, group_id, assignment_id);
  const isElsewhere = stored && (stored.course_id !== course_id || stored.issue_id !== issue_id);
  const about = given.is_removed ? null : contentOf(given);
  const resolution = keepCopies.resolve(
    stored && {
      version: stored.version,
      recent: stored.recent,
      updatedAt: stored.updated_at,
      content: stored.content && withMembers(stored.content, stored.member_subjects),
    },
    { base: given.version, content: about && withMembers(about.content, about.member_subjects) },
    { floor: 0, now },
  );
  const isBlind = resolution?.next && stored && given.version !== stored.version;
  if (!resolution || isBlind || isElsewhere) throw refusal('ASSIGNMENT_CONFLICT');
  const { version, updatedAt, outcome, next } = resolution;
  if (next) {
    // A member who has left meanwhile keeps nobody from changing the assignment of the others, and comes back to it.
    const before = new Set(stored?.member_subjects);
    const named = about?.member_subjects;
    if (named && !named.some((subject) => place.pupils.has(subject)))
      throw refusal('ASSIGNMENT_FOR_NOBODY');
    const members = named?.filter((subject) => place.pupils.has(subject) || before.has(subject));
    const row = { content: about?.content, members, begins_at: about?.begins_at ?? now };
    // A removal of what never was leaves nothing.
    if (about || stored) await writeRow(transaction, place, assignment_id, { ...next, ...row });
    if (about && !stored?.content && (await isFull(transaction, place)))
      throw refusal('ASSIGNMENTS_FULL');
  }
  return {
    assignment_id,
    version,
    updated_at: updatedAt.toISOString(),
    // Nothing is merged: a repeat of the stored version only is called so.
    outcome: outcome === 'merged' ? 'unchanged' : outcome,
  };
}

/** In one order of fields, by which a repeated change is known. */
function contentOf(given: Exclude<Given, { readonly is_removed: true }>) {
  const { title, targets, begins_at, due_at, solutions_at, solutions_open } = given;
  return {
    content: asJson({ title, targets, begins_at, due_at, solutions_at, solutions_open }),
    member_subjects: given.member_subjects && [...new Set(given.member_subjects)].toSorted(),
    begins_at: new Date(begins_at),
  };
}

function withMembers(content: Content, members: readonly string[] | null | undefined): Content {
  return { ...content, member_subjects: members ?? null };
}

async function readStored(
  transaction: Database,
  groupId: string,
  assignmentId: string,
): Promise<{ readonly stored: StoredAssignment | undefined; readonly now: Date }> {
  const { rows } = await sql<StoredAssignment & { readonly now: Date; readonly found: boolean }>`
    select assignment.*, assignment.version is not null as found, clock.now, case when not is_for_all then array(
      select subject from clag.assignment_members member
      where member.group_id = ${groupId} and member.assignment_id = ${assignmentId}
      order by subject collate "C"
    ) end as member_subjects
    from (select date_trunc('milliseconds', clock_timestamp()) as now) clock
    left join clag.assignments assignment
      on assignment.group_id = ${groupId} and assignment.assignment_id = ${assignmentId}
  `.execute(transaction);
  const [row] = rows as [(typeof rows)[0]];
  return { stored: row.found ? row : undefined, now: row.now };
}

interface NewRow {
  readonly content: Content | undefined;
  /** Absent: all. */
  readonly members: readonly string[] | undefined;
  readonly begins_at: Date;
  readonly version: number;
  readonly updatedAt: Date;
  readonly recent: readonly RecentVersion[];
}

async function writeRow(
  transaction: Database,
  { group_id, course_id, issue_id, subject }: GivenIn,
  assignment_id: string,
  { content, members, begins_at, version, updatedAt, recent }: NewRow,
): Promise<void> {
  await sql`
    insert into clag.assignments as stored
      (group_id, assignment_id, course_id, issue_id, written_by, given_at, content, is_for_all, begins_at, version,
        updated_at, recent)
    values (${group_id}, ${assignment_id}, ${course_id}, ${issue_id}, ${subject}, ${updatedAt},
      ${content ? JSON.stringify(content) : null}, ${members === undefined}, ${begins_at}, ${version}, ${updatedAt},
      ${JSON.stringify(recent)})
    on conflict (group_id, assignment_id) do update set
      content = excluded.content, is_for_all = excluded.is_for_all, begins_at = excluded.begins_at,
      version = excluded.version, updated_at = excluded.updated_at, recent = excluded.recent,
      -- The title is its author's, with whom it is erased.
      written_by = case when excluded.content ->> 'title' is distinct from stored.content ->> 'title'
        then excluded.written_by else coalesce(stored.written_by, excluded.written_by) end
  `.execute(transaction);
  await sql`
    delete from clag.assignment_members where group_id = ${group_id} and assignment_id = ${assignment_id}
  `.execute(transaction);
  if (!members) return;
  await sql`
    insert into clag.assignment_members (group_id, assignment_id, subject)
    select ${group_id}, ${assignment_id}, subject from unnest(${[...members]}::text[]) subject
  `.execute(transaction);
}

async function isFull(
  transaction: Database,
  { group_id, course_id, issue_id }: GivenIn,
): Promise<boolean> {
  const { issue, withRemoved, group } = assignmentLimits;
  const isOfIssue = sql`course_id = ${course_id} and issue_id = ${issue_id}`;
  const { rows } = await sql`
    select 1 from clag.assignments where group_id = ${group_id}
    having count(content) filter (where ${isOfIssue}) > ${issue}
      or count(*) filter (where ${isOfIssue}) > ${withRemoved} or count(*) > ${group}
  `.execute(transaction);
  return rows.length > 0;
}
