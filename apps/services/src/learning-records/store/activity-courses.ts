import { sql } from 'kysely';
import { publishedCourses } from '../../annotations/public.ts';
import type { Database } from '../../storage/database.ts';

/** Longest identifier of the platform, in characters. */
const identifierMaximum = 255;
/** How often an id may be percent-encoded, one time within the other. */
const encodingsMaximum = 3;
/** How many names of courses one id could have; a page of statements has hundreds of ids. */
const namesMaximum = 128;
/** Ids whose courses are looked up together: others get their turn in between. */
const togetherMaximum = 256;

const delimiters = /[/:#?&=;,]/g;
/** Of an activity that `activityIdOf` has named, and of what is within it. */
const namedByPlatform = /\/lars\/cmi5\/activities\//;
const schemeAndHost = /^[a-z][a-z0-9+.-]*:(?:\/\/[^/?#]*)?/i;
/** The id of no course: its texts are given to nobody. */
const unknownCourse = '';

/**
 * The published courses that activities belong to, by the ids of the activities: a course stands in an id as
 * one of its parts, percent-encoded or not, or as its beginning; and a structure of cmi5 says of which course
 * its activities are. Those of a structure that nobody has launched yet belong to a course that is not there, and
 * so does what could be of so many courses that nobody looks for them.
 *
 * Of an id that names courses of several publishers only those of one count: of the publisher that had one first.
 * Else a publisher would take activities of others by calling a course like a word in their ids.
 */
export async function coursesOfActivities(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const coursesOf = new Map<string, readonly string[]>();
  for (let from = 0; from < ids.length; from += togetherMaximum) {
    const some = await coursesTogether(database, ids.slice(from, from + togetherMaximum));
    for (const [id, courses] of some) coursesOf.set(id, courses);
  }
  return coursesOf;
}

/** A part of an id that is the id of a course. */
interface CourseName {
  readonly name: string;
  readonly course_id: string;
  /** Null: the platform has named an activity of the course so. */
  readonly mandant_identifier: string | null;
}

async function coursesTogether(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map(ids.map((id) => [id, possibleNames(id)]));
  const all = [...new Set([...names.values()].flatMap((of) => [...(of ?? [])]))];
  const { rows } = await sql<CourseName>`
    select course_id as name, course_id, mandant_identifier, had_since from ${publishedCourses} course
    where course_id = any(${all}::text[])
    union all
    select name, course_id, null, '-infinity' from lars.cmi5_activities
    where name = any(${all}::text[])
    order by had_since, course_id
  `.execute(database);
  const placed = rows.map((row, place) => ({ ...row, place }));
  const byName = Map.groupBy(placed, ({ name }) => name);
  return new Map(
    [...names].map(([id, of]): [string, readonly string[]] => {
      if (!of) return [id, [unknownCourse]];
      const named = [...of]
        .flatMap((name) => byName.get(name) ?? [])
        .toSorted((one, other) => one.place - other.place);
      const courses = named
        .filter(({ mandant_identifier }) => mandant_identifier === named[0]!.mandant_identifier)
        .map(({ course_id }) => course_id);
      const isUnknown = courses.length === 0 && namedByPlatform.test(id);
      return [id, isUnknown ? [unknownCourse] : [...new Set(courses)]];
    }),
  );
}

/** Parts of an id that could be the id of a course, or the name of an activity; `undefined`: too many. */
function possibleNames(id: string): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  let text = id;
  for (let encodings = 0; encodings <= encodingsMaximum; encodings += 1) {
    const begin = beginOfNames(text);
    const parts = text.slice(begin).split(delimiters, namesMaximum + 1);
    for (const part of parts) names.add(part).add(decoded(part));
    for (const { index } of text.slice(0, identifierMaximum + 1).matchAll(delimiters)) {
      if (index > begin) names.add(text.slice(0, index));
    }
    names.add(text);
    if (parts.length > namesMaximum || names.size > namesMaximum) return undefined;
    const next = decoded(text);
    if (next === text) break;
    text = next;
  }
  const possible = [...names].filter(
    (name) => name !== '' && name.length <= identifierMaximum && !name.includes('\0'),
  );
  return new Set(possible);
}

/**
 * Scheme and host name no course, nor does what the platform puts before a name: a course that is called so would
 * have the activities of every other one.
 */
function beginOfNames(text: string): number {
  const ofPlatform = namedByPlatform.exec(text);
  if (ofPlatform) return ofPlatform.index + ofPlatform[0].length;
  return schemeAndHost.exec(text)?.[0].length ?? 0;
}

/** A text that is not encoded stays as it is. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}
