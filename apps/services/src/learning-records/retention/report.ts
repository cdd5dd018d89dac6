import { sql } from 'kysely';
import { publishedCourses } from '../../annotations/public.ts';
import type { Database } from '../../storage/database.ts';
import { streamRows } from '../../storage/row-stream.ts';
import { termOf } from '../store/terms.ts';

/** Kept statements of a course in a school year. */
export interface KeptStatements {
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
 * Counts what is kept, by courses and school year. Reads the whole table.
 *
 * @param transaction whose snapshot is counted
 */
export async function keptStatements(transaction: Database): Promise<readonly KeptStatements[]> {
  const published = await publishedIds(transaction);
  const byTerm = new Map(published.map((id) => [termOf('course', id), id]));
  const counted = sql<{ row: CountedRow }>`
    select json_build_object('year', year, 'courses', courses::text[], 'within', said_within,
      'statements', count(*), 'bytes', sum(size)) as row
    from (
      select extract(year from stored at time zone 'UTC' - interval '7 months')::integer as year,
        courses, said_within, pg_column_size(statement) as size
      from lars.statements
    ) kept
    group by year, courses, said_within
  `;
  const kept = new Map<string, KeptStatements>();
  for await (const rows of streamRows(transaction, counted, 1_000)) {
    for (const { year, statements, bytes, ...named } of rows as readonly CountedRow[]) {
      const courses = coursesIn(named, byTerm);
      const key = JSON.stringify([courses, year]);
      const known = kept.get(key);
      kept.set(key, {
        courses,
        schoolYear: year,
        statements: (known?.statements ?? 0) + statements,
        bytes: (known?.bytes ?? 0) + bytes,
      });
    }
  }
  return [...kept.values()].toSorted(
    (one, other) =>
      Buffer.compare(Buffer.from(one.courses.join()), Buffer.from(other.courses.join())) ||
      one.schoolYear - other.schoolYear,
  );
}

/** Of a recorder without a course only what is published: it may name anything. */
function coursesIn(
  { courses, within }: Pick<CountedRow, 'courses' | 'within'>,
  published: ReadonlyMap<string, string>,
): readonly string[] {
  const terms = new Set(courses);
  return within
    ? within.filter((id) => terms.has(termOf('course', id))).toSorted()
    : [...terms].flatMap((term) => published.get(term) ?? []).toSorted();
}

/** Those of some courses that nobody has published: a policy with a misspelt course would delete what it is to keep. */
export async function unpublishedAmong(
  database: Database,
  courses: readonly string[],
): Promise<readonly string[]> {
  const published = new Set(await publishedIds(database));
  return courses.filter((id) => !published.has(id));
}

async function publishedIds(database: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ course_id: string }>`
    select course_id from ${publishedCourses} course
  `.execute(database);
  return rows.map(({ course_id }) => course_id);
}
