import { createHash } from 'node:crypto';
import type { Body, Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { findVersion, lockIssue, mayHaveCourse, type IssueKey } from './issue.ts';
import { giveUpOldOpenVersions } from './kept-versions.ts';
import { missingTexts } from './texts.ts';

export type Begun = Body<Contract['clag']['publishingBegin']>;

interface Beginning {
  readonly version: number;
  readonly current_version: number | null;
  readonly missing_text_hashes: readonly string[];
  /** `current`: nothing is to be done. `resumed`: it was begun with the same content before. */
  readonly outcome: 'made' | 'resumed' | 'current';
}

/**
 * Begins a version, or finds the one that has the same content: so that publishing what is published
 * does nothing, and what was broken off goes on.
 *
 * @returns `undefined` where another mandant has a course, or an exercise, of this id.
 */
export async function beginVersion(
  transaction: Database,
  begun: Begun,
): Promise<Beginning | undefined> {
  const key = { course_id: begun.course.course_id, issue_id: begun.issue.issue_id };
  const { mandant_identifier } = begun;
  const { course_id } = key;
  if (!(await mayHaveCourse(transaction, { course_id, mandant_identifier }))) return undefined;
  await transaction
    .insertInto('clag.issues')
    .values({ ...key, current_version: null, published_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const issue = (await lockIssue(transaction, key, 'update'))!;
  const { current_version } = issue;
  const digest = digestOf(begun);

  const current = current_version && (await findVersion(transaction, key, current_version));
  if (current && current.digest === digest) {
    const { version } = current;
    return { version, current_version, missing_text_hashes: [], outcome: 'current' };
  }
  await giveUpOldOpenVersions(transaction, key);
  const open = await findOpenVersion(transaction, key, digest);
  const version = open ?? issue.newest_version + 1;
  if (open === undefined) await makeVersion(transaction, key, version, begun, digest);
  return {
    version,
    current_version,
    missing_text_hashes: await missingTexts(transaction, key, version),
    outcome: open === undefined ? 'made' : 'resumed',
  };
}

/** Of what was sent, in the order of the contract's fields: the same content has the same. */
function digestOf(begun: Begun): string {
  return createHash('sha256').update(JSON.stringify(begun)).digest('hex');
}

async function findOpenVersion(
  transaction: Database,
  { course_id, issue_id }: IssueKey,
  digest: string,
): Promise<number | undefined> {
  const open = await transaction
    .selectFrom('clag.issue_versions')
    .select('version')
    .where('course_id', '=', course_id)
    .where('issue_id', '=', issue_id)
    .where('digest', '=', digest)
    .where('switched_at', 'is', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return open?.version;
}

async function makeVersion(
  transaction: Database,
  key: IssueKey,
  version: number,
  begun: Begun,
  digest: string,
): Promise<void> {
  await transaction
    .updateTable('clag.issues')
    .set({ newest_version: version })
    .where('course_id', '=', key.course_id)
    .where('issue_id', '=', key.issue_id)
    .execute();
  await transaction
    .insertInto('clag.issue_versions')
    .values({
      ...key,
      version,
      mandant_identifier: begun.mandant_identifier,
      digest,
      course_title: begun.course.title,
      title: begun.issue.title,
      distribution_channel: begun.issue.distribution_channel,
      product_references: [...begun.product_references],
      titles: begun.titles,
      files_count: begun.files_count,
      files_digest: begun.files_digest,
      switched_at: null,
      replaced_version: null,
    })
    .execute();
  // One parameter each, however many rows: a statement has at most 65,535.
  await sql`
    insert into clag.topics (course_id, issue_id, version, topic_id, place, parent_topic_id, title,
      thema_id, sub_thema_number, text_hash)
    select ${key.course_id}, ${key.issue_id}, ${version}::integer, topic_id, place - 1,
      parent_topic_id, title, thema_id, sub_thema_number, text_hash
    from rows from (jsonb_to_recordset(${JSON.stringify(begun.topics)}::jsonb) as (topic_id text,
      parent_topic_id text, title text, thema_id text, sub_thema_number integer, text_hash text)
    ) with ordinality as given (topic_id, parent_topic_id, title, thema_id, sub_thema_number,
      text_hash, place)
  `.execute(transaction);
  await sql`
    insert into clag.exercises (course_id, issue_id, version, exercise_id, place, topic_id,
      exercise_group_id, title, exercise_type, basic_answer_type, difficulty, text_hash)
    select ${key.course_id}, ${key.issue_id}, ${version}::integer, exercise_id, place - 1, topic_id,
      exercise_group_id, title, exercise_type, basic_answer_type, difficulty, text_hash
    from rows from (jsonb_to_recordset(${JSON.stringify(begun.exercises)}::jsonb) as (
      exercise_id text, topic_id text, exercise_group_id text, title text, exercise_type text,
      basic_answer_type text, difficulty text, text_hash text)
    ) with ordinality as given (exercise_id, topic_id, exercise_group_id, title, exercise_type,
      basic_answer_type, difficulty, text_hash, place)
  `.execute(transaction);
}
