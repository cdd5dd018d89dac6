import type { Contract } from '@lectern/contracts';
import * as z from 'zod/mini';
import {
  answerSharers,
  isWithoutCourse,
  ledMembers,
  membersReadBy,
  sightOfIssue,
  type CourseDoor,
} from '../course-access/public.ts';
import { lockGroup, recordLooks, requireLeading } from '../groups/public.ts';
import { readPageCursor, writePageCursor } from '../http/page-cursor.ts';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { readProgress } from './assignment/done.ts';
import {
  assignmentsOfGroup,
  assignmentsOfPupil,
  readClock,
  type AssignmentRow,
} from './assignment/read.ts';
import { saveAssignment } from './assignment/save.ts';
import { classFeedbackTimes, ownFeedbackTimes } from './feedback/feedback-times.ts';
import { authorKey, authorNames } from './feedback/read.ts';
import { issueOf } from './items/wire.ts';

type AssignmentCalls = Pick<
  Contract['clag'],
  'assignmentSaveForGroup' | 'assignmentGetForGroup' | 'assignmentGetForUser'
>;

/** `given_at` and `assignment_id`; PostgreSQL has no year 0. */
const position = z.tuple([
  z.iso.datetime({ precision: 3 }).check(z.refine((moment) => !moment.startsWith('0000'))),
  z.uuid(),
]);

const defaultPageSize = { group: 20, user: 100 } as const;

export function assignmentHandlers(
  database: Database,
  door: CourseDoor,
): Handlers<AssignmentCalls> {
  return {
    async assignmentSaveForGroup({ body, refusal }) {
      const { subject, group_id, assignment: given } = body;
      await requireLeading(database, subject, group_id, refusal);
      const { course_id, issue_id } = issueOf(subject, body);
      return database.transaction().execute(async (transaction) => {
        await lockGroup(transaction, group_id);
        // Again: the subject may have left until the moment before the lock.
        await requireLeading(transaction, subject, group_id, refusal);
        const members = await ledMembers(transaction, subject, { group_id });
        const pupils = new Set(members.map((member) => member.subject));
        const place = { course_id, issue_id, group_id, subject, pupils };
        const assignment = await saveAssignment(transaction, place, given, refusal);
        const isUnchanged = assignment.outcome === 'unchanged';
        return { assignment, ...(isUnchanged && { result_state: 'IA_OK' as const }) };
      });
    },

    async assignmentGetForGroup({ body, caller, refusal }) {
      const { subject, group_id, limit = defaultPageSize.group } = body;
      await requireLeading(database, subject, group_id, refusal);
      const { course_id, issue_id } = issueOf(subject, body);
      const after = placeOf(body.cursor);
      if (!after) throw refusal('CURSOR_INVALID');
      const place = { course_id, issue_id, group_id };
      const [{ titles }, rows, members, now] = await Promise.all([
        // How an issue is made can be told by what of it counts.
        sightOfIssue(door, caller, place),
        assignmentsOfGroup(database, place, { after, limit }),
        membersReadBy(database, subject, { group_id, course_id }),
        readClock(database),
      ]);
      const page = rows.slice(0, limit);
      const read = titles ? members.filter(({ courses }) => courses.has(course_id)) : [];
      const [{ doneOf, behind }, names] = await Promise.all([
        readProgress(database, place, read, page, (exerciseIds) =>
          classFeedbackTimes(database, { ...place, exerciseIds }, answerSharers(read, place)),
        ),
        authorNames(database, page),
        recordLooks(database, subject, page.length > 0 ? read.map((member) => member.subject) : []),
      ]);
      return {
        served_at: now.toISOString(),
        members: members.map((member) => ({
          subject: member.subject,
          ...(member.display_name !== null && { display_name: member.display_name }),
          ...(titles && isWithoutCourse(member, course_id) && { without_course: true as const }),
        })),
        assignments: page.map((row) => {
          const { assignment_id, written_by, content, member_subjects, version, updated_at } = row;
          const named = member_subjects && new Set(member_subjects);
          const doneBy = doneOf(content);
          const authorName = written_by && names.get(authorKey(group_id, written_by));
          return {
            assignment_id,
            ...content,
            ...(member_subjects && { member_subjects: [...member_subjects] }),
            version,
            updated_at: updated_at.toISOString(),
            ...(written_by !== null && {
              author: { subject: written_by, ...(authorName && { display_name: authorName }) },
            }),
            progress: members
              .filter((member) => named?.has(member.subject) ?? true)
              .map((member) => ({ subject: member.subject, ...doneBy(member.subject) })),
          };
        }),
        ...behind,
        ...nextOf(rows, limit),
      };
    },

    async assignmentGetForUser({ body, refusal }) {
      const { subject, limit = defaultPageSize.user } = body;
      const issue = issueOf(subject, body);
      const after = placeOf(body.cursor);
      if (!after) throw refusal('CURSOR_INVALID');
      const [rows, now] = await Promise.all([
        assignmentsOfPupil(database, issue, { after, limit }),
        readClock(database),
      ]);
      const page = rows.slice(0, limit);
      const { doneOf, behind } = await readProgress(database, issue, [{ subject }], page, () =>
        ownFeedbackTimes(database, issue),
      );
      return {
        served_at: now.toISOString(),
        assignments: page.map(({ assignment_id, content, group_id, group_name }) => {
          const { solutions_at, solutions_open } = content;
          const isTime = solutions_at !== undefined && new Date(solutions_at) <= now;
          return {
            assignment_id,
            ...content,
            solutions_open: solutions_open || isTime,
            group_id,
            group_name,
            ...doneOf(content)(subject),
          };
        }),
        ...behind,
        ...nextOf(rows, limit),
      };
    },
  };
}

/** @returns `undefined` for a cursor that was never given */
function placeOf(cursor: string | undefined): readonly string[] | undefined {
  if (cursor === undefined) return [];
  return z.safeParse(position, readPageCursor(cursor, 2)).data;
}

function nextOf(
  rows: readonly Pick<AssignmentRow, 'given_at' | 'assignment_id'>[],
  limit: number,
): { readonly next_cursor?: string } {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  if (!last) return {};
  return { next_cursor: writePageCursor([last.given_at.toISOString(), last.assignment_id]) };
}
