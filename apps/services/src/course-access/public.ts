/* Questions about courses and pupils across services, for services (docs/decisions/0049-boundaries.md). */

export type { CourseDoor, Visitor } from './door.ts';
export { seenIssues, sightOfIssue } from './issue-sight.ts';
export {
  answerSharers,
  comesAfter,
  groupsWithCourse,
  isWithoutCourse,
  ledMembers,
  membersReadBy,
  readableOf,
  sharedTypes,
  type ReadableMember,
} from './readable-members.ts';
