import type { Answer, Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { Sharer } from '../exercise-progress.ts';
import {
  isCurrent,
  isNamed,
  isTold,
  toldAt,
  toldBytes,
  toldContent,
  toldVersion,
  type ReadVersion,
} from '../feedback/answer-versions.ts';
import { pageMaximumInBytes } from '../items/pages.ts';

export type SharedAnswer = Answer<
  Contract['clag']['exerciseGetForGroup']
>['members'][number]['answers'][number];

/** Exercises of an issue, as the leaders of a group read them. */
export interface ClassPlace {
  readonly course_id: string;
  readonly issue_id: string;
  readonly group_id: string;
  readonly exerciseIds: readonly string[];
}

interface Asked {
  /** A member, and the exercise after which its answers begin. */
  readonly after: readonly string[];
  readonly withEarlier: boolean;
}

export interface SharedVersion extends ReadVersion {
  /** A version that feedback names, and that the answer does not have any more. */
  readonly is_earlier: boolean;
  /** Kept for some days more at least, also when the answer goes on. */
  readonly is_kept: boolean;
}

interface SharedPage {
  readonly versions: readonly SharedVersion[];
  /** Where the page is full; absent: all of it is there. */
  readonly end: Pick<ReadVersion, 'subject' | 'exercise_id'> | undefined;
}

/**
 * Answers that members share, by member, exercise and task; all of a member and an exercise, or nothing. The answers to
 * one exercise of one member are there, however large they are.
 */
export async function readShared(
  database: Database,
  place: ClassPlace,
  sharers: readonly Sharer[],
  { after: [afterSubject = '', afterExercise = ''], withEarlier }: Asked,
): Promise<SharedPage> {
  if (sharers.length === 0) return { versions: [], end: undefined };
  const { course_id, issue_id, exerciseIds } = place;
  const exercises = sql`${[...exerciseIds]}::text[]`;
  const answers = sql`
    select item.subject, model_id as exercise_id, item_id as answer_id, ${toldVersion('item')} as version,
      content, ${toldBytes('item')} as bytes, ${toldAt('item')} as updated_at, false as is_earlier
    from clag.content_items item
    where ${ofSharers('item', sharers)} and course_id = ${course_id} and issue_id = ${issue_id}
      and kind = 'answer' and model_type = 'exercise' and model_id = any(${exercises})
      and ${toldAt('item')} >= ${sinceOf('item', sharers)} and ${isTold('item')}
  `;
  const earlier = sql`
    union all
    select kept.subject, exercise_id, answer_id, version, content, bytes, updated_at, true
    from clag.answer_versions kept
    where ${ofSharers('kept', sharers)} and course_id = ${course_id} and issue_id = ${issue_id}
      and group_id = ${place.group_id} and exercise_id = any(${exercises}) and updated_at >= ${sinceOf('kept', sharers)}
      and kept_until is null and ${isNamed('kept', sql`feedback.given_at >= ${sinceOf('feedback', sharers)}`)}
      and not ${isCurrent('kept', toldVersion)}
  `;
  // Its bytes alone: the rows are read once the page is known.
  const feedback = sql`
    union all
    select held.subject, exercise_id, null, null, null, octet_length(content::text), null, false
    from ${classFeedback(place, sharers)} held
  `;
  const { rows } = await sql<Omit<SharedVersion, 'is_kept'> & { readonly found: number }>`
      select subject, exercise_id, answer_id, version, ${toldContent('page')} as content, bytes, updated_at, is_earlier,
        found
      -- Contents go whole through the window, because taking a text out of each writes it anew.
      from (
        select version.*, count(*) over ()::integer as found,
          sum(bytes) over (
            order by version.subject collate "C", exercise_id collate "C"
            groups between unbounded preceding and 1 preceding
          ) as bytes_before
        from (${answers} ${withEarlier ? earlier : sql``} ${feedback}) version
        where version.subject <> ${afterSubject} or exercise_id collate "C" > ${afterExercise}
      ) page
      where coalesce(bytes_before, 0) < ${pageMaximumInBytes}
      order by subject collate "C", exercise_id collate "C", answer_id collate "C", version
    `.execute(database);
  const last = rows.at(-1);
  const versions = rows.filter(({ answer_id }) => answer_id !== null);
  const kept = await keptAmong(database, place, versions);
  return {
    versions: versions.map((row) => ({ ...row, is_kept: kept.has(nameOf(row)) })),
    end: last && last.found > rows.length ? last : undefined,
  };
}

type KeptName = Pick<ReadVersion, 'subject' | 'exercise_id' | 'answer_id' | 'version'>;

const nameOf = ({ subject, exercise_id, answer_id, version }: KeptName) =>
  JSON.stringify([subject, exercise_id, answer_id, version]);

/** Names of the versions, among some, that are kept for some days more at least. */
async function keptAmong(
  database: Database,
  { course_id, issue_id, group_id }: ClassPlace,
  versions: readonly KeptName[],
): Promise<ReadonlySet<string>> {
  if (versions.length === 0) return new Set();
  const { rows } = await sql<KeptName>`
    select subject, exercise_id, answer_id, version
    from unnest(
      ${versions.map(({ subject }) => subject)}::text[],
      ${versions.map(({ exercise_id }) => exercise_id)}::text[],
      ${versions.map(({ answer_id }) => answer_id)}::text[],
      ${versions.map(({ version }) => version)}::integer[]
    ) as given (subject, exercise_id, answer_id, version)
    join clag.answer_versions kept using (subject, exercise_id, answer_id, version)
    where course_id = ${course_id} and issue_id = ${issue_id} and group_id = ${group_id}
      and (kept_until is null or kept_until > now() + interval '7 days')
  `.execute(database);
  return new Set(rows.map(nameOf));
}

/** Feedback of the leaders of a group for members, since each is one. */
export const classFeedback = (
  { course_id, issue_id, group_id, exerciseIds }: ClassPlace,
  sharers: readonly Sharer[],
) => sql`(
  select * from clag.feedback given
  where ${ofSharers('given', sharers)} and course_id = ${course_id} and issue_id = ${issue_id}
    and exercise_id = any(${[...exerciseIds]}::text[]) and group_id = ${group_id}
    and content is not null and given_at >= ${sinceOf('given', sharers)}
)`;

const ofSharers = (row: string, sharers: readonly Sharer[]) =>
  sql`${sql.ref(`${row}.subject`)} = any(${sharers.map(({ subject }) => subject)}::text[])`;

/** Since when the subject of a row is a member. A join with the members might compare each row with each of them. */
const sinceOf = (row: string, sharers: readonly Sharer[]) => sql`(
  ${JSON.stringify(Object.fromEntries(sharers.map(({ subject, since }) => [subject, since])))}::jsonb
    ->> ${sql.ref(`${row}.subject`)}
)::timestamptz`;

export function toSharedAnswer({
  exercise_id,
  answer_id,
  content,
  version,
  updated_at,
}: ReadVersion): SharedAnswer {
  return {
    exercise_id,
    answer_id,
    ...content,
    version,
    updated_at: updated_at.toISOString(),
  } as SharedAnswer;
}
