import { sql } from 'kysely';
import type { Connections } from '../../storage/connections.ts';
import { parameter, prepare, prepareShort } from '../../storage/prepared.ts';
import { countPlace } from './course-texts.ts';
import { wholeMark } from './own-texts.ts';
import { ownTexts, ownTextsAt, type Place } from './question.ts';
import { stopWords } from './stop-words.ts';
import { wordOfKeys } from './words.ts';

/** A word that begins as asked, and how many texts have it. */
export interface Completion {
  readonly word: string;
  readonly texts: number;
}

/** Words with one of these beginnings, without umlauts, the most frequent first. */
export type Complete = (
  place: Place,
  beginnings: readonly string[],
  issueIds: Promise<readonly string[]>,
) => Promise<Completion[]>;

/** Most different words that a subject's own texts add. */
const ownWordsMaximum = 500;
/** Most words of a course that are read: among them are those that no completion needs. */
const courseWordsMaximum = 20 + stopWords.size;

/** Both statements are planned once a connection, because a completion is asked for with every letter. */
export function createComplete(pool: Connections): Complete {
  const own = ownWords(pool);
  const course = courseWords(pool);
  return async (place, beginnings, issueIds) => {
    const [found, issues] = await Promise.all([own(place, beginnings), issueIds]);
    // Asked for its own words by name, too, so that theirs are whole counts.
    const counted = await course(place, beginnings, issues, [...found.keys()]);
    const words = new Map(found);
    for (const { word, texts } of counted) words.set(word, (found.get(word) ?? 0) + texts);
    return [...words]
      .filter(([word]) => !stopWords.has(word))
      .map(([word, texts]) => ({ word, texts }))
      .sort((one, other) => other.texts - one.texts || compare(one.word, other.word));
  };
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

function ownWords(pool: Connections) {
  const { areThere, inTitles, inTexts } = ownTexts();
  const patterns = parameter(7, 'text[]');
  // As one text: of each column alone PostgreSQL compares its samples with the patterns, for longer than it reads.
  const allKeys = sql`(case when ${inTitles} then title_keys else '' end || case when ${inTexts} then text_keys else '' end)`;
  const complete = prepare<{ keys: string; texts: number }>(
    pool,
    'search-own-words',
    sql`
      select keys, count(distinct text_id)::integer as texts
      from clag.search_own_texts own
      cross join lateral string_to_table(${allKeys}, ' ') as keys
      where ${areThere} and ${allKeys} like any(${patterns}) and keys like any(${patterns})
        and right(keys, 1) <> ${sql.lit(wholeMark)}
      group by keys
      order by texts desc, keys
      limit ${sql.lit(ownWordsMaximum)}
    `,
  );
  return async (place: Place, beginnings: readonly string[]) => {
    const rows = await complete.run(pool, [
      ...ownTextsAt(place),
      beginnings.map((beginning) => `%/${beginning}%`),
    ]);
    return new Map(rows.map(({ keys, texts }) => [wordOfKeys(keys), texts]));
  };
}

function courseWords(pool: Connections) {
  const [issueIds, courseId] = [parameter(1, 'text[]'), parameter<string>(2, 'text')];
  const [beginnings, counts, words] = [
    parameter(3, 'text[]'),
    parameter(4, 'integer[]'),
    parameter(5, 'text[]'),
  ];
  const complete = prepareShort<Completion>(
    pool,
    'search-course-words',
    sql`
      with counted as materialized (
        select word, sum(texts)::integer as texts
        from (
          select distinct issue.issue_id, word_no
          from unnest(${issueIds}) issue (issue_id), unnest(${beginnings}) beginning (key)
          cross join lateral (
            select unnest(word_nos) as word_no from clag.search_course_keys
            where issue_id = issue.issue_id and course_id = ${courseId}
              and key >= beginning.key and key < beginning.key || ${sql.lit('\u{10ffff}')}
          ) led
        ) word
        cross join lateral (
          select word, (select sum(counts[place]) from unnest(${counts}) as place) as texts
          from clag.search_course_words
          where issue_id = word.issue_id and course_id = ${courseId} and word_no = word.word_no
          offset 0
        ) known
        group by word having sum(texts) > 0
      )
      (select word, texts from counted order by texts desc, word
        limit ${sql.lit(courseWordsMaximum)})
      union
      select word, texts from counted where word = any(${words})
    `,
  );
  return async (
    place: Place,
    given: readonly string[],
    issues: readonly string[],
    named: readonly string[],
  ) => {
    const places = countPlacesOf(place);
    if (places.length === 0 || issues.length === 0) return [];
    const keys = given.map((beginning) => `/${beginning}`);
    return complete([issues, place.courseId, keys, places, named]);
  };
}

/** Which counts of a word tell of a place, from 1. */
export function countPlacesOf({ targets, inTitles, inTexts }: Place): number[] {
  const where = inTitles && inTexts ? 'either' : inTitles ? 'title' : 'text';
  return targets
    .filter((target) => target !== 'note')
    .map((target) => countPlace(target, where) + 1);
}
