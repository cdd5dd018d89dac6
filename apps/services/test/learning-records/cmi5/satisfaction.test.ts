import { beforeAll, expect, test } from 'vitest';
import { codeOf, startBeforeAll } from '../../platform.ts';
import { clientOf, keyWith, type Client } from '../xapi/requests.ts';
import {
  block,
  bringIn,
  course,
  extension,
  findStatements,
  launchUnit,
  runUnit,
  unit,
  type Course,
} from './course.ts';
import { startSchool } from './school.ts';
import { rowsOf } from '../../rows.ts';

const school = startBeforeAll(startSchool);
let reader: Client;

beforeAll(async () => {
  reader = clientOf(school.platform, await keyWith(school.platform, 'all/read'));
});

const satisfiedVerb = 'https://w3id.org/xapi/adl/verbs/satisfied';

interface Satisfied {
  readonly part: string;
  readonly type: string;
  readonly id: string;
  readonly sessionId: string;
}

async function satisfiedIn(registration: string): Promise<readonly Satisfied[]> {
  const statements = await findStatements(reader, { registration, verb: satisfiedVerb });
  return statements.map(({ object, context }) => ({
    part: context.contextActivities.grouping[0].id.replace(`${course}/`, ''),
    type: object.definition!.type!.replace('https://w3id.org/xapi/cmi5/activitytype/', ''),
    id: object.id,
    sessionId: context.extensions[`${extension}sessionid`]!,
  }));
}

/** A session from its beginning to its end. @returns the registration, and the session's id */
async function work(of: Course, name: string, ...verbs: readonly string[]) {
  const au = await runUnit(
    school.platform,
    await launchUnit(school.platform, school.mia, of, name),
  );
  await au.send(...['initialized', ...verbs, 'terminated'].map((verb) => au.statement(verb)));
  return au;
}

const progressIn = (of: Course, who = school.mia, subject = who.subject) =>
  school.platform.as('lars', who).cmi5GetProgress({
    body: { subject, ...of.key, structure_hash: of.hash },
  });

test.each([
  ['Passed', ['completed'], false],
  ['Passed', ['passed'], true],
  ['Completed', ['passed'], false],
  ['Completed', ['completed'], true],
  ['CompletedAndPassed', ['completed'], false],
  ['CompletedAndPassed', ['passed'], false],
  ['CompletedAndPassed', ['completed', 'passed'], true],
  ['CompletedOrPassed', ['failed'], false],
  ['CompletedOrPassed', ['completed', 'failed'], true],
  ['CompletedOrPassed', ['passed'], true],
  ['NotApplicable', [], true],
] as const)('%s and %j: %s', async (move_on, verbs, isSatisfied) => {
  const own = await bringIn(school.platform, school.publisher, [unit('wolken', { move_on })]);
  const { registration } = await work(own, 'wolken', ...verbs);
  const parts = (await satisfiedIn(registration)).map(({ part }) => part);
  expect(parts).toEqual(isSatisfied ? [course] : []);
  expect(await progressIn(own)).toMatchObject({
    is_satisfied: isSatisfied,
    aus: [{ is_satisfied: isSatisfied, is_completed: verbs.some((verb) => verb === 'completed') }],
  });
});

test('a block is satisfied with all that is in it, and the course with all blocks, each once', async () => {
  const own = await bringIn(
    school.platform,
    school.publisher,
    [
      unit('wolken', { parent_id: `${course}/himmel` }),
      unit('regen', { parent_id: `${course}/wasser` }),
      unit('wind', { parent_id: `${course}/himmel` }),
      unit('vorwort', { move_on: 'NotApplicable' }),
    ],
    [block('himmel'), block('wasser', 'himmel')],
  );
  const { registration } = await work(own, 'wolken', 'completed');
  expect(await satisfiedIn(registration)).toEqual([]);
  const regen = await work(own, 'regen', 'completed');
  expect(await satisfiedIn(registration)).toMatchObject([
    { part: 'wasser', type: 'block', sessionId: regen.sessionId },
  ]);
  expect(await progressIn(own)).toMatchObject({
    registration,
    is_satisfied: false,
    satisfied_block_ids: [`${course}/wasser`],
  });
  const wind = await work(own, 'wind', 'completed');
  await work(own, 'wind', 'passed');
  const satisfied = await satisfiedIn(registration);
  expect(satisfied).toMatchObject([
    { part: 'wasser' },
    { part: 'himmel', type: 'block', sessionId: wind.sessionId },
    { part: course, type: 'course', sessionId: wind.sessionId },
  ]);
  expect(new Set(satisfied.map(({ id }) => id)).size).toBe(3);
  expect(satisfied.some(({ id, part }) => id === part)).toBe(false);
});

test('what asks for nothing is satisfied from the registration on, by a session of its own', async () => {
  const own = await bringIn(
    school.platform,
    school.publisher,
    [unit('vorwort', { move_on: 'NotApplicable', parent_id: `${course}/anfang` }), unit('wind')],
    [block('anfang')],
  );
  const { registration, sessionId } = await launchUnit(school.platform, school.mia, own, 'wind');
  const satisfied = await satisfiedIn(registration);
  expect(satisfied.map(({ part }) => part)).toEqual(['anfang']);
  expect(satisfied[0]!.sessionId).not.toBe(sessionId);
});

test('what was told halfway is told by the next time', async () => {
  const own = await bringIn(school.platform, school.publisher, [unit('wind')]);
  const { registration } = await work(own, 'wind', 'completed');
  await rowsOf(school.platform.database, 'lars.cmi5_registrations', { registration }).set({
    satisfied: [],
  });
  await work(own, 'wind', 'passed');
  expect((await satisfiedIn(registration)).map(({ part }) => part)).toEqual([course]);
});

test('the score of the latest judgement is what is shown', async () => {
  const own = await bringIn(school.platform, school.publisher, [unit('wind')]);
  const judged = async (verb: string, scaled: number) => {
    const au = await runUnit(
      school.platform,
      await launchUnit(school.platform, school.mia, own, 'wind'),
    );
    const result = { success: verb === 'passed', duration: 'PT1S', score: { scaled } };
    await au.send(au.statement('initialized'), au.statement(verb, { result }));
    return (await progressIn(own)).aus;
  };
  expect(await judged('failed', 0.2)).toMatchObject([{ success: 'failed', scaled_score: 0.2 }]);
  expect(await judged('passed', 0.9)).toMatchObject([{ success: 'passed', scaled_score: 0.9 }]);
});

test('nobody is told what others have done, and nothing is said of who was never there', async () => {
  const own = await bringIn(school.platform, school.publisher, [
    unit('vorwort', { move_on: 'NotApplicable' }),
  ]);
  await work(own, 'vorwort');
  expect(await progressIn(own, school.ben)).toMatchObject({
    is_satisfied: false,
    aus: [{ is_satisfied: false, success: 'unknown' }],
  });
});

test('a course of 1,200 units is brought in, launched and satisfied', async () => {
  const names = Array.from({ length: 1200 }, (_, place) => `u${place}`);
  const own = await bringIn(
    school.platform,
    school.publisher,
    names.map((name, place) =>
      unit(name, place === 0 ? {} : { move_on: 'NotApplicable', parent_id: `${course}/rest` }),
    ),
    [block('rest')],
  );
  const { registration } = await work(own, 'u0', 'completed');
  expect((await satisfiedIn(registration)).map(({ part }) => part)).toEqual(['rest', course]);
});

test('the same structure is the same, however its members are ordered', async () => {
  const first = await bringIn(school.platform, school.publisher, [unit('wind')]);
  const { id, ...rest } = unit('wind');
  const second = await bringIn(school.platform, school.publisher, [{ ...rest, id }]);
  expect(second.hash).toBe(first.hash);
});

test.each([
  ['an id that appears twice', [unit('wind'), unit('wind')], []],
  ['a block that is not there', [unit('wind', { parent_id: `${course}/keiner` })], []],
  ['a block with nothing in it', [unit('wind')], [block('leer')]],
  ['an objective that is not there', [unit('wind', { objective_ids: [`${course}/ziel`] })], []],
  ['a mastery score of five places', [unit('wind', { mastery_score: 0.12345 })], []],
  ['no unit', [], []],
])('a structure with %s is refused', async (_title, aus, blocks) => {
  const refused = bringIn(school.platform, school.publisher, aus, blocks);
  expect(await codeOf(refused)).toBe('REQUEST_INVALID');
});
