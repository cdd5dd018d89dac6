import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { startBeforeAll } from '../../platform.ts';
import { startProgressWorld } from '../progress/progress-world.ts';
import { makePublisher } from '../../publishing/publication.ts';
import type { Person } from '../../groups/people.ts';
import { bringIn, launchUnit, runUnit, unit, type Course, type RunningUnit } from './course.ts';

/*
 * Statements of a unit of one course count in no other. `gewaesser` is another publisher's, with the exercise
 * `lauf`.
 */

const world = startBeforeAll(startProgressWorld);
let weather: Course;
let mia: Person;
let au: RunningUnit;

beforeAll(async () => {
  const publisher = await makePublisher(world.platform, await world.newPerson(), 'ANDERER');
  weather = await bringIn(world.platform, publisher, [unit('wolken'), unit('gewaesser')]);
  mia = await world.newPerson();
  au = await run('wolken');
  await au.send(au.statement('initialized'));
});

const run = async (name: string) =>
  runUnit(world.platform, await launchUnit(world.platform, mia, weather, name));
const id = (path: string) => ({ id: `https://verlag.example/${path}` });
const foreign = id('gewaesser');

/** A statement that cmi5 allows, with what stands around it. */
function answered(members: { object?: object; around?: Record<string, unknown> }) {
  const statement = au.statement('answered', {
    category: [],
    ...(members.object && { object: members.object }),
  }) as { context: { contextActivities: Record<string, unknown> } };
  Object.assign(statement.context.contextActivities, members.around);
  return statement;
}

const isBegun = async () => {
  const { progress } = await world.ownProgress(mia);
  return progress.themen.length > 0;
};

describe('row 80: what a session records counts in its own course', () => {
  const own = { id: 'https://verlag.example/wetter/wolken' };

  test.each<[string, Parameters<typeof answered>[0]]>([
    ['its object', { object: foreign }],
    ['a grouping', { around: { grouping: [own, foreign] } }],
    ['a parent', { around: { parent: [foreign] } }],
    [
      'a grouping, beside an exercise of it',
      { object: id('gewaesser/lauf'), around: { grouping: [own, foreign] } },
    ],
    ['nothing, with an exercise that the other one has', { object: id('gewaesser/lauf') }],
  ])('row 115: also where another course is named by %s', async (_title, members) => {
    expect((await au.send(answered(members))).status).toBe(200);
    expect(await isBegun()).toBe(false);
  });

  test('a tool records of the other course', async () => {
    await world.record(mia, 'lauf');
    expect(await isBegun()).toBe(true);
  });

  test('a unit may be called like another course', async () => {
    au = await run('gewaesser');
    expect((await au.send(au.statement('initialized'))).status).toBe(200);
    const other = { object: { id: `urn:${randomUUID()}/gewaesser` } };
    expect((await au.send(answered(other))).status).toBe(200);
  });
});
