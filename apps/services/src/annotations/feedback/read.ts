import type { Answer, Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import { memberNames } from '../../groups/public.ts';
import type { Database } from '../../storage/database.ts';
import { knownNames } from '../../users/public.ts';
import { classFeedback, type ClassPlace } from '../exercise/shared-answers.ts';
import type { Sharer } from '../exercise-progress.ts';
import { firstRows, inIssue } from '../items/item-rows.ts';
import type { Content, Issue } from '../items/item.ts';
import { pageMaximumInBytes } from '../items/pages.ts';
import { isCurrent, type ReadVersion } from './answer-versions.ts';

type Received = Answer<Contract['clag']['feedbackGetForIssue']>['feedback'][number];
export type StoredFeedback = Exclude<Received, { readonly is_removed: true }>;

export interface FeedbackRow {
  readonly subject: string;
  readonly feedback_id: string;
  readonly exercise_id: string;
  readonly answer_id: string;
  readonly answer_version: number;
  /** null: removed. */
  readonly content: Content | null;
  readonly version: number;
  readonly change_index: string;
  readonly updated_at: Date;
  readonly group_id: string;
  /** null: erased. */
  readonly written_by: string | null;
}

const columns = sql.raw(`
  feedback.subject, feedback_id, exercise_id, answer_id, answer_version, content, version, change_index, updated_at,
  group_id, written_by`);

/** Feedback of the leaders of a group on what members share. */
export async function feedbackInClass(
  database: Database,
  place: ClassPlace,
  sharers: readonly Sharer[],
): Promise<readonly FeedbackRow[]> {
  if (sharers.length === 0) return [];
  const { rows } = await sql<FeedbackRow>`
    select ${columns} from ${classFeedback(place, sharers)} feedback
    order by feedback.given_at, feedback_id
  `.execute(database);
  return rows;
}

interface Asked {
  readonly exerciseIds: readonly string[] | undefined;
  /** Index of the last change that is known. */
  readonly after: number;
  readonly limit: number;
  readonly withEarlier: boolean;
}

/** Feedback on the answers of a subject in the order of its last changes, removed ones too. */
export async function readFeedback(
  database: Database,
  issue: Issue,
  { exerciseIds, after, limit, withEarlier }: Asked,
): Promise<{ readonly rows: readonly FeedbackRow[]; readonly hasMore: boolean }> {
  const named = sql`coalesce((
    select max(kept.bytes) from clag.answer_versions kept
    where kept.subject = ${issue.subject} and kept.course_id = feedback.course_id
      and kept.issue_id = feedback.issue_id and kept.exercise_id = feedback.exercise_id
      and kept.answer_id = feedback.answer_id and kept.version = feedback.answer_version
  ), 0)`;
  const { rows } = await sql<FeedbackRow & { readonly found: number }>`
    select ${columns}, found from (
      select feedback.*, count(*) over ()::integer as found, sum(weight) over (
        order by change_index rows between unbounded preceding and 1 preceding
      ) as weight_before
      from (
        select feedback.*, ${withEarlier ? named : sql`0`} as weight from clag.feedback feedback
        where ${inIssue(issue)} and change_index > ${after}
          and ${exerciseIds ? sql`exercise_id = any(${[...exerciseIds]}::text[])` : sql`true`}
        order by change_index ${firstRows(limit + 1)}
      ) feedback
    ) feedback
    where coalesce(weight_before, 0) < ${pageMaximumInBytes}
    order by change_index limit ${limit}
  `.execute(database);
  const last = rows.at(-1);
  return { rows, hasMore: last !== undefined && last.found > rows.length };
}

/**
 * The versions that feedback names and that the answers do not have any more, as far as they are kept for any group. Each
 * once: what several groups were told of a version is the same.
 */
export async function readEarlier(
  database: Database,
  issue: Issue,
  feedback: readonly FeedbackRow[],
): Promise<readonly ReadVersion[]> {
  const naming = feedback.filter(({ content }) => content !== null);
  const { rows } = await sql<ReadVersion>`
    select distinct on (exercise_id, answer_id, version) kept.*
    from unnest(
      ${naming.map(({ exercise_id }) => exercise_id)}::text[],
      ${naming.map(({ answer_id }) => answer_id)}::text[],
      ${naming.map(({ answer_version }) => answer_version)}::integer[]
    ) as given (exercise_id, answer_id, version)
    join clag.answer_versions kept using (exercise_id, answer_id, version)
    where ${inIssue(issue)} and not ${isCurrent('kept', (answer) => sql.ref(`${answer}.version`))}
    order by exercise_id, answer_id, version
  `.execute(database);
  return rows;
}

/** Key of {@link authorNames}. */
export const authorKey = (group_id: string, subject: string) => JSON.stringify([group_id, subject]);

/** Feedback as the contract has it, with the names of authors as their groups see them, or else those of the users. */
export async function receivedOf(
  database: Database,
  feedback: readonly FeedbackRow[],
): Promise<readonly Received[]> {
  const names = await authorNames(database, feedback);
  return feedback.map(
    ({ feedback_id, content, version, updated_at, group_id, written_by, ...about }) => {
      const stored = { feedback_id, version, updated_at: updated_at.toISOString() };
      if (content === null || written_by === null) return { ...stored, is_removed: true };
      const display_name = names.get(authorKey(group_id, written_by));
      return {
        ...stored,
        exercise_id: about.exercise_id,
        answer_id: about.answer_id,
        answer_version: about.answer_version,
        content: content as StoredFeedback['content'],
        group_id,
        author: { subject: written_by, ...(display_name !== undefined && { display_name }) },
      };
    },
  );
}

/** Names of authors as their groups see them, or else those of the users. */
export async function authorNames(
  database: Database,
  given: readonly Pick<FeedbackRow, 'group_id' | 'written_by'>[],
): Promise<ReadonlyMap<string, string>> {
  const authors = new Map(
    given.flatMap(({ group_id, written_by }) =>
      written_by === null ? [] : [[authorKey(group_id, written_by), { group_id, written_by }]],
    ),
  );
  if (authors.size === 0) return new Map();
  const { rows } = await sql<{ group_id: string; subject: string; name: string }>`
    select author.group_id, author.subject, coalesce(member.display_name, nullif(known, '')) as name
    from unnest(
      ${[...authors.values()].map(({ group_id }) => group_id)}::text[],
      ${[...authors.values()].map(({ written_by }) => written_by)}::text[]
    ) as author (group_id, subject)
      left join ${memberNames} member on member.group_id = author.group_id and member.subject = author.subject
      left join ${knownNames} named on named.subject = author.subject
    where coalesce(member.display_name, nullif(known, '')) is not null
  `.execute(database);
  return new Map(rows.map(({ group_id, subject, name }) => [authorKey(group_id, subject), name]));
}
