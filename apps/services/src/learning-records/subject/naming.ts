import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { renameAccounts, type Renaming } from '../model/rename.ts';
import { termOf } from '../store/terms.ts';
import { batchSize } from './batches.ts';

/**
 * How many numbers are looked through at a time: so many statements can be read one by one within the time
 * that one query has. Of somebody whom few name the index of terms finds the few.
 */
const windowSize = 50_000;

/** Statements by their numbers. */
export interface Naming {
  /** Of those that name somebody, or refer to one that does. */
  readonly sequences: readonly string[];
  /** Up to which they were looked up. */
  readonly until: number;
}

/** All of them, where they are few. */
export async function findNaming(database: Database, subject: string): Promise<Naming> {
  const until = await lastSequence(database);
  const sequences: string[] = [];
  for await (const some of sequencesNaming(database, [subject], 0, until)) sequences.push(...some);
  return { sequences, until };
}

/** The number of the last statement: those that come in later have higher ones. */
export async function lastSequence(database: Database): Promise<number> {
  const { rows } = await sql<{ last: string | null }>`
    select max(sequence) as last from lars.statements
  `.execute(database);
  return Number(rows[0]?.last ?? 0);
}

/**
 * Numbers of the statements that name one of some subjects, or refer to one that does, from after one up to
 * another, a piece at a time: somebody can be named a million times. Not by the index of terms alone: it
 * gives all at once, and is slow to find the next ones while those before are changed.
 */
export async function* sequencesNaming(
  database: Database,
  subjects: readonly string[],
  after: number,
  until: number,
): AsyncGenerator<readonly string[]> {
  const terms = subjects.map((subject) => termOf('related-agent', subject));
  for (let begin = after; begin < until; begin += windowSize) {
    const { rows } = await sql<{ sequence: string }>`
      select sequence from lars.statements
      where sequence > ${begin} and sequence <= ${Math.min(begin + windowSize, until)}
        and terms && ${terms}::bigint[]
      order by sequence
    `.execute(database);
    if (rows.length > 0) yield rows.map(({ sequence }) => sequence);
  }
}

/** Statements by their numbers, as a table `known`: these they keep where somebody moves them meanwhile. */
export function numbered(sequences: readonly string[]) {
  return sql`(select * from lars.statements where sequence = any(${sequences}::bigint[])) known`;
}

/** The latest statement of a person, or else one of others that names it itself. */
export async function anyOf(
  database: Database,
  person: readonly string[],
): Promise<string | undefined> {
  const own = await sql<{ json: string }>`
    select statement::text as json from lars.statements
    where subject = any(${person}::text[]) order by stored desc, sequence desc limit 1
  `.execute(database);
  if (own.rows[0]) return own.rows[0].json;
  for await (const some of sequencesNaming(database, person, 0, await lastSequence(database))) {
    const { rows } = await sql<{ json: string }>`
      select statement::text as json from ${numbered(some)}
      where known.refers_to is null limit 1
    `.execute(database);
    if (rows[0]) return rows[0].json;
  }
  return undefined;
}

/**
 * How many statements of others name a person, in words that a renaming changes.
 *
 * @param person all subjects that lead to it
 */
export async function countNaming(
  database: Database,
  person: readonly string[],
  renaming: Renaming,
): Promise<number> {
  let count = 0;
  const until = await lastSequence(database);
  for await (const sequences of sequencesNaming(database, person, 0, until)) {
    for (let begin = 0; begin < sequences.length; begin += batchSize) {
      const { rows } = await sql<{ json: string }>`
        select statement::text as json
        from ${numbered(sequences.slice(begin, begin + batchSize))}
        where subject <> all(${person}::text[])
      `.execute(database);
      count += rows.filter(({ json }) => renameAccounts(json, renaming) !== json).length;
    }
  }
  return count;
}
