import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { leadersOnly } from '../groups/group.ts';
import { flag, identifier, list, subject, text, timestamp } from '../scalars.ts';
import { issueScope } from './scope.ts';
import { versionedItem, type MakeObject } from './versioned-item.ts';

/*
 * Assignments: pages and exercises of an issue that a teacher gives a class, or some of its pupils.
 *
 *   begins_at ─────────── due_at ─────────── later: still done, and late
 *       │ pupils see it from now on
 *   solutions: not open ─── solutions_at, or solutions_open by hand ─── open
 */

/**
 * Limits of a group: assignments in an issue, those with the removed ones, those in all issues (which anybody may name),
 * and pages and exercises of one assignment.
 */
export const assignmentLimits = {
  issue: 200,
  withRemoved: 2_000,
  group: 5_000,
  targets: 100,
} as const;

/** Most members that an assignment names; more are not in a group. */
const membersMaximum = 500;

export const assignmentIds = {
  // The database keeps and gives it so, as that of feedback.
  assignment_id: z
    .uuid()
    .check(
      z.toLowerCase(),
      z.describe(
        'The assignment, in small letters; its sender chooses it, so that a repeat is recognised.',
      ),
    ),
};

const solutionsAt = z.optional(timestamp('From when on the solutions are open.'));

/** The part of an assignment that all of its pupils read. */
export function aboutAssignment(object: MakeObject) {
  return {
    title: z.optional(
      text(
        255,
        'What pupils read in their list; absent: the names of the targets, also where its author was erased.',
      ),
    ),
    targets: list(
      'What is to be done, in this order.',
      z.union([
        object({
          topic_id: identifier('A topic (page or Thema), with all exercises that stand in it.'),
        }),
        object({ exercise_id: identifier('An exercise.') }),
      ]),
    ).check(z.minLength(1), z.maxLength(assignmentLimits.targets)),
    begins_at: timestamp('From when on pupils see it.'),
    due_at: z.optional(timestamp('Until when it is to be done; afterwards it is late.')),
    solutions_at: solutionsAt,
  };
}

function fields(object: MakeObject) {
  return {
    ...aboutAssignment(object),
    solutions_open: flag('Open by hand, whatever solutions_at says.'),
    member_subjects: z.optional(
      list(
        'Only these members; absent: the whole class, with those who come later. None is left where all of them were erased.',
        subject,
      ).check(z.maxLength(membersMaximum)),
    ),
  };
}

/** An assignment as leaders give and read it. */
export const assignment = versionedItem(assignmentIds, fields);
/** A change on another version is refused, so there are no conflict copies. */
const noCopies = { settled_versions: true } as const;
const given = z.discriminatedUnion('is_removed', [
  z.omit(assignment.change, noCopies),
  z.omit(assignment.removal, noCopies),
]);
const outcome = z.extend(z.omit(assignment.outcome, { conflict_copy_version: true }), {
  outcome: z.enum(['stored', 'removed', 'unchanged']),
});

export const assignmentCalls = {
  assignmentSaveForGroup: defineCall({
    path: '/v1/assignment/saveForGroup',
    summary:
      'Stores or removes an assignment of a group that the subject leads. A change on another version than the stored one is refused. IA_OK: all was so already.',
    body: z.strictObject({
      subject,
      ...issueScope,
      group_id: identifier('The group (class).'),
      assignment: given,
    }),
    answer: z.object({ assignment: outcome }),
    errors: {
      ...leadersOnly,
      ...withStatus(409, {
        ASSIGNMENT_CONFLICT:
          'The assignment has changed since the version that the change was made on, or is one of another issue. Nothing was stored.',
      }),
      ...withStatus(404, {
        ASSIGNMENT_FOR_NOBODY:
          'None of the named subjects is a pupil of the group. Nothing was stored.',
      }),
      ...withStatus(413, {
        ASSIGNMENTS_FULL: `A group has at most ${assignmentLimits.issue} assignments in an issue, ${assignmentLimits.withRemoved} with the removed ones, and ${assignmentLimits.group} in all issues. Nothing was stored.`,
      }),
    },
    permission: 'group.lead',
    ownTokenOnly: true,
    repeatSafe: true,
    bodyLimitInBytes: 512 * 1024,
  }),
} as const;
