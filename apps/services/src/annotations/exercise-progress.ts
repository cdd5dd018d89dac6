import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { inIssue, versionsOf } from './items/item-rows.ts';
import type { Issue } from './items/item.ts';

/** A subject's answers to one exercise. */
interface AnswerCounts {
  readonly answers_count: number;
  readonly done_answers_count: number;
  readonly conflict_copies_count: number;
}

/** The answers of a subject, by exercise; one without any is left out. */
export async function answerCounts(
  database: Database,
  issue: Issue,
  exerciseIds: readonly string[],
): Promise<ReadonlyMap<string, AnswerCounts>> {
  const { rows } = await sql<AnswerCounts & { model_id: string }>`
    select model_id, (count(*) filter (where not is_copy))::integer as answers_count,
      (count(*) filter (where not is_copy and (content ->> 'is_done')::boolean))::integer
        as done_answers_count,
      (count(*) filter (where is_copy))::integer as conflict_copies_count
    from ${versionsOf(['answer'])} version
    where ${inIssue(issue)} and kind = 'answer' and model_type = 'exercise'
      and model_id = any(${[...exerciseIds]}::text[]) and not is_removed
    group by model_id
  `.execute(database);
  return new Map(rows.map(({ model_id, ...counts }) => [model_id, counts]));
}

/** A member who shares its answers, and since when it is one. */
export interface Sharer {
  readonly subject: string;
  readonly since: string;
}

/** How many of a group have answered an exercise, and how many are through with it. */
interface Progress {
  readonly answered_members_count: number;
  readonly done_members_count: number;
}

export const noProgress: Progress = { answered_members_count: 0, done_members_count: 0 };

/**
 * Members with answers, and members who are through, by exercise. Answers count from the moment when their member
 * began to share.
 *
 * A member is through with an exercise when all answers that they began are done, because only the publication has the
 * number of tasks.
 */
export async function groupProgress(
  database: Database,
  { course_id, issue_id }: Pick<Issue, 'course_id' | 'issue_id'>,
  sharers: readonly Sharer[],
  exerciseIds: readonly string[],
): Promise<ReadonlyMap<string, Progress>> {
  const { rows } = await sql<Progress & { model_id: string }>`
    select model_id, count(*)::integer as answered_members_count,
      (count(*) filter (where is_done))::integer as done_members_count
    from (
      select model_id, content_items.subject, bool_and((content ->> 'is_done')::boolean) as is_done
      from jsonb_to_recordset(${JSON.stringify(sharers)}::jsonb)
          as sharer (subject text, since timestamptz)
        join clag.content_items using (subject)
      where content_items.subject = any(${sharers.map(({ subject }) => subject)}::text[])
        and updated_at >= since and course_id = ${course_id}
        and issue_id = ${issue_id} and kind = 'answer' and model_type = 'exercise'
        and model_id = any(${[...exerciseIds]}::text[]) and content is not null
      group by model_id, content_items.subject
    ) answered
    group by model_id
  `.execute(database);
  return new Map(rows.map(({ model_id, ...progress }) => [model_id, progress]));
}
