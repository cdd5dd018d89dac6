import { randomUUID } from 'node:crypto';
import type { BodyInput, Contract } from '@lectern/contracts';
import { startSchool, type Person } from '../groups/people.ts';

type Clag = Contract['clag'];
export type Saving = BodyInput<Clag['feedbackSaveForMember']>['feedback'][number];
export type Sharing = 'UserTopics' | 'Notes' | 'Answers' | 'Scenarios' | 'Media' | 'Permissions';
type Saved = BodyInput<Clag['exerciseSaveUserData']>['answers'][number];
export type Content = Extract<Saved, { content: unknown }>['content'];

const scope = {
  course_id_dto: { course_id: 'wetter' },
  issue_id_dto: { issue_id: 'wetter-1' },
} as const;
export const task = { exercise_id: 'wolken', answer_id: 'a' } as const;

/** An essay with a private text, and one for the teacher. */
export const essay = (shared_text: string) =>
  ({ basic_answer_type: 'essay', text: 'privat', shared_text }) as const;

/** Feedback on the task. */
export function feedback(
  answer_version: number,
  content: Extract<Saving, { content: unknown }>['content'],
  { feedback_id, version = 0 }: { feedback_id?: string; version?: number } = {},
): Extract<Saving, { content: unknown }> {
  return { ...task, feedback_id: feedback_id ?? randomUUID(), answer_version, content, version };
}
export const comment = (text: string) => ({ feedback_kind: 'comment', text }) as const;
export const again = { feedback_kind: 'again' } as const;
export const seen = { feedback_kind: 'seen' } as const;

/** A class that works in an issue, with an exercise `wolken` and a task `a`. */
export async function startClassroom() {
  const school = await startSchool();
  const { platform } = school;
  const clag = (who: Person) => platform.as('clag', who);
  const classAnswers = (
    who: Person,
    group_id: string,
    request?: Partial<BodyInput<Clag['exerciseGetForGroup']>>,
  ) =>
    clag(who).exerciseGetForGroup({
      body: { subject: who.subject, ...scope, group_id, exercise_ids: ['wolken'], ...request },
    });
  const share = async (
    { gres, subject }: Person,
    group_id: string,
    sharing_types: Sharing[],
    issue_id = 'wetter-1',
  ) => {
    const sharings = [{ course_id: 'wetter', issue_id, sharing_types }];
    await gres.usersUpdate({ body: { subject, group_id, sharings } });
  };
  return {
    ...school,
    scope,
    clag,
    /** A class of a teacher with so many pupils, who share their answers. */
    async newClass(size: number) {
      const teacher = await school.newPerson('teacher');
      const group_id = await school.newGroup(teacher);
      const pupils = await Promise.all(Array.from({ length: size }, () => school.newPerson()));
      if (size > 0) await school.enrol(teacher, group_id, ...pupils);
      for (const pupil of pupils) await share(pupil, group_id, ['Answers']);
      return { group_id, teacher, pupils };
    },
    share,
    /** Saves an answer on the version that is stored. @returns its version */
    async answer(
      who: Person,
      content: Content | string,
      at: { exercise_id?: string; answer_id?: string } = {},
    ) {
      const { exercise_id, answer_id } = { ...task, ...at };
      const { subject } = who;
      const of = { subject, ...scope, exercise_ids: [exercise_id] };
      const { answers } = await clag(who).exerciseGetUserData({ body: of });
      const stored = answers.find((one) => one.answer_id === answer_id);
      const saved = await clag(who).exerciseSaveUserData({
        body: {
          subject,
          ...scope,
          answers: [
            {
              exercise_id,
              answer_id,
              content: typeof content === 'string' ? essay(content) : content,
              is_done: true,
              version: stored?.version ?? 0,
            },
          ],
        },
      });
      return saved.answers[0]!.version;
    },
    classAnswers,
    /** The answers of one pupil. */
    async answersOf(who: Person, group_id: string, pupil: Person) {
      const member_subject = pupil.subject;
      const { members } = await classAnswers(who, group_id, {
        member_subject,
        with_earlier_versions: true,
      });
      return members[0]!;
    },
    give: (who: Person, group_id: string, pupil: Person, ...given: Saving[]) =>
      clag(who).feedbackSaveForMember({
        body: {
          subject: who.subject,
          ...scope,
          group_id,
          member_subject: pupil.subject,
          feedback: given,
        },
      }),
    received: (who: Person, request?: Partial<BodyInput<Clag['feedbackGetForIssue']>>) =>
      clag(who).feedbackGetForIssue({ body: { subject: who.subject, ...scope, ...request } }),
  };
}
