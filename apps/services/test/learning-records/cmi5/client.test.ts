import type Cmi5 from '@xapi/cmi5';
import type { LaunchParameters } from '@xapi/cmi5';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { clientOf, keyWith } from '../xapi/requests.ts';
import {
  bringIn,
  extension,
  findStatements,
  launchUnit,
  onServer,
  unit,
  type Course,
  type LaunchedUnit,
} from './course.ts';
import { startSchool, type School } from './school.ts';

/*
 * The client that units are written with, @xapi/cmi5, as it is.
 */

let school: School;
let weather: Course;
let Client: typeof Cmi5;

beforeAll(async () => {
  // Written for pages, it asks as they do.
  const xhr = (await import(import.meta.resolve('node-http-xhr'))) as { default: unknown };
  vi.stubGlobal('XMLHttpRequest', xhr.default);
  // The package names no file that Node would take.
  const file = import.meta.resolve('@xapi/cmi5/dist/Cmi5.esm.js');
  ({ default: Client } = (await import(file)) as { default: typeof Cmi5 });
  school = await startSchool();
  weather = await bringIn(school.platform, school.publisher, [
    unit('wolken', { mastery_score: 0.6, move_on: 'CompletedAndPassed' }),
    unit('wind'),
  ]);
});
afterAll(() => school.platform.close());

/** Parameters that a unit reads from its own address. */
function parametersOf({ url, fetchUrl, actor }: LaunchedUnit): LaunchParameters {
  const { endpoint, registration, activityId } = Object.fromEntries(url.searchParams);
  return {
    endpoint: onServer(school.platform, endpoint!),
    fetch: fetchUrl,
    actor: actor,
    registration: registration!,
    activityId: activityId!,
  };
}

async function open(name: string, change = {}) {
  const launched = await launchUnit(school.platform, school.mia, weather, name, change);
  return { launched, client: new Client(parametersOf(launched)) };
}

test('a unit is worked through: initialized, answered, passed, completed, terminated', async () => {
  const { launched, client } = await open('wolken');
  await client.initialize();
  expect(client.launchData).toMatchObject({ masteryScore: 0.6, launchMode: 'Normal' });
  await client.progress(50);
  await client.interactionTrueFalse('quiz', 'frage-1', true, true);
  await client.pass({ scaled: 0.8 });
  await client.complete();
  await client.terminate();

  const reader = clientOf(school.platform, await keyWith(school.platform, 'all/read'));
  const statements = await findStatements(reader, { registration: launched.registration });
  expect(statements.map(({ verb }) => verb.id.split('/').at(-1))).toEqual([
    'launched',
    'initialized',
    'progressed',
    'answered',
    'passed',
    'completed',
    'terminated',
  ]);
  const sessions = statements.map(({ context }) => context.extensions[`${extension}sessionid`]);
  expect(new Set(sessions)).toEqual(new Set([launched.sessionId]));
  const progress = await school.platform.as('lars', school.mia).cmi5GetProgress({
    body: { subject: school.mia.subject, ...weather.key, structure_hash: weather.hash },
  });
  expect(progress.aus[0]).toEqual({
    au_id: launched.publisherId,
    is_satisfied: true,
    is_completed: true,
    success: 'passed',
    scaled_score: 0.8,
  });
});

test('what a client tells after its end is refused', async () => {
  const { client } = await open('wolken', { launch_mode: 'Browse' });
  await client.initialize();
  await client.terminate();
  await expect(client.progress(10)).rejects.toMatchObject({ response: { status: 403 } });
});

test('another launch ends the session of a client', async () => {
  const { client } = await open('wind');
  await client.initialize();
  await open('wind');
  await expect(client.progress(10)).rejects.toMatchObject({ response: { status: 401 } });
});

test('moving on tells all that the unit asks for', async () => {
  const { client } = await open('wind');
  await client.initialize();
  await client.moveOn();
  const progress = await school.platform.as('lars', school.mia).cmi5GetProgress({
    body: { subject: school.mia.subject, ...weather.key, structure_hash: weather.hash },
  });
  expect(progress.aus[1]).toMatchObject({ is_satisfied: true, is_completed: true });
});
