import type { Caller } from '../authorization/authorize.ts';

/** The reader whom the door lets see something, or not. */
export interface Visitor extends Pick<Caller, 'subject' | 'permissions'> {
  /** A session of the visitor has begun: where its seat lapses meanwhile, its answers would be lost. */
  readonly hasBegun?: boolean;
}

/** Parts of an issue that a caller may see. A reader of the texts sees the titles. */
export interface IssueSight {
  /** Texts, and files that are not public: file access gives them to the caller. */
  readonly texts: boolean;
  /** Titles of topics and exercises, and how they stand. */
  readonly titles: boolean;
}

/**
 * Says what a caller may see of a course. Every call that gives out something of a course asks it; what
 * the caller may not see, the call treats as absent (docs/decisions/0040).
 *
 * @param issueId Absent: all issues of the course.
 * @returns what may be seen of the versions that readers have, by issue; those of which nothing is published
 *   are not there
 */
export type CourseDoor = (
  caller: Visitor,
  courseId: string,
  issueId?: string,
) => Promise<ReadonlyMap<string, IssueSight>>;

/** The sight of one issue; of one that is not there nothing is seen. */
export async function sightOfIssue(
  door: CourseDoor,
  caller: Visitor,
  { course_id, issue_id }: { readonly course_id: string; readonly issue_id: string },
): Promise<IssueSight> {
  return (await door(caller, course_id, issue_id)).get(issue_id) ?? { texts: false, titles: false };
}

/** Issues of which the caller sees this. */
export async function seenIssues(
  door: CourseDoor,
  what: keyof IssueSight,
  ...asked: Parameters<CourseDoor>
): Promise<readonly string[]> {
  const sights = await door(...asked);
  return [...sights].filter(([, sight]) => sight[what]).map(([issueId]) => issueId);
}
