import { randomUUID } from 'node:crypto';
import type { Answer, BodyInput, Contract } from '@lectern/contracts';
import type { Person } from '../groups/people.ts';
import {
  brook,
  startProgressWorld,
  type ProgressWorld,
} from '../learning-records/progress/progress-world.ts';

type Clag = Contract['clag'];
export type Saving = BodyInput<Clag['assignmentSaveForGroup']>['assignment'];
export type NewAssignment = Exclude<Saving, { is_removed: true }>;

/** Classes that have assignments in the course `brook`. */
export interface AssignmentWorld extends ProgressWorld {
  /** A class of a teacher with a licence for it, and so many pupils. */
  newClass(size: number): Promise<{ group_id: string; teacher: Person; pupils: Person[] }>;
  save(
    who: Person,
    group_id: string,
    assignment: Saving,
    issue_id?: string,
  ): Promise<Answer<Clag['assignmentSaveForGroup']>>;
  ofClass(
    who: Person,
    group_id: string,
    request?: Partial<BodyInput<Clag['assignmentGetForGroup']>>,
  ): Promise<Answer<Clag['assignmentGetForGroup']>>;
  ofPupil(
    who: Person,
    request?: Partial<BodyInput<Clag['assignmentGetForUser']>>,
  ): Promise<Answer<Clag['assignmentGetForUser']>>;
  /** Finishes an exercise. */
  finish(who: Person, exercise_id: string): Promise<string>;
}

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

export async function startAssignmentWorld(): Promise<AssignmentWorld> {
  const world = await startProgressWorld();
  const clag = (who: Person) => world.platform.as('clag', who);
  return {
    ...world,
    async newClass(size) {
      const teacher = await world.newPerson('teacher');
      await world.license(teacher, 'LICENSE_STRATEGY_GROUP');
      const group_id = await world.newGroup(teacher);
      const pupils = await Promise.all(Array.from({ length: size }, () => world.newPerson()));
      if (size > 0) await world.enrol(teacher, group_id, ...pupils);
      return { group_id, teacher, pupils };
    },
    save: (who, group_id, given, issue_id = brook.issue_id) =>
      clag(who).assignmentSaveForGroup({
        body: {
          subject: who.subject,
          ...scope,
          issue_id_dto: { issue_id },
          group_id,
          assignment: given,
        },
      }),
    ofClass: (who, group_id, request) =>
      clag(who).assignmentGetForGroup({
        body: { subject: who.subject, ...scope, group_id, ...request },
      }),
    ofPupil: (who, request) =>
      clag(who).assignmentGetForUser({ body: { subject: who.subject, ...scope, ...request } }),
    finish: (who, exercise_id) => world.record(who, exercise_id, { result: { completion: true } }),
  };
}
