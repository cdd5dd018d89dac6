import { readVersionLifetimeInDays } from '@lectern/contracts/calls/annotations/feedback';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { inIssue } from '../items/item-rows.ts';
import type { Content, Issue } from '../items/item.ts';

/*
 * Versions of answers that leaders have read. One stays for as long as feedback names it, or else for a fortnight, so
 * that a teacher who writes while the pupil goes on, or is offline, can still name it:
 *
 *   read by a leader ─▶ kept_until = in 14 days ─▶ forgotten
 *                             │      ▲
 *                  feedback names it │ feedback is removed
 *                             ▼      │
 *                        kept_until = null
 */

/** Unnamed versions of one answer that are kept: a teacher's page may ask every few seconds while a pupil writes. */
const unnamedMaximum = 10;

const lifetime = sql`interval '${sql.raw(String(readVersionLifetimeInDays))} days'`;

/** A version of an answer as leaders are told of it. */
export interface ReadVersion {
  readonly subject: string;
  readonly exercise_id: string;
  readonly answer_id: string;
  readonly version: number;
  readonly content: Content;
  readonly bytes: number;
  readonly updated_at: Date;
}

/** Names a version within an issue. */
export type VersionName = Pick<ReadVersion, 'exercise_id' | 'answer_id' | 'version'>;

/**
 * True for a row of `clag.content_items` that leaders are told of, where its subject shares answers: an essay only with
 * a shared text.
 */
export const isTold = (row: string) =>
  sql.raw(`(
    ${row}.content is not null and (
      ${row}.content #>> '{content,basic_answer_type}' is distinct from 'essay'
      or ${row}.content #> '{content,shared_text}' is not null
    )
  )`);

/** What leaders are told of it: an essay without the text that its subject wrote for itself. */
export const toldContent = (row: string) => sql.raw(`${row}.content #- '{content,text}'`);

/** As it is counted. */
export const toldBytes = (row: string) =>
  sql.raw(`octet_length((${row}.content #- '{content,text}')::text)`);

/** True where feedback names a row of `clag.answer_versions`, and a condition on `feedback` holds. */
export const isNamed = (row: string, condition: RawBuilder<unknown> = sql`true`) => sql`exists (
  select from clag.feedback feedback
  where feedback.subject = ${sql.ref(`${row}.subject`)} and feedback.course_id = ${sql.ref(`${row}.course_id`)}
    and feedback.issue_id = ${sql.ref(`${row}.issue_id`)} and feedback.exercise_id = ${sql.ref(`${row}.exercise_id`)}
    and feedback.answer_id = ${sql.ref(`${row}.answer_id`)} and feedback.answer_version = ${sql.ref(`${row}.version`)}
    and feedback.content is not null and ${condition}
)`;

/** True where an answer still has the version of a row of `clag.answer_versions`. */
export const isCurrent = (row: string) => sql`exists (
  select from clag.content_items current
  where current.subject = ${sql.ref(`${row}.subject`)} and current.course_id = ${sql.ref(`${row}.course_id`)}
    and current.issue_id = ${sql.ref(`${row}.issue_id`)} and current.kind = 'answer'
    and current.model_type = 'exercise' and current.model_id = ${sql.ref(`${row}.exercise_id`)}
    and current.item_id = ${sql.ref(`${row}.answer_id`)} and current.version = ${sql.ref(`${row}.version`)}
)`;

/** Keeps versions that a leader has been told of. */
export async function keepRead(
  database: Database,
  { course_id, issue_id }: Pick<Issue, 'course_id' | 'issue_id'>,
  read: readonly ReadVersion[],
): Promise<void> {
  if (read.length === 0) return;
  const subjects = read.map(({ subject }) => subject);
  const exerciseIds = read.map(({ exercise_id }) => exercise_id);
  await sql`
    insert into clag.answer_versions as kept
      (subject, course_id, issue_id, exercise_id, answer_id, version, content, bytes, updated_at, kept_until)
    select given.subject, ${course_id}, ${issue_id}, given.exercise_id, given.answer_id, given.version,
      given.content, given.bytes, given.updated_at, now() + ${lifetime}
    from unnest(
      ${subjects}::text[], ${exerciseIds}::text[],
      ${read.map(({ answer_id }) => answer_id)}::text[], ${read.map(({ version }) => version)}::integer[],
      ${read.map(({ content }) => JSON.stringify(content))}::jsonb[],
      ${read.map(({ bytes }) => bytes)}::integer[],
      ${read.map(({ updated_at }) => updated_at.toISOString())}::timestamptz[]
    ) as given (subject, exercise_id, answer_id, version, content, bytes, updated_at)
    on conflict (subject, course_id, issue_id, exercise_id, answer_id, version)
    do update set kept_until = excluded.kept_until where kept.kept_until is not null
  `.execute(database);
  await sql`
    delete from clag.answer_versions kept
    where subject = any(${subjects}::text[]) and course_id = ${course_id} and issue_id = ${issue_id}
      and exercise_id = any(${exerciseIds}::text[]) and kept_until is not null and version <= (
        select newer.version from clag.answer_versions newer
        where newer.subject = kept.subject and newer.course_id = ${course_id} and newer.issue_id = ${issue_id}
          and newer.exercise_id = kept.exercise_id and newer.answer_id = kept.answer_id
          and newer.kept_until is not null
        order by newer.version desc offset ${unnamedMaximum} limit 1
      )
  `.execute(database);
}

const givenVersions = (named: readonly VersionName[]) => sql`unnest(
  ${named.map(({ exercise_id }) => exercise_id)}::text[],
  ${named.map(({ answer_id }) => answer_id)}::text[],
  ${named.map(({ version }) => version)}::integer[]
) as given (exercise_id, answer_id, version)`;

/**
 * Keeps versions for as long as feedback names them: the ones that answers have now, and the ones that were read. One
 * that is forgotten is named all the same.
 *
 * @param since Since when the author reads answers of the subject.
 * @returns false: the author may read no such answer, or it never had such a version
 */
export async function nameVersions(
  transaction: Database,
  issue: Issue,
  since: Date,
  named: readonly VersionName[],
): Promise<boolean> {
  const { rows } = await sql<{ current: number | null; is_kept: boolean; version: number }>`
    select given.version, item.version as current, kept.version is not null as is_kept
    from ${givenVersions(named)}
    left join clag.content_items item on item.subject = ${issue.subject}
      and item.course_id = ${issue.course_id} and item.issue_id = ${issue.issue_id}
      and item.kind = 'answer' and item.model_type = 'exercise' and item.model_id = given.exercise_id
      and item.item_id = given.answer_id and item.updated_at >= ${since} and ${isTold('item')}
    left join clag.answer_versions kept on kept.subject = ${issue.subject}
      and kept.course_id = ${issue.course_id} and kept.issue_id = ${issue.issue_id}
      and kept.exercise_id = given.exercise_id and kept.answer_id = given.answer_id
      and kept.version = given.version and kept.updated_at >= ${since}
  `.execute(transaction);
  const isReadable = ({ current, is_kept, version }: (typeof rows)[0]) =>
    is_kept || (current !== null && version <= current);
  if (!rows.every(isReadable)) return false;
  await sql`
    insert into clag.answer_versions
      (subject, course_id, issue_id, exercise_id, answer_id, version, content, bytes, updated_at, kept_until)
    select distinct on (item.model_id, item.item_id) item.subject, item.course_id, item.issue_id, item.model_id,
      item.item_id, item.version, ${toldContent('item')}, ${toldBytes('item')}, item.updated_at, null::timestamptz
    from ${givenVersions(named)} join clag.content_items item on item.subject = ${issue.subject}
      and item.course_id = ${issue.course_id} and item.issue_id = ${issue.issue_id}
      and item.kind = 'answer' and item.model_type = 'exercise' and item.model_id = given.exercise_id
      and item.item_id = given.answer_id and item.version = given.version
      and item.updated_at >= ${since} and ${isTold('item')}
    on conflict do nothing
  `.execute(transaction);
  await sql`
    update clag.answer_versions kept set kept_until = null from ${givenVersions(named)}
    where ${inIssue(issue)} and kept.exercise_id = given.exercise_id and kept.answer_id = given.answer_id
      and kept.version = given.version and kept.updated_at >= ${since} and kept.kept_until is not null
  `.execute(transaction);
  return true;
}

/** Lets versions of these exercises go that feedback names no more. */
export async function unnameVersions(
  transaction: Database,
  issue: Issue,
  exerciseIds: readonly string[],
): Promise<void> {
  await sql`
    update clag.answer_versions kept set kept_until = now() + ${lifetime}
    where ${inIssue(issue)} and exercise_id = any(${[...exerciseIds]}::text[]) and kept_until is null
      and not ${isNamed('kept')}
  `.execute(transaction);
}

/** Forgets what was read and not named in time. */
export async function forgetRead(database: Database): Promise<void> {
  await sql`delete from clag.answer_versions where kept_until < now()`.execute(database);
}
