import type { CourseDoor, IssueSight, Visitor } from './door.ts';

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
  kind: keyof IssueSight,
  ...asked: Parameters<CourseDoor>
): Promise<readonly string[]> {
  const sights = await door(...asked);
  return [...sights].filter(([, sight]) => sight[kind]).map(([issueId]) => issueId);
}
