import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startBeforeAll } from './platform.ts';
import { storeInitialLessons } from '../src/initial-lessons.ts';
import { activity, startProgressWorld, verb } from './learning-records/progress/progress-world.ts';

const world = startBeforeAll(startProgressWorld);

test('what a teacher has said of the first answers counts', async () => {
  const { teacher, pupil, group_id } = await world.newPair();
  await world.license(teacher, 'LICENSE_STRATEGY_GROUP');
  const issue = {
    course_id_dto: { course_id: 'gewaesser' },
    issue_id_dto: { issue_id: 'gewaesser-1' },
  };
  const sharings = [
    { course_id: 'gewaesser', issue_id: 'gewaesser-1', sharing_types: ['Answers' as const] },
  ];
  await pupil.gres.usersUpdate({ body: { subject: pupil.subject, group_id, sharings } });
  const said = { lauf: 'again', tiere: 'seen' } as const;
  const exercises = ['lauf', 'tiere'] as const;
  const lessons = {
    ...issue,
    group_id,
    leader: teacher.subject,
    pupils: [
      {
        subject: pupil.subject,
        answers: exercises.map((exercise_id) => ({
          exercise_id,
          answer_id: 'a',
          content: { basic_answer_type: 'essay' as const, text: '', shared_text: 'Der Bach …' },
          is_done: true,
          version: 0,
        })),
        statements: exercises.map((exerciseId) => ({
          exerciseId,
          statement: {
            id: randomUUID(),
            verb: verb('answered'),
            object: activity(`gewaesser/${exerciseId}`),
            result: { completion: true },
          },
        })),
        feedback: exercises.map((exercise_id) => ({
          exercise_id,
          answer_id: 'a',
          answer_version: 1,
          feedback_id: randomUUID(),
          content: { feedback_kind: said[exercise_id] },
          version: 0,
        })),
      },
    ],
    assignments: [
      {
        assignment_id: randomUUID(),
        targets: exercises.map((exercise_id) => ({ exercise_id })),
        begins_at: new Date().toISOString(),
        solutions_open: false,
        version: 0,
      },
    ],
  };
  const { issuer } = world.platform.identityProvider.servicesClient;
  await storeInitialLessons(world.platform.databaseUrl, lessons, { issuer, clientId: 'shell' });
  const { progress } = await world.ownProgress(pupil, { filter_type: 'THEMA', filter_id: 'bach' });
  expect(progress.exercises).toMatchObject([
    { exercise_id: 'lauf', exercise_state: 'AGAIN' },
    { exercise_id: 'tiere', exercise_state: 'SEEN' },
  ]);
  const { assignments } = await world.platform.as('clag', pupil).assignmentGetForUser({
    body: { subject: pupil.subject, ...issue },
  });
  expect(assignments).toMatchObject([{ assignment_state: 'BEGUN', again_targets: [0] }]);
});
