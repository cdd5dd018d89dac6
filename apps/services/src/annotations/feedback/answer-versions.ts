import {
  feedbackLimits,
  readVersionLifetimeInDays,
} from '@lectern/contracts/calls/annotations/feedback';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { inIssue } from '../items/item-rows.ts';
import type { Content, Issue } from '../items/item.ts';

/*
 * Versions of answers that leaders of a group have read, for each group by itself: another class has not read them. One
 * stays for as long as feedback names it, or else for a fortnight, so that a teacher who writes while the pupil goes on,
 * or is offline, can still name it:
 *
 *   read by a leader ─▶ kept_until = in 14 days ─▶ forgotten
 *                             │      ▲
 *                  feedback names it │ feedback is removed
 *                             ▼      │
 *                        kept_until = null
 */

/**
 * Unnamed versions that are kept for a group: the newest of each answer, because a teacher's page may ask every few
 * seconds while a pupil writes, and the first of each span, because the teacher may write for longer. The bytes are
 * those of an exercise.
 */
const unnamedMaximum = { newest: 10, spanInSeconds: 600, bytes: 4 * 1024 * 1024 } as const;

/** Versions that are looked for, and forgotten in one transaction. */
const forgottenAtOnce = 1_000;

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

const isEssay = (row: string) => `${row}.content #>> '{content,basic_answer_type}' = 'essay'`;

/**
 * True for a row of `clag.content_items` that leaders are told of, where its subject shares answers: an essay only with
 * a shared text.
 */
export const isTold = (row: string) =>
  sql.raw(`(
    ${row}.content is not null
    and (${isEssay(row)} is not true or ${row}.content #> '{content,shared_text}' is not null)
  )`);

/** Without the text of an essay that its subject wrote for itself. */
export const toldContent = (row: string) => sql.raw(`${row}.content #- '{content,text}'`);

/** Bytes of {@link toldContent}; only essays are read for it. */
export const toldBytes = (row: string) =>
  sql.raw(`
    case when ${isEssay(row)} then octet_length((${row}.content #- '{content,text}')::text) else ${row}.bytes end`);

/** Version of {@link toldContent}: the private text changes without it. */
export const toldVersion = (row: string) =>
  sql.raw(`coalesce(${row}.shared_version, ${row}.version)`);

/** Time of {@link toldVersion}. */
export const toldAt = (row: string) => sql.raw(`coalesce(${row}.shared_at, ${row}.updated_at)`);

/** True where feedback of the same group names a row of `clag.answer_versions`, and a condition on `feedback` holds. */
export const isNamed = (row: string, condition: RawBuilder<unknown> = sql`true`) => sql`exists (
  select 1 from clag.feedback feedback
  where feedback.subject = ${sql.ref(`${row}.subject`)} and feedback.course_id = ${sql.ref(`${row}.course_id`)}
    and feedback.issue_id = ${sql.ref(`${row}.issue_id`)} and feedback.group_id = ${sql.ref(`${row}.group_id`)}
    and feedback.exercise_id = ${sql.ref(`${row}.exercise_id`)}
    and feedback.answer_id = ${sql.ref(`${row}.answer_id`)} and feedback.answer_version = ${sql.ref(`${row}.version`)}
    and feedback.content is not null and ${condition}
)`;

/**
 * True where an answer still has the version of a row of `clag.answer_versions`.
 *
 * @param versionOf The version of the answer, for its row.
 */
export const isCurrent = (
  row: string,
  versionOf: (answer: string) => RawBuilder<unknown>,
) => sql`exists (
  select 1 from clag.content_items current
  where current.subject = ${sql.ref(`${row}.subject`)} and current.course_id = ${sql.ref(`${row}.course_id`)}
    and current.issue_id = ${sql.ref(`${row}.issue_id`)} and current.kind = 'answer'
    and current.model_type = 'exercise' and current.model_id = ${sql.ref(`${row}.exercise_id`)}
    and current.item_id = ${sql.ref(`${row}.answer_id`)} and ${versionOf('current')} = ${sql.ref(`${row}.version`)}
)`;

/** An issue, and the group whose leaders read in it. */
type ReadPlace = Pick<Issue, 'course_id' | 'issue_id'> & { readonly group_id: string };

/**
 * Keeps versions that a leader of a group has been told of. An issue that is just being erased is left out; else what
 * was read before would stay behind.
 */
export async function keepRead(
  database: Database,
  { course_id, issue_id, group_id }: ReadPlace,
  read: readonly ReadVersion[],
): Promise<void> {
  if (read.length === 0) return;
  // In the order of their keys, as all statements that lock several of these rows.
  const pupils = Array.from(
    Map.groupBy(read, ({ subject }) => subject),
    ([subject, versions]) => ({ subject, versions }),
  );
  const { newest, spanInSeconds, bytes } = unnamedMaximum;
  await sql`
    select clag.keep_read_versions(
      ${course_id}, ${issue_id}, ${group_id}, ${JSON.stringify(pupils)}, ${lifetime}, ${newest}, ${spanInSeconds}, ${bytes}
    )
  `.execute(database);
}

const givenVersions = (named: readonly VersionName[]) => sql`unnest(
  ${named.map(({ exercise_id }) => exercise_id)}::text[],
  ${named.map(({ answer_id }) => answer_id)}::text[],
  ${named.map(({ version }) => version)}::integer[]
) as given (exercise_id, answer_id, version)`;

/** The leaders of a group, and since when they read answers of the subject. */
interface Reader {
  readonly group_id: string;
  readonly since: string;
}

/**
 * Keeps versions for as long as feedback names them: the ones that answers have now, and the ones that were read, as far
 * as they fit. One that is forgotten, or does not fit, is named all the same.
 *
 * @returns false: the author may read no such answer, or it never had such a version
 */
export async function nameVersions(
  transaction: Database,
  issue: Issue,
  { group_id, since }: Reader,
  named: readonly VersionName[],
): Promise<boolean> {
  const { rows } = await sql<{ current: number | null; is_kept: boolean; version: number }>`
    select given.version, ${toldVersion('item')} as current, kept.version is not null as is_kept
    from ${givenVersions(named)}
    left join clag.content_items item on item.subject = ${issue.subject}
      and item.course_id = ${issue.course_id} and item.issue_id = ${issue.issue_id}
      and item.kind = 'answer' and item.model_type = 'exercise' and item.model_id = given.exercise_id
      and item.item_id = given.answer_id and ${toldAt('item')} >= ${since} and ${isTold('item')}
    left join clag.answer_versions kept on kept.subject = ${issue.subject}
      and kept.course_id = ${issue.course_id} and kept.issue_id = ${issue.issue_id}
      and kept.exercise_id = given.exercise_id and kept.answer_id = given.answer_id
      and kept.version = given.version and kept.group_id = ${group_id} and kept.updated_at >= ${since}
  `.execute(transaction);
  const isReadable = ({ current, is_kept, version }: (typeof rows)[0]) =>
    is_kept || (current !== null && version <= current);
  if (!rows.every(isReadable)) return false;
  await sql`
    insert into clag.answer_versions
      (subject, course_id, issue_id, group_id, exercise_id, answer_id, version, content, bytes, updated_at, kept_until)
    select item.subject, item.course_id, item.issue_id, ${group_id}, item.model_id, item.item_id,
      given.version, ${toldContent('item')}, ${toldBytes('item')}, ${toldAt('item')}, now() + ${lifetime}
    from (select distinct * from ${givenVersions(named)}) given
    join clag.content_items item on item.subject = ${issue.subject}
      and item.course_id = ${issue.course_id} and item.issue_id = ${issue.issue_id}
      and item.kind = 'answer' and item.model_type = 'exercise' and item.model_id = given.exercise_id
      and item.item_id = given.answer_id and ${toldVersion('item')} = given.version
      and ${toldAt('item')} >= ${since} and ${isTold('item')}
    order by item.model_id collate "C", item.item_id collate "C"
    on conflict do nothing
  `.execute(transaction);
  await sql`
    with wanted as (
      select kept.exercise_id, kept.answer_id, kept.version, kept.bytes from clag.answer_versions kept
      where ${inIssue(issue)} and group_id = ${group_id} and updated_at >= ${since} and kept_until is not null
        and (exercise_id, answer_id, version) in (select * from ${givenVersions(named)})
      order by exercise_id collate "C", answer_id collate "C", version for update
    ), weighed as (
      select exercise_id, answer_id, version, coalesce((
        select sum(held.bytes) from clag.answer_versions held
        where ${inIssue(issue)} and held.group_id = ${group_id}
          and held.exercise_id = wanted.exercise_id and held.kept_until is null
      ), 0) + sum(bytes) over (
        partition by exercise_id order by answer_id collate "C", version
      ) as bytes_named
      from wanted
    )
    update clag.answer_versions kept set kept_until = null from weighed
    where ${inIssue(issue)} and kept.group_id = ${group_id}
      and kept.exercise_id = weighed.exercise_id and kept.answer_id = weighed.answer_id
      and kept.version = weighed.version and bytes_named <= ${feedbackLimits.namedBytes}
  `.execute(transaction);
  return true;
}

/** Gives versions of these exercises that feedback names no more their time again. */
export async function unnameVersions(
  transaction: Database,
  issue: Issue,
  exerciseIds: readonly string[],
): Promise<void> {
  await sql`
    with unnamed as (
      select group_id, exercise_id, answer_id, version from clag.answer_versions kept
      where ${inIssue(issue)} and exercise_id = any(${[...exerciseIds]}::text[]) and kept_until is null
        and not ${isNamed('kept')}
      order by exercise_id collate "C", answer_id collate "C", version, group_id collate "C" for update
    )
    update clag.answer_versions kept set kept_until = now() + ${lifetime} from unnamed
    where ${inIssue(issue)} and kept.group_id = unnamed.group_id
      and kept.exercise_id = unnamed.exercise_id and kept.answer_id = unnamed.answer_id
      and kept.version = unnamed.version
  `.execute(transaction);
}

/**
 * Forgets unnamed versions after their time, some at a time in one transaction. Rows that others lock are left for the
 * next time.
 */
export async function forgetRead(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ subject: string; found: number }>`
      select subject, count(*)::integer as found from (
        select subject from clag.answer_versions
        where kept_until < now() order by kept_until limit ${forgottenAtOnce}
      ) oldest group by subject
    `.execute(database);
    if (rows.length === 0) return;
    const forgotten = await database.transaction().execute(async (transaction) => {
      let count = 0;
      for (const { subject, found } of rows) {
        const { numAffectedRows } = await sql`
          with over as materialized (
            select course_id, issue_id, exercise_id, answer_id, version, group_id from clag.answer_versions
            where subject = ${subject} and kept_until < now() limit ${found} for update skip locked
          )
          delete from clag.answer_versions kept using over
          where kept.subject = ${subject} and kept.course_id = over.course_id and kept.issue_id = over.issue_id
            and kept.exercise_id = over.exercise_id and kept.answer_id = over.answer_id
            and kept.version = over.version and kept.group_id = over.group_id
        `.execute(transaction);
        count += Number(numAffectedRows);
      }
      return count;
    });
    const listed = rows.reduce((sum, { found }) => sum + found, 0);
    if (listed < forgottenAtOnce || forgotten === 0) return;
  }
}
