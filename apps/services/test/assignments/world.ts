import { randomUUID } from 'node:crypto';
import type { BodyInput, Contract } from '@lectern/contracts';
import type { Person } from '../groups/people.ts';
import { brook, startProgressWorld } from '../learning-records/progress/progress-world.ts';

type Clag = Contract['clag'];
export type Saving = BodyInput<Clag['assignmentSaveForGroup']>['assignment'];
export type NewAssignment = Exclude<Saving, { is_removed: true }>;

const scope = {
  course_id_dto: { course_id: brook.course_id },
  issue_id_dto: { issue_id: brook.issue_id },
};

/** A new assignment for the whole class, which has begun. */
export const assignment = (fields: Partial<NewAssignment> = {}): NewAssignment => ({
  assignment_id: randomUUID(),
  title: 'Der Bach',
  targets: [{ topic_id: 'bach-1' }, { exercise_id: 'tiere' }],
  begins_at: '2026-01-05T07:00:00.000Z',
  solutions_open: false,
  version: 0,
  ...fields,
});

/** Classes that have assignments in the course `brook`. */
export async function startAssignmentWorld() {
  const world = await startProgressWorld();
  const clag = (who: Person) => world.platform.as('clag', who);
  const finish = (who: Person, exercise_id: string) =>
    world.record(who, exercise_id, { result: { completion: true } });
  return {
    ...world,
    /** A class of a teacher with a licence for it, and so many pupils. */
    async newClass(size: number) {
      const teacher = await world.newPerson('teacher');
      await world.license(teacher, 'LICENSE_STRATEGY_GROUP');
      const group_id = await world.newGroup(teacher);
      const pupils = await Promise.all(Array.from({ length: size }, () => world.newPerson()));
      if (size > 0) await world.enrol(teacher, group_id, ...pupils);
      return { group_id, teacher, pupils };
    },
    save: (who: Person, group_id: string, given: Saving, issue_id: string = brook.issue_id) =>
      clag(who).assignmentSaveForGroup({
        body: {
          subject: who.subject,
          ...scope,
          issue_id_dto: { issue_id },
          group_id,
          assignment: given,
        },
      }),
    ofClass: (
      who: Person,
      group_id: string,
      request?: Partial<BodyInput<Clag['assignmentGetForGroup']>>,
    ) =>
      clag(who).assignmentGetForGroup({
        body: { subject: who.subject, ...scope, group_id, ...request },
      }),
    ofPupil: (who: Person, request?: Partial<BodyInput<Clag['assignmentGetForUser']>>) =>
      clag(who).assignmentGetForUser({ body: { subject: who.subject, ...scope, ...request } }),
    finish,
    /** Shares answers with a class, answers an exercise and finishes it. */
    async answerAndFinish(who: Person, group_id: string, exercise_id: string) {
      const { subject } = who;
      const shared = { course_id: brook.course_id, issue_id: brook.issue_id };
      const sharings = [{ ...shared, sharing_types: ['Answers' as const] }];
      await who.gres.usersUpdate({ body: { subject, group_id, sharings } });
      const content = { basic_answer_type: 'essay', text: '', shared_text: 'Der Bach' } as const;
      const answer = { exercise_id, answer_id: 'a', content, is_done: true, version: 0 };
      await clag(who).exerciseSaveUserData({ body: { subject, ...scope, answers: [answer] } });
      await finish(who, exercise_id);
    },
    /** On the answer to an exercise: `again` asks for it once more. */
    async giveFeedback(
      teacher: Person,
      group_id: string,
      pupil: Person,
      exercise_id: string,
      feedback_kind: 'again' | 'seen',
    ) {
      const about = { exercise_id, answer_id: 'a', answer_version: 1 };
      const given = { feedback_id: randomUUID(), content: { feedback_kind }, version: 0 };
      const to = { subject: teacher.subject, ...scope, group_id, member_subject: pupil.subject };
      const body = { ...to, feedback: [{ ...about, ...given }] };
      await clag(teacher).feedbackSaveForMember({ body });
    },
  };
}
