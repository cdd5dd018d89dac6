import { sql } from 'kysely';
import type { Caller } from '../authorization/authorize.ts';
import { publishedMandants } from '../authorization/published-mandants.ts';
import { createUncheckedDeviceLicenses, decideLicense } from '../licenses/public.ts';
import type { Connections } from '../storage/connections.ts';
import type { Database } from '../storage/database.ts';
import { currentIssues, type CurrentIssue, type PublishedIssue } from '../annotations/public.ts';
import { parameter, prepareShort } from '../storage/prepared.ts';
import { membersReadBy } from './readable-members.ts';

/** The reader whom the door lets see something, or not. */
export interface Visitor extends Pick<Caller, 'subject' | 'permissions'> {
  /** A session of the visitor has begun: where its seat lapses meanwhile, its answers would be lost. */
  readonly hasBegun?: boolean;
  /** Tells if a group that the visitor leads works with the course. Absent, or false: the door looks for one. */
  readonly teaches?: () => Promise<boolean>;
}

/** Parts of an issue that a caller may see. A reader of the texts sees the titles. */
export interface IssueSight {
  /** Texts, and files that are not public: file access gives them to the caller. */
  readonly texts: boolean;
  /** Titles of topics and exercises, and how they stand. */
  readonly titles: boolean;
}

/** An issue of a course, whatever the caller may see of it. */
export interface IssueAtDoor extends IssueSight {
  readonly issue: PublishedIssue;
}

/**
 * Says what a caller may see of a course. Every call that gives out something of a course asks it; what
 * the caller may not see, the call treats as absent (docs/decisions/0040).
 */
export type CourseDoor = ReturnType<typeof createCourseDoor>;

/**
 * The rule of file access for a course as a whole: a caller sees the texts of an issue that is free, that a
 * licence opens on one of the caller's devices, or whose publisher the caller is. The titles are seen, too,
 * where the publisher makes them public, and by a teacher one of whose groups works with the course.
 *
 * Two statements at most, however many hits or topics are given out.
 */
export function createCourseDoor(database: Database, pool: Connections) {
  const issues = prepareShort<CurrentIssue>(
    pool,
    'issues-at-door',
    sql`
      select course_id, issue_id, version, title, mandant_identifier, product_references, titles, is_free
      from ${currentIssues} issue
      where course_id = ${parameter(1, 'text')}
        and (${parameter(2, 'text')} is null or issue_id = ${parameter(2, 'text')})
      order by published_at desc nulls last, issue_id
    `,
  );
  const licensesOnDevices = createUncheckedDeviceLicenses(pool);

  /** Products that a licence of the caller opens on one of its devices. */
  const openedProducts = async (
    { subject, hasBegun }: Visitor,
    mandant_identifier: string,
    product_references: readonly string[],
  ): Promise<ReadonlySet<string>> => {
    if (product_references.length === 0) return new Set();
    const rows = await licensesOnDevices(subject, { mandant_identifier, product_references });
    const licensed = rows.filter(({ license_code }) => license_code !== null);
    const opened = new Set<string>();
    for (const row of licensed) {
      const license = hasBegun ? { ...row, seats: null } : row;
      const { refusal } = await decideLicense(license, async () => [license]);
      if (refusal === undefined) opened.add(row.product_reference);
    }
    return opened;
  };

  /** Tells if the caller sees the texts of issues of one publisher. */
  const opener = async (
    caller: Visitor,
    closed: readonly CurrentIssue[],
  ): Promise<(issue: CurrentIssue) => boolean> => {
    const [first] = closed;
    if (!first) return () => true;
    const { mandant_identifier } = first;
    const publishes =
      caller.permissions.has('content.publish') &&
      (await publishedMandants(database, caller)).has(mandant_identifier);
    if (publishes) return () => true;
    const products = new Set(closed.flatMap(({ product_references }) => product_references));
    const opened = await openedProducts(caller, mandant_identifier, [...products]);
    return ({ is_free, product_references }) =>
      is_free || product_references.some((product) => opened.has(product));
  };

  /**
   * @param issueId Absent: all issues of the course.
   * @returns what may be seen of the versions that readers have, by issue, the one first that was published last; those of
   *   which nothing is published are not there
   */
  return async (
    caller: Visitor,
    courseId: string,
    issueId?: string,
  ): Promise<ReadonlyMap<string, IssueAtDoor>> => {
    const rows = await issues([courseId, issueId ?? null]);
    const isOpen = await opener(
      caller,
      rows.filter(({ is_free }) => !is_free),
    );
    const isSeen = (row: CurrentIssue) => isOpen(row) || row.titles === 'public';
    const teaches =
      !rows.every(isSeen) &&
      ((await caller.teaches?.()) || (await worksWith(database, caller, courseId)));
    return new Map(
      rows.map((row) => [
        row.issue_id,
        { issue: row, texts: isOpen(row), titles: isSeen(row) || teaches },
      ]),
    );
  };
}

/** True where the caller leads a group that works with a course. */
async function worksWith(
  database: Database,
  { subject, permissions }: Visitor,
  course_id: string,
): Promise<boolean> {
  if (!permissions.has('group.lead')) return false;
  const members = await membersReadBy(database, subject, { course_id });
  return members.some(({ workedWith }) => workedWith.has(course_id));
}
