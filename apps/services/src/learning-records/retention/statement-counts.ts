import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { streamRows } from '../../storage/row-stream.ts';
import { termOf } from '../store/terms.ts';
import { publishedIds } from './courses.ts';

/** Statements of the same courses in a school year. */
export interface StatementCounts {
  /** Ids of all courses that they have. */
  readonly courses: readonly string[];
  readonly schoolYear: number;
  readonly statements: number;
  /** Of their JSON, as it is stored. */
  readonly bytes: number;
}

interface CountedRow {
  readonly year: number;
  /** Terms of the courses that they name. */
  readonly courses: readonly string[] | null;
  readonly within: readonly string[] | null;
  readonly statements: number;
  readonly bytes: number;
}

/**
 * Counts statements by courses and school year. Reads the whole table.
 *
 * @param transaction whose snapshot is counted
 */
export async function countStatements(transaction: Database): Promise<readonly StatementCounts[]> {
  const published = await publishedIds(transaction);
  const byTerm = new Map(published.map((id) => [termOf('course', id), id]));
  const query = sql<{ row: CountedRow }>`
    select json_build_object('year', year, 'courses', courses::text[], 'within', said_within,
      'statements', statements, 'bytes', bytes) as row
    from (
      select extract(year from stored at time zone 'UTC' - interval '7 months')::integer as year,
        courses, said_within, count(*) as statements, sum(pg_column_size(statement)) as bytes
      from lars.statements group by year, courses, said_within
    ) counted
  `;
  const counts = new Map<string, StatementCounts>();
  for await (const rows of streamRows(transaction, query, 1_000)) {
    for (const { year, statements, bytes, ...named } of rows as readonly CountedRow[]) {
      const courses = coursesIn(named, byTerm);
      const key = JSON.stringify([courses, year]);
      const sum = counts.get(key);
      counts.set(key, {
        courses,
        schoolYear: year,
        statements: (sum?.statements ?? 0) + statements,
        bytes: (sum?.bytes ?? 0) + bytes,
      });
    }
  }
  return [...counts.values()].toSorted(
    (left, right) =>
      Buffer.compare(Buffer.from(left.courses.join()), Buffer.from(right.courses.join())) ||
      left.schoolYear - right.schoolYear,
  );
}

/** A recorder without a course may name anything: of that only published courses count. */
function coursesIn(
  { courses, within }: Pick<CountedRow, 'courses' | 'within'>,
  published: ReadonlyMap<string, string>,
): readonly string[] {
  const terms = new Set(courses);
  return within
    ? within.filter((id) => terms.has(termOf('course', id))).toSorted()
    : [...terms].flatMap((term) => published.get(term) ?? []).toSorted();
}
