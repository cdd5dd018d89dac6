import { asKept, asStored } from './annotations.ts';
import { assignmentMembers, identifier } from './contract.ts';
import { course, issue } from './scope.ts';
import { either, list, object, oneOf, optional, text, whole, yes, type TypeOf } from './shape.ts';

/*
 * Assignments: pages and exercises that a teacher gives a class, or some of its pupils. Names are those of the services' own
 * data (specification, section 3). Times are RFC 3339.
 */

const ids = { assignment_id: text(36, 36) };
const inClass = { ...course, ...issue, group_id: identifier };

/**
 * `done_targets` are the places in `targets` of what is finished, from 0, and `again_targets` of what a teacher has asked
 * for once more since. Without `assignment_state` nothing in it can be
 * counted: pages without exercises, or what this version of the issue does not have.
 */
const done = {
  assignment_state: optional(oneOf('NOT_BEGUN', 'BEGUN', 'FINISHED')),
  done_targets: list(whole(0)),
  again_targets: optional(list(whole(0))),
  done_at: optional(text()),
};

/** `served_at` is the clock of the service; `behind_count` learners are not counted to the end yet: ask again. */
const served = { served_at: text(), behind_count: optional(whole(1)) };

const { member_subjects: _, ...about } = assignmentMembers;

/** An assignment of the user. `solutions_open` says if they were open when it was read. */
export const assignment = object({
  ...ids,
  ...about,
  group_id: identifier,
  group_name: text(),
  ...done,
});
export type Assignment = TypeOf<typeof assignment>;

/** The user's assignments in an issue, the newest first. */
export const assignments = object({ ...served, assignments: list(assignment) });
export type Assignments = TypeOf<typeof assignments>;

/** A pupil of a class; with `without_course` the class does not work with the course where this pupil is concerned. */
export const pupil = object({
  subject: identifier,
  display_name: optional(text()),
  without_course: optional(yes),
});
export type Pupil = TypeOf<typeof pupil>;

/**
 * A teacher's assignment. Without `member_subjects` it is for the whole class, and those who come later. `solutions_open`:
 * by hand, whatever `solutions_at` says.
 */
const content = object(assignmentMembers);
export type AssignmentContent = TypeOf<typeof content>;

/**
 * An assignment of a class, and how far each pupil is for whom it is. One that is not delivered has a `version` of its own,
 * above 2,147,483,647, which the next change can be made on as on any other.
 */
export const classAssignment = object({
  ...ids,
  ...assignmentMembers,
  author: optional(object({ subject: text(), display_name: optional(text()) })),
  progress: list(object({ subject: identifier, ...done })),
  ...asKept,
});
export type ClassAssignment = TypeOf<typeof classAssignment>;

/** All assignments of a class in an issue, the newest first, and all its pupils. */
export const classAssignments = object({
  ...served,
  members: list(pupil),
  assignments: list(classAssignment),
});
export type ClassAssignments = TypeOf<typeof classAssignments>;

const classIssue = object(inClass);
/** A class in an issue. */
export type ClassIssue = TypeOf<typeof classIssue>;
export const classAssignmentsAsked = classIssue;
export const assignmentsAsked = object({ ...course, ...issue });

/**
 * A change to store. The id is a UUID in small letters, made by the content. `version` is the one that the
 * change was made on, as it was answered; 0: the assignment is new.
 */
const change = either(
  object({ ...ids, ...assignmentMembers, version: whole(0) }),
  object({ ...ids, version: whole(0), is_removed: yes }),
);
export type AssignmentChange = TypeOf<typeof change>;

export const assignmentToSave = object({ ...inClass, assignment: change });
export type AssignmentToSave = TypeOf<typeof assignmentToSave>;

/** The version of what was accepted: what the next change is made on. */
export const assignmentAccepted = object({ ...ids, ...asKept });
export type AcceptedAssignment = TypeOf<typeof assignmentAccepted>;

/** Members of the event `delivered`: `accepted_version` is the one that was answered before. */
export const assignmentsDelivered = {
  ...inClass,
  assignments: list(object({ ...ids, ...asStored })),
};

/** Members of the event `not-delivered`. */
export const assignmentsRefused = {
  ...inClass,
  assignments: list(object({ ...ids, version: whole(0) })),
};
