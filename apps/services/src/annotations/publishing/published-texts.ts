import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { IssueKey } from './issue.ts';

/** A topic or an exercise of a version, with what of it can be searched. */
export interface PublishedText {
  /** The topic, or that which the exercise stands in. */
  readonly topic_id: string;
  /** Null: it is a topic. */
  readonly exercise_id: string | null;
  readonly title: string;
  /** Without markup; empty: there is none but the title. */
  readonly text: string;
}

/** Everything of a version that can be searched, in reading order: all topics, then all exercises. */
export async function textsOf(
  database: Database,
  { course_id, issue_id }: IssueKey,
  version: number,
): Promise<readonly PublishedText[]> {
  const { rows } = await sql<PublishedText>`
    select named.topic_id, named.exercise_id, named.title, coalesce(stored.text, '') as text
    from (
      select topic_id, null as exercise_id, title, text_hash, place from clag.topics
      where course_id = ${course_id} and issue_id = ${issue_id} and version = ${version}
      union all
      select topic_id, exercise_id, title, text_hash, place from clag.exercises
      where course_id = ${course_id} and issue_id = ${issue_id} and version = ${version}
    ) named
      left join clag.course_texts stored
        on stored.course_id = ${course_id} and stored.issue_id = ${issue_id}
          and stored.text_hash = named.text_hash
    order by named.exercise_id is not null, named.place
  `.execute(database);
  return rows;
}
