import { randomUUID } from 'node:crypto';
import type { BodyInput, Contract } from '@lectern/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../groups/people.ts';
import { startProgressWorld, type ProgressWorld } from './progress-world.ts';

/* Feedback of leaders makes of what was handed in what they have seen, or what is to be looked at again. */

let world: ProgressWorld;
let teacher: Person;
let pupil: Person;
let group_id: string;

beforeAll(async () => {
  world = await startProgressWorld();
  teacher = await world.newPerson('teacher');
  await world.license(teacher, 'LICENSE_STRATEGY_GROUP');
  group_id = await world.newGroup(teacher);
  pupil = await world.newPerson();
  await world.enrol(teacher, group_id, pupil);
  await share(['Answers']);
});
afterAll(() => world.close());

const scope = {
  course_id_dto: { course_id: 'gewaesser' },
  issue_id_dto: { issue_id: 'gewaesser-1' },
};

async function share(sharing_types: 'Answers'[]) {
  const sharings = [{ course_id: 'gewaesser', issue_id: 'gewaesser-1', sharing_types }];
  await pupil.gres.usersUpdate({ body: { subject: pupil.subject, group_id, sharings } });
}

/** Answers each task of an exercise, and finishes it. */
async function handIn(exercise_id: string, tasks: readonly string[] = ['a'], result: object = {}) {
  const content = { basic_answer_type: 'essay', text: '', shared_text: 'Der Bach …' } as const;
  await world.platform.as('clag', pupil).exerciseSaveUserData({
    body: {
      subject: pupil.subject,
      ...scope,
      answers: tasks.map((answer_id) => ({
        exercise_id,
        answer_id,
        content,
        is_done: true,
        version: 0,
      })),
    },
  });
  await finish(exercise_id, result);
}

const finish = (exercise_id: string, more: object = {}) =>
  world.record(pupil, exercise_id, { result: { completion: true, ...more } });

type Feedback = BodyInput<Contract['clag']['feedbackSaveForMember']>['feedback'][number];

async function save(feedback: Feedback) {
  await world.platform.as('clag', teacher).feedbackSaveForMember({
    body: {
      subject: teacher.subject,
      ...scope,
      group_id,
      member_subject: pupil.subject,
      feedback: [feedback],
    },
  });
}

/** The result takes it back. */
async function give(
  exercise_id: string,
  feedback_kind: 'seen' | 'again' | 'comment',
  answer_id = 'a',
) {
  const feedback_id = randomUUID();
  await save({
    exercise_id,
    answer_id,
    answer_version: 1,
    feedback_id,
    content: feedback_kind === 'comment' ? { feedback_kind, text: 'Warum?' } : { feedback_kind },
    version: 0,
  });
  return () => save({ feedback_id, version: 1, is_removed: true });
}

/** The state of an exercise as the teacher and the pupil are told of it. */
async function statesOf(exercise_id: string, filter_id = 'bach') {
  const request = { filter_type: 'THEMA', filter_id } as const;
  const [ofClass, own] = await Promise.all([
    world.classProgress(teacher, group_id, request),
    world.ownProgress(pupil, request),
  ]);
  return [ofClass.members[0]!.progress, own.progress].map(
    ({ exercises }) => exercises?.find((one) => one.exercise_id === exercise_id)?.exercise_state,
  );
}
const both = (state: string) => [state, state];

test('an exercise is handed in, seen, and handed in once more', async () => {
  await handIn('lauf');
  expect(await statesOf('lauf')).toEqual(both('HANDED_IN'));
  await give('lauf', 'seen');
  expect(await statesOf('lauf')).toEqual(both('SEEN'));
  const { members } = await world.classProgress(teacher, group_id);
  expect(members[0]!.progress.themen).toMatchObject([
    { begun_count: 1, handed_in_count: 0, seen_count: 1 },
  ]);
  await finish('lauf');
  expect(await statesOf('lauf')).toEqual(both('HANDED_IN'));
});

test('what is begun is to be looked at again where a leader says so, until there is more of it', async () => {
  await handIn('ufer', ['a'], { completion: false });
  expect(await statesOf('ufer', 'see')).toEqual(both('BEGUN'));
  await give('ufer', 'again');
  expect(await statesOf('ufer', 'see')).toEqual(both('AGAIN'));
  const chart = { datepicker_type: 'YEARS', year: 2999, diagram_type: 'PIE' } as const;
  const { chart: drawn } = await world.ownProgress(pupil, { chart });
  expect(drawn?.slices).toContainEqual({ exercise_state: 'AGAIN', exercises_count: 1 });
  await world.record(pupil, 'ufer');
  expect(await statesOf('ufer', 'see')).toEqual(both('BEGUN'));
});

test('a clock of a device that is behind makes nothing new older than feedback', async () => {
  await handIn('ufer');
  await give('ufer', 'seen');
  expect(await statesOf('ufer', 'see')).toEqual(both('SEEN'));
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
  await world.record(pupil, 'ufer', { result: { completion: true }, timestamp: anHourAgo });
  expect(await statesOf('ufer', 'see')).toEqual(both('HANDED_IN'));
});

test('one task that is to be done again counts, whatever the others', async () => {
  await handIn('tiere', ['a', 'b']);
  await give('tiere', 'again', 'a');
  await give('tiere', 'seen', 'b');
  expect(await statesOf('tiere')).toEqual(both('AGAIN'));
  // A later word on the same task takes it back.
  await give('tiere', 'seen', 'a');
  expect(await statesOf('tiere')).toEqual(both('SEEN'));
  // The content's judgement stays, but for a task that is to be done again.
  await finish('tiere', { success: true });
  await give('tiere', 'seen', 'a');
  expect(await statesOf('tiere')).toEqual(both('SUCCEEDED'));
  await give('tiere', 'again', 'a');
  expect(await statesOf('tiere')).toEqual(both('AGAIN'));
});

test('what was handed back twice is to do again until both words are taken back', async () => {
  await handIn('lauf');
  const takeBackFirst = await give('lauf', 'again');
  const takeBackSecond = await give('lauf', 'again');
  await takeBackFirst();
  expect(await statesOf('lauf')).toEqual(both('AGAIN'));
  await takeBackSecond();
  expect(await statesOf('lauf')).toEqual(both('HANDED_IN'));
  // Work that the pupil has done once more stays so.
  const takeBack = await give('lauf', 'again');
  await finish('lauf');
  await takeBack();
  expect(await statesOf('lauf')).toEqual(both('HANDED_IN'));
});

test('a comment leaves it handed back, and alone has seen it', async () => {
  await handIn('lauf');
  await give('lauf', 'again');
  await give('lauf', 'comment');
  expect(await statesOf('lauf')).toEqual(both('AGAIN'));
  await give('lauf', 'seen');
  expect(await statesOf('lauf')).toEqual(both('SEEN'));
  await finish('lauf');
  await give('lauf', 'comment');
  expect(await statesOf('lauf')).toEqual(both('SEEN'));
});

test('without the sharing the class is told of no feedback, as of no answers', async () => {
  await share([]);
  expect(await statesOf('tiere')).toEqual(['SUCCEEDED', 'AGAIN']);
  await share(['Answers']);
});
