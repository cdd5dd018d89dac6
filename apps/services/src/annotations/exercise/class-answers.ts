import type { Answer } from '@lectern/contracts';
import type { exerciseForGroupCalls } from '@lectern/contracts/calls/annotations/exercise-for-group';
import {
  answerSharers,
  comesAfter,
  type CourseDoor,
  isWithoutCourse,
  ledMembers,
  readableOf,
  sightOfIssue,
} from '../../course-access/public.ts';
import { recordLooks, requireLeading } from '../../groups/public.ts';
import type { Handlers } from '../../http/routes.ts';
import type { Database } from '../../storage/database.ts';
import { keepRead } from '../feedback/answer-versions.ts';
import { feedbackInClass, receivedOf, type StoredFeedback } from '../feedback/read.ts';
import { readIdCursor, writeIdCursor } from '../items/id-cursor.ts';
import { issueOf } from '../items/wire.ts';
import { readShared, toSharedAnswer } from './shared-answers.ts';

type Calls = typeof exerciseForGroupCalls;
type Member = Answer<Calls['exerciseGetForGroup']>['members'][number];

const defaultLimit = 100;

export function classAnswersHandlers(database: Database, door: CourseDoor): Handlers<Calls> {
  return {
    async exerciseGetForGroup({ body, caller, refusal }) {
      const { subject, group_id, exercise_ids, member_subject, limit = defaultLimit } = body;
      const withEarlier = body.with_earlier_versions ?? false;
      const { course_id, issue_id } = issueOf(subject, body);
      const place = { course_id, issue_id, group_id, exerciseIds: exercise_ids };
      const question = {
        call: 'exerciseGetForGroup',
        subject,
        ...place,
        exerciseIds: exercise_ids.toSorted(),
        member_subject: member_subject ?? null,
        withEarlier,
      };
      const after = body.cursor === undefined ? [] : readIdCursor(question, body.cursor);
      if (!after) throw refusal('CURSOR_INVALID');
      const [, members] = await Promise.all([
        requireLeading(database, subject, group_id, refusal),
        ledMembers(database, subject, { group_id }),
      ]);
      // A cursor with an exercise goes on within its member.
      const [afterSubject, afterExercise] = after;
      const left = members.filter(
        (member) =>
          (member_subject === undefined || member.subject === member_subject) &&
          (comesAfter(member.subject, afterSubject) ||
            (afterExercise !== undefined && member.subject === afterSubject)),
      );
      const page = left.slice(0, limit);
      const sharers = answerSharers(page, place);
      const { versions, end } = await readShared(database, place, sharers, { after, withEarlier });
      const shown = end ? page.filter((member) => !comesAfter(member.subject, end.subject)) : page;
      const shownSharers = sharers.filter((member) => shown.includes(member));
      const isShown = (one: { readonly subject: string; readonly exercise_id: string }) =>
        (one.subject !== afterSubject || comesAfter(one.exercise_id, afterExercise)) &&
        (one.subject !== end?.subject || !comesAfter(one.exercise_id, end.exercise_id));
      const [rows] = await Promise.all([
        feedbackInClass(database, place, shownSharers),
        keepRead(
          database,
          place,
          versions.filter(({ is_kept }) => !is_kept),
        ),
        recordLooks(
          database,
          subject,
          shownSharers.map((sharer) => sharer.subject),
        ),
      ]);
      const silent = shown.filter((member) => !shownSharers.includes(member));
      const readable = await readableOf(database, subject, silent, course_id);
      const others = readable.filter((member) => isWithoutCourse(member, course_id));
      const isTold = others.length > 0 && (await sightOfIssue(door, caller, place)).titles;
      const without = new Set(isTold ? others.map((member) => member.subject) : []);
      const given = rows.filter(isShown);
      const feedback = await receivedOf(database, given);
      const versionsOf = Map.groupBy(versions, (version) => version.subject);
      const feedbackOf = Map.groupBy(
        feedback.map((one, index) => [given[index]!.subject, one as StoredFeedback] as const),
        ([of]) => of,
      );
      const last = page.at(-1);
      return {
        members_count: members.length,
        members: shown.map((member): Member => {
          const own = versionsOf.get(member.subject) ?? [];
          const answers = (isEarlier: boolean) =>
            own.filter(({ is_earlier }) => is_earlier === isEarlier).map(toSharedAnswer);
          return {
            subject: member.subject,
            ...(member.display_name !== null && { display_name: member.display_name }),
            ...(shownSharers.includes(member) && { shared_since: member.since }),
            ...(without.has(member.subject) && { without_course: true }),
            answers: answers(false),
            feedback: (feedbackOf.get(member.subject) ?? []).map(([, one]) => one),
            ...(withEarlier && { earlier_versions: answers(true) }),
          };
        }),
        ...(end
          ? { next_cursor: writeIdCursor(question, [end.subject, end.exercise_id]) }
          : left.length > limit &&
            last && { next_cursor: writeIdCursor(question, [last.subject]) }),
      };
    },
  };
}
