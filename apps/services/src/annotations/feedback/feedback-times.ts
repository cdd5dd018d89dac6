import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { sendLater } from '../../storage/send-later.ts';
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

/** Rows of a statement that goes to the database with the next one of its transaction. */
type Later = () => Promise<readonly FeedbackTimes[]>;

/** Of the leaders of a group, on what members share. */
export async function classFeedbackTimes(
  database: Database,
  place: ClassPlace,
  sharers: readonly Sharer[],
): Promise<readonly FeedbackTimes[]> {
  if (sharers.length === 0) return [];
  return (await timesOf(classFeedback(place, sharers)).execute(database)).rows;
}

/** {@link classFeedbackTimes} for a transaction. */
export async function classFeedbackLater(
  transaction: Database,
  place: ClassPlace,
  sharers: readonly Sharer[],
): Promise<Later> {
  if (sharers.length === 0) return async () => [];
  return (await sendLater(transaction, timesOf(classFeedback(place, sharers)))).rows;
}

/** Of all leaders, as the subject itself receives it. */
export async function ownFeedbackTimes(
  database: Database,
  issue: Issue,
): Promise<readonly FeedbackTimes[]> {
  return (await timesOf(ownFeedback(issue)).execute(database)).rows;
}

/** {@link ownFeedbackTimes} for a transaction. */
export async function ownFeedbackLater(transaction: Database, issue: Issue): Promise<Later> {
  return (await sendLater(transaction, timesOf(ownFeedback(issue)))).rows;
}

const ownFeedback = (issue: Issue) =>
  sql`(select * from clag.feedback where ${inIssue(issue)} and content is not null)`;

/** Of each task the newest feedback counts, comments last, because they end no «again». */
const timesOf = (feedback: ReturnType<typeof classFeedback>) => sql<FeedbackTimes>`
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
`;
