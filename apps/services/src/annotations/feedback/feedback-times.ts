import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { classFeedback, type ClassPlace } from '../exercise/shared-answers.ts';
import type { Sharer } from '../exercise-progress.ts';
import { inIssue } from '../items/item-rows.ts';
import type { Issue } from '../items/item.ts';

/** When leaders gave feedback on the answers of a subject to an exercise. */
export interface FeedbackTimes {
  readonly subject: string;
  readonly exercise_id: string;
  readonly seen_at: Date;
  /** Of the newest feedback of a task that asks for it once more; null: of none. */
  readonly again_at: Date | null;
  /** Some feedback, be it the newest or not, asks for a task once more. */
  readonly was_again: boolean;
}

/** Of the leaders of a group, on what members share. */
export async function classFeedbackTimes(
  database: Database,
  place: ClassPlace,
  sharers: readonly Sharer[],
): Promise<readonly FeedbackTimes[]> {
  if (sharers.length === 0) return [];
  return timesOf(database, classFeedback(place, sharers));
}

/** Of all leaders, as the subject itself receives it. */
export function ownFeedbackTimes(
  database: Database,
  issue: Issue,
): Promise<readonly FeedbackTimes[]> {
  return timesOf(
    database,
    sql`(select * from clag.feedback where ${inIssue(issue)} and content is not null)`,
  );
}

/** Of each task the newest feedback counts, comments last, because they end no «again». */
async function timesOf(
  database: Database,
  feedback: ReturnType<typeof classFeedback>,
): Promise<readonly FeedbackTimes[]> {
  const { rows } = await sql<FeedbackTimes>`
    select subject, exercise_id, max(given_at) as seen_at,
      max(given_at) filter (where is_again and place = 1) as again_at, bool_or(is_again) as was_again
    from (
      select subject, exercise_id, given_at, content ->> 'feedback_kind' = 'again' as is_again, row_number() over (
        partition by subject, exercise_id, answer_id
        order by content ->> 'feedback_kind' = 'comment', given_at desc, feedback_id
      ) as place
      from ${feedback} given
    ) ranked
    group by subject, exercise_id
  `.execute(database);
  return rows;
}
