import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { leadersOnly } from '../groups/group.ts';
import { displayName } from '../groups/membership.ts';
import { flag, identifier, list, subject, text, timestamp } from '../scalars.ts';
import { aboutAssignment, assignment, assignmentIds } from './assignment.ts';
import { cursorErrors, nextCursor, pageOf } from './paging.ts';
import { issueScope, withoutCourse } from './scope.ts';

const done = {
  assignment_state: z.optional(
    z
      .enum(['NOT_BEGUN', 'BEGUN', 'FINISHED'])
      .check(
        z.describe(
          'FINISHED: all its exercises are. Absent: nothing in it can be counted, or the caller does not read the progress in the course, or sees no titles of the issue.',
        ),
      ),
  ),
  done_targets: list(
    'Which targets are finished, by their places in `targets`, from 0.',
    z.int().check(z.gte(0)),
  ),
  again_targets: z.optional(
    list(
      'Which targets are not finished because a leader has asked for a task once more since, by their places. Absent: none.',
      z.int().check(z.gte(0)),
    ),
  ),
  done_at: z.optional(timestamp('When the last exercise was finished; only where all are.')),
};

const served = {
  served_at: timestamp(
    'Clock of the database: what is due and open is told by it, not by that of the device.',
  ),
};

/** Progress is counted as in `progress/getForGroup`. */
const behindCount = z.optional(
  z
    .int()
    .check(
      z.gte(1),
      z.describe(
        'Learners with so many new statements that not all of them are counted yet: asking again gives more of them. Absent: none.',
      ),
    ),
);

export const assignmentReadCalls = {
  assignmentGetForGroup: defineCall({
    path: '/v1/assignment/getForGroup',
    summary:
      'Pages through the assignments of a group that the subject leads, the newest first, with how far each member is.',
    body: z.strictObject({
      subject,
      ...issueScope,
      group_id: identifier('The group (class).'),
      ...pageOf(50, 20),
    }),
    answer: z.object({
      ...served,
      members: list(
        'Pupils of the group, in the order of their subjects.',
        z.object({
          subject,
          display_name: z.optional(
            displayName.check(
              z.describe('Name that the group sees, or else the name of the user.'),
            ),
          ),
          without_course: withoutCourse,
        }),
      ),
      assignments: z.array(
        z.extend(assignment.stored, {
          author: z.optional(
            z
              .object({
                subject,
                display_name: z.optional(
                  displayName.check(
                    z.describe('Name that the group sees, or else the name of the user.'),
                  ),
                ),
              })
              .check(
                z.describe('Who gave it, or wrote its title last; absent: a user who was erased.'),
              ),
          ),
          progress: list(
            'Of the members for whom it is, in the order of their subjects.',
            z.object({ subject, ...done }),
          ),
        }),
      ),
      behind_count: behindCount,
      next_cursor: nextCursor,
    }),
    errors: { ...leadersOnly, ...cursorErrors },
    permission: 'group.lead',
    ownTokenOnly: true,
    repeatSafe: true,
    oneAtATime: true,
  }),
  assignmentGetForUser: defineCall({
    path: '/v1/assignment/getForUser',
    summary:
      "Pages through the assignments that a subject has in an issue and that have begun, of all its groups, the newest first. It tells if solutions are open by the service's own clock.",
    body: z.strictObject({ subject, ...issueScope, ...pageOf(200, 100) }),
    answer: z.object({
      ...served,
      assignments: z.array(
        z.object({
          ...assignmentIds,
          ...aboutAssignment(z.object),
          solutions_open: flag('Whether they are open now.'),
          group_id: identifier('The group (class).'),
          group_name: text(255, 'Its name.'),
          ...done,
        }),
      ),
      behind_count: behindCount,
      next_cursor: nextCursor,
    }),
    errors: cursorErrors,
    permission: 'exercise.read',
    repeatSafe: true,
  }),
} as const;
