import { sql } from 'kysely';
import type pg from 'pg';
import { parameter, prepare } from '../../storage/prepared.ts';
import { titleWeight, wholeTitleWeight } from './clues.ts';
import { firstExerciseNo } from './course-texts.ts';
import { scoreLimit } from './own-search.ts';
import type { Found, Question } from './question.ts';

/** A topic or an exercise of the course. */
export interface CourseFound extends Found {
  readonly topic_id: string;
  readonly exercise_id: string | null;
  readonly number: number;
}

/** How much of a text is read around the first word found, in code points. */
const pieceLength = 700;
const lengthBefore = 200;

/** Numbers of the texts that a search for topics, exercises or both looks at. */
export function numbersOf(targets: readonly string[]): readonly [number, number] {
  const low = targets.includes('topic') ? 0 : firstExerciseNo;
  const high = targets.includes('exercise') ? 2 * firstExerciseNo : firstExerciseNo;
  return [low, high - 1];
}

/**
 * Finds texts of issues of a course, the best first.
 *
 * From each clue to words: by the rarest of its keys, or by all keys that begin so. What such a key leads
 * to is looked at once more, since a trigram stands in other words, too. From words to texts by the
 * lists of their numbers. `offset 0` has PostgreSQL look up each word by its key: it takes the lists for
 * long, and would rather read all words of the course.
 */
export function createCourseSearch(
  pool: pg.Pool,
): (question: Question, issueIds: readonly string[]) => Promise<CourseFound[]> {
  const [issueIds, courseId] = [parameter(1, 'text[]'), parameter<string>(2, 'text')];
  const [lowest, highest] = [parameter(3, 'integer'), parameter(4, 'integer')];
  const [inTitles, inTexts] = [parameter<boolean>(5, 'boolean'), parameter<boolean>(6, 'boolean')];
  const [terms, clueWeights, patterns, keys, prefixes, termsCount] = [
    parameter(7, 'integer[]'),
    parameter(8, 'integer[]'),
    parameter(9, 'text[]'),
    parameter(10, 'text[]'),
    parameter(11, 'text[]'),
    parameter(12, 'integer'),
  ];
  const phrases = parameter(13, 'text[]');
  const [afterScore, afterIssue, afterNumber, most] = [
    parameter(14, 'integer'),
    parameter(15, 'text'),
    parameter(16, 'integer'),
    parameter(17, 'integer'),
  ];
  const search = prepare<CourseFound>(
    pool,
    'search-course-texts',
    sql`
      with clue as materialized (
        select issue_id, term, weight, pattern, string_to_array(keys, ' ') as keys, prefix
        from unnest(${issueIds}) issue (issue_id),
          unnest(${terms}, ${clueWeights}, ${patterns}, ${keys}, ${prefixes})
            clue (term, weight, pattern, keys, prefix)
      ),
      candidate as (
        select clue.issue_id, term, weight, pattern, unnest(word_nos) as word_no
        from clue cross join lateral (
          (
            select word_nos from clag.search_course_keys
            where clue.prefix is null and issue_id = clue.issue_id and course_id = ${courseId}
              and key = any(clue.keys)
            order by cardinality(word_nos)
            limit 1
          )
          union all
          select word_nos from clag.search_course_keys
          where issue_id = clue.issue_id and course_id = ${courseId}
            and key >= clue.prefix and key < clue.prefix || ${sql.lit('\u{10ffff}')}
        ) key
      ),
      word as materialized (
        select candidate.issue_id, term, word_no, max(weight) as weight
        from candidate cross join lateral (
          select keys from clag.search_course_words
          where issue_id = candidate.issue_id and course_id = ${courseId}
            and word_no = candidate.word_no
          offset 0
        ) known
        where keys like pattern
        group by candidate.issue_id, term, word_no
      ),
      place as (
        select word.issue_id, term, weight, text_no, first_at
        from word cross join lateral (
          select titles, texts, offsets from clag.search_course_words
          where issue_id = word.issue_id and course_id = ${courseId} and word_no = word.word_no
          offset 0
        ) known cross join lateral (
          select unnest(titles), null::integer where ${inTitles}
          union all
          select * from unnest(texts, offsets) where ${inTexts}
        ) place (text_no, first_at)
        where text_no between ${lowest} and ${highest}
      ),
      term as (
        select issue_id, text_no, bool_or(first_at is null) as is_titled, min(first_at) as first_at,
          max(weight + case when first_at is null then ${sql.lit(titleWeight)} else 0 end) as best
        from place group by issue_id, text_no, term
      ),
      found as (
        select issue_id, text_no, bool_and(is_titled) as is_titled, min(first_at) as first_at,
          (sum(best) + case when bool_and(is_titled) then ${sql.lit(wholeTitleWeight)} else 0 end)::integer
            as score
        from term group by issue_id, text_no
        having count(*) = ${termsCount}
      ),
      page as (
        select * from found
        where (
            score < ${afterScore}
            or (score = ${afterScore}
              and (issue_id collate "C", text_no) > (${afterIssue} collate "C", ${afterNumber}))
          )
          and (cardinality(${phrases}) = 0 or exists (
            select from clag.search_course_texts whole
            where whole.issue_id = found.issue_id and course_id = ${courseId}
              and whole.text_no = found.text_no
              and not exists (
                select from unnest(${phrases}) as phrase
                where not (${inTitles} and title_stems like phrase)
                  and not (${inTexts} and text_stems like phrase)
              )
          ))
        order by score desc, issue_id collate "C", text_no
        limit ${most}
      )
      select page.issue_id, topic_id, exercise_id, title, page.text_no as number, score, is_titled,
        substr(text, greatest(coalesce(first_at, 0) - ${sql.lit(lengthBefore)}, 0) + 1,
          ${sql.lit(pieceLength)}) as text, coalesce(first_at, 0) > ${sql.lit(lengthBefore)} as is_cut
      from page cross join lateral (
        select topic_id, exercise_id, title, text from clag.search_course_texts
        where issue_id = page.issue_id and course_id = ${courseId} and text_no = page.text_no
        offset 0
      ) whole
      order by score desc, page.issue_id collate "C", number
    `,
  );
  return ({ clues, after, most, ...place }, issueIds) =>
    search.run(pool, [
      issueIds,
      place.courseId,
      ...numbersOf(place.targets),
      place.inTitles,
      place.inTexts,
      clues.clues.map(({ term }) => term),
      clues.clues.map(({ weight }) => weight),
      clues.clues.map(({ needle }) => `%${needle}%`),
      clues.clues.map(({ keys }) => keys.join(' ')),
      clues.clues.map(({ prefix }) => prefix ?? null),
      clues.termsCount,
      clues.phrases.map((stems) => `%${stems}%`),
      after?.score ?? scoreLimit,
      after?.issueId ?? '',
      after?.issueId === undefined ? -1 : Number(after.number),
      most,
    ]);
}
