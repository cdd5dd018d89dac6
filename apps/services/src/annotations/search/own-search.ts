import { sql } from 'kysely';
import type pg from 'pg';
import { parameter, prepare } from '../../storage/prepared.ts';
import type { Tables } from '../../storage/tables.ts';
import { titleWeight, wholeTitleWeight } from './clues.ts';
import { ownTexts, ownTextsAt, type Found, type Question } from './question.ts';

/** A text of the subject's own. */
export interface OwnFound
  extends
    Found,
    Pick<
      Tables['clag.search_own_texts'],
      'source' | 'model_type' | 'model_id' | 'target' | 'note_id' | 'note_type'
    > {
  readonly number: string;
}

const greatestNumber = '9223372036854775807';
/** Greater than any. */
export const scoreLimit = 2_147_483_647;

/** So much of a text is looked at for an excerpt; what has no word found in it shows its beginning. */
const excerptedLength = 20_000;

/**
 * Finds texts of a subject in a course, the best first. All of them are looked at, by one range of the
 * primary key: what a person writes in a course is little, and an inverted index would take a
 * multiple of its room (docs/decisions/0027).
 */
export function createOwnSearch(pool: pg.Pool): (question: Question) => Promise<OwnFound[]> {
  const { areThere, inTitles, inTexts } = ownTexts();
  const [terms, clueWeights, patterns, termsCount] = [
    parameter(7, 'integer[]'),
    parameter(8, 'integer[]'),
    parameter(9, 'text[]'),
    parameter(10, 'integer'),
  ];
  const phrases = parameter(11, 'text[]');
  const [afterScore, afterNumber, most] = [
    parameter(12, 'integer'),
    parameter(13, 'bigint'),
    parameter(14, 'integer'),
  ];
  const search = prepare<OwnFound>(
    pool,
    'search-own-texts',
    sql`
      select source, model_type, model_id, target, note_id, note_type, issue_id, title,
        left(text, ${sql.lit(excerptedLength)}) as text, false as is_cut, text_id as number, score,
        is_titled
      from clag.search_own_texts own
      cross join lateral (
        select bool_and(is_titled) as is_titled,
          (sum(best) + case when bool_and(is_titled) then ${sql.lit(wholeTitleWeight)} else 0 end)::integer
            as score
        from (
          select bool_or(is_titled) as is_titled,
            max(weight + case when is_titled then ${sql.lit(titleWeight)} else 0 end) as best
          from (
            select term, weight,
              ${inTitles} and own.title_keys like pattern as is_titled,
              ${inTexts} and own.text_keys like pattern as is_texted
            from unnest(${terms}, ${clueWeights}, ${patterns}) clue (term, weight, pattern)
          ) clue
          where is_titled or is_texted
          group by term
        ) term
        having count(*) = ${termsCount}
      ) found
      where ${areThere}
        and not exists (
          select 1 from unnest(${phrases}) as phrase
          where not (${inTitles} and title_stems like phrase)
            and not (${inTexts} and text_stems like phrase)
        )
        and (score < ${afterScore} or (score = ${afterScore} and text_id > ${afterNumber}))
      order by score desc, text_id
      limit ${most}
    `,
  );
  return ({ clues, after, most, ...place }) =>
    search.run(pool, [
      ...ownTextsAt(place),
      clues.clues.map(({ term }) => term),
      clues.clues.map(({ weight }) => weight),
      clues.clues.map(({ needle }) => `%${needle}%`),
      clues.termsCount,
      clues.phrases.map((stems) => `%${stems}%`),
      after?.score ?? scoreLimit,
      after && after.issueId === undefined ? after.number : greatestNumber,
      most,
    ]);
}
