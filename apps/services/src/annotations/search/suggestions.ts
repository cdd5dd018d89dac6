import { sql } from 'kysely';
import type pg from 'pg';
import { parameter, prepare } from '../../storage/prepared.ts';
import { partsOf, trigramsOf } from './clues.ts';
import { countPlacesOf } from './completions.ts';
import { editDistance } from './edit-distance.ts';
import type { Place } from './question.ts';
import { stopWords } from './stop-words.ts';
import { formOfKeys, stemsOfKeys, type Token } from './words.ts';

/** Other spellings of a query: by words that stand in the course, the nearest first. */
export type Suggest = (
  place: Place,
  issueIds: readonly string[],
  tokens: readonly Token[],
) => Promise<readonly Respelling[]>;

/** A word in place of each token that no text has. */
export type Respelling = ReadonlyMap<Token, string>;

/** Words of a course that are compared letter by letter, for one word of the query. */
const candidatesMaximum = 100;
/** A wrong letter leaves no trigram of so short a word: those with its first letter are compared, too. */
const shortMaximumLength = 5;
/** Nearest words that are told: each is searched for before it is suggested. */
const respellingsMaximum = 6;
/** Words of a query that are looked up; longer ones are seldom mistyped. */
const tokensMaximum = 4;

/** Mistakes that are forgiven: a letter too much, too few, another one, or two that changed places. */
function mistakesIn({ length }: string): number {
  if (length < 3) return 0;
  return length <= shortMaximumLength ? 1 : length < 10 ? 2 : 3;
}

interface Candidate {
  readonly word: string;
  readonly keys: string;
  readonly texts: number;
}

export function createSuggest(pool: pg.Pool): Suggest {
  const candidatesOf = candidates(pool);

  /** The nearest words, one of each stem; none where a search finds the word as it stands. */
  async function nearest(place: Place, issueIds: readonly string[], { forms, stems }: Token) {
    const form = forms[0]!;
    const rows = await candidatesOf(place, issueIds, form);
    const isKnown = ({ keys }: Candidate) =>
      stems.some((stem) => partsOf(stem).some((part) => keys.includes(part)));
    if (mistakesIn(form) === 0 || rows.some(isKnown)) return [];
    const sorted = rows
      .map((candidate) => ({
        ...candidate,
        mistakes: editDistance(form, formOfKeys(candidate.keys), mistakesIn(form)),
      }))
      .filter(({ word, mistakes }) => mistakes <= mistakesIn(form) && !stopWords.has(word))
      .sort(
        (left, right) =>
          left.mistakes - right.mistakes ||
          right.texts - left.texts ||
          (left.word < right.word ? -1 : 1),
      );
    // Words of one stem find the same texts.
    const byStem = new Map<string, string>();
    for (const { word, keys } of sorted)
      if (!byStem.has(stemsOfKeys(keys))) byStem.set(stemsOfKeys(keys), word);
    return [...byStem.values()].slice(0, respellingsMaximum);
  }

  return async (place, issueIds, tokens) => {
    const meaningful = tokens.filter(({ word }) => !stopWords.has(word)).slice(0, tokensMaximum);
    const respellings = new Map<Token, readonly string[]>();
    for (const token of meaningful) respellings.set(token, await nearest(place, issueIds, token));
    const mistyped = [...respellings].filter(([, words]) => words.length > 0);
    const [first, ...others] = mistyped;
    if (!first) return [];
    return first[1].map(
      (word) =>
        new Map([[first[0], word], ...others.map(([token, words]) => [token, words[0]!] as const)]),
    );
  };
}

/**
 * Words that share most trigrams with a form. The index of a course has the trigrams of its words, for parts of words:
 * so this needs no extension of the database.
 */
function candidates(pool: pg.Pool) {
  const [issueIds, courseId] = [parameter(1, 'text[]'), parameter<string>(2, 'text')];
  const [trigrams, beginning] = [parameter(3, 'text[]'), parameter<string | null>(4, 'text')];
  const [shortest, longest] = [parameter<number>(5, 'integer'), parameter<number>(6, 'integer')];
  const counts = parameter(7, 'integer[]');
  const prepared = prepare<Candidate>(
    pool,
    'search-course-spellings',
    sql`
      with matching as materialized (
        select issue.issue_id, word_no, 1 as shared
        from unnest(${issueIds}) issue (issue_id)
        join clag.search_course_keys indexed
          on indexed.issue_id = issue.issue_id and indexed.course_id = ${courseId}
            and indexed.key = any(${trigrams})
        cross join lateral unnest(word_nos) as word_no
        union all
        select issue.issue_id, word_no, 0
        from unnest(${issueIds}) issue (issue_id)
        join clag.search_course_keys indexed
          on indexed.issue_id = issue.issue_id and indexed.course_id = ${courseId}
            and indexed.key >= ${beginning} and indexed.key < ${beginning} || ${sql.lit('\u{10ffff}')}
            and length(indexed.key) between ${shortest} and ${longest}
        cross join lateral unnest(word_nos) as word_no
      ),
      nearest as materialized (
        select issue_id, word_no, sum(shared) as shared from matching
        group by issue_id, word_no
        order by shared desc, word_no
        limit ${sql.lit(candidatesMaximum)}
      )
      select word, keys, sum(texts)::integer as texts
      from nearest
      cross join lateral (
        select word, keys, (select sum(counts[place]) from unnest(${counts}) as place) as texts
        from clag.search_course_words
        where issue_id = nearest.issue_id and course_id = ${courseId} and word_no = nearest.word_no
        offset 0
      ) known
      group by word, keys having sum(texts) > 0
    `,
  );
  return async (place: Place, issues: readonly string[], form: string) => {
    const places = countPlacesOf(place);
    if (places.length === 0) return [];
    const isShort = form.length <= shortMaximumLength;
    const lengths = [-1, 1].map((step) => `/${form}`.length + step * mistakesIn(form));
    const values = [trigramsOf(form), isShort ? `/${form[0]}` : null, ...lengths, places];
    return prepared.run(pool, [issues, place.courseId, ...values]);
  };
}
