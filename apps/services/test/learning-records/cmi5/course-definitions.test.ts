import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { startBeforeAll } from '../../platform.ts';
import { activityNameOf, courseKeyOf } from '../../../src/learning-records/cmi5/names.ts';
import { makePublisher } from '../../publishing/publication.ts';
import { base, clientOf, keyWith, type Client } from '../xapi/requests.ts';
import {
  block,
  bringIn,
  course,
  launchUnit,
  publishStructure,
  runUnit,
  unit,
  type Course,
  type FoundStatement,
  findStatements,
} from './course.ts';
import { startSchool } from './school.ts';
import { insertRows } from '../../rows.ts';

/* Definitions of a course's activities are for users to whom a licence opens it. */

const school = startBeforeAll(startSchool);
let tool: Client;
let weather: Course;
let licensed: SignedIn;
/** Of the unit, of the block that it is in, and of the course. */
let activities: Record<'unit' | 'block' | 'course' | 'within the unit', string>;

const as = (who: SignedIn) => clientOf(school.platform, `Bearer ${who.token}`);

/** Definition of an activity, as somebody is told it. */
async function definitionOf(client: Client, activityId: string): Promise<object | undefined> {
  const answer = await client(`${base}/activities`, { parameters: { activityId } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { definition?: object }).definition;
}

/** Has a client tell of an activity in a statement of its own. */
async function tell(client: Client, activity: object, actor: object): Promise<string> {
  const id = randomUUID();
  const answer = await client(`${base}/statements`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      id,
      actor,
      verb: { id: 'http://adlnet.gov/expapi/verbs/experienced' },
      object: activity,
    }),
  });
  expect(answer.status).toBe(200);
  return id;
}
const toolAgent = { mbox: 'mailto:werkzeug@verlag.example' };
const agentOf = ({ subject }: SignedIn) => ({
  account: { homePage: school.platform.identityProvider.servicesClient.issuer, name: subject },
});

beforeAll(async () => {
  const { platform, mia, publisher } = school;
  await makePublisher(platform, publisher, 'LECTERN');
  tool = clientOf(platform, await keyWith(platform, 'all'));
  licensed = await platform.identityProvider.signIn('thomas');
  weather = await bringIn(
    platform,
    publisher,
    [unit('wolken', { parent_id: 'https://verlag.example/wetter/himmel' })],
    [block('himmel')],
  );
  const au = await runUnit(platform, await launchUnit(platform, mia, weather, 'wolken'));
  await au.send(au.statement('initialized'));
  await au.send(au.statement('passed'));
  const statements = await findStatements(tool, { registration: au.registration });
  const satisfied = (type: string) =>
    statements.find(({ object }: FoundStatement) => object.definition?.type?.endsWith(type))!.object
      .id;
  activities = {
    unit: au.activityId,
    block: satisfied('/block'),
    course: satisfied('/course'),
    'within the unit': `${au.activityId}/frage-1`,
  };
  const question = {
    name: { de: 'Frage' },
    interactionType: 'fill-in',
    correctResponsesPattern: ['LÖSUNG'],
  };
  await tell(tool, { id: activities['within the unit'], definition: question }, toolAgent);
  await publishStructure(platform, weather, { isPublic: false });
  await platform.database
    .insertInto('lima.devices')
    .values({ subject: licensed.subject, device_identifier: 'device-1' })
    .execute();
  await insertRows(platform.database, 'lima.licenses', {
    license_code: `L-${randomUUID()}`,
    license_strategy: 'LICENSE_STRATEGY_USER',
    mandant_identifier: 'LECTERN',
    product_reference: 'wetter',
    subject: licensed.subject,
  });
});

describe('row 79: what is said of an activity of a course of cmi5', () => {
  test.each(['unit', 'block', 'course', 'within the unit'] as const)(
    '(%s) is for whom a licence opens it',
    async (activity) => {
      const id = activities[activity];
      expect(await definitionOf(as(school.ben), id)).toBeUndefined();
      expect(await definitionOf(as(licensed), id)).toBeDefined();
      expect(await definitionOf(as(school.publisher), id)).toBeDefined();

      const statementId = await tell(as(school.ben), { id }, agentOf(school.ben));
      const parameters = { statementId, format: 'canonical' };
      const read = await as(school.ben)(`${base}/statements`, { parameters });
      expect(((await read.json()) as { object: object }).object).not.toHaveProperty('definition');
    },
  );

  test('of which nobody has launched anything yet is for nobody', async () => {
    const id = activities.unit.replace(/[^/]+$/, 'A'.repeat(43));
    await tell(tool, { id, definition: { name: { de: 'Erfunden' } } }, toolAgent);
    expect(await definitionOf(as(licensed), id)).toBeUndefined();
  });
});

describe('row 79: an activity is of the course that stands in its id', () => {
  const course_id = `https://verlag.example/${randomUUID()}`;
  const name = randomUUID();
  const encoded = (text: string) =>
    text.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

  beforeAll(async () => {
    await school.platform.database
      .insertInto('clag.courses')
      .values([course_id, name].map((id) => ({ course_id: id, mandant_identifier: 'LECTERN' })))
      .execute();
  });

  test.each([
    `https://verlag.example/${name}/1`,
    `https://verlag.example/1?course=${name}`,
    `https://verlag.example/1?seite=2&course=${name}&x=1`,
    `https://verlag.example/1?seite=2;course=${name}`,
    `https://verlag.example/1#${name}`,
    `https://verlag.example/${encoded(name)}/1`,
    `https://verlag.example/a%2F${name}%2Fb`,
    `https://verlag.example/1?q=${encodeURIComponent(encoded(name))}`,
    `https://verlag.example/100%/${name}%FF/${encoded(name)}`,
    `urn:lectern:course:${name}:1`,
    `urn:lectern:course:${encodeURIComponent(course_id)}:1`,
    `${course_id}/1`,
    course_id,
  ])('%s', async (id) => {
    await tell(tool, { id, definition: { name: { de: 'Aufgabe' } } }, toolAgent);
    expect(await definitionOf(as(school.ben), id)).toBeUndefined();
  });

  test('and of none where none stands there', async () => {
    const id = `https://verlag.example/${randomUUID()}?x=100%`;
    await tell(tool, { id, definition: { name: { de: 'Aufgabe' } } }, toolAgent);
    expect(await definitionOf(as(school.ben), id)).toBeDefined();
  });
});

test('row 82: a structure says what its activities are, though a learner has said it first', async () => {
  const { platform, mia } = school;
  const key = { course_id: randomUUID(), issue_id: '1' };
  const name = activityNameOf(courseKeyOf(key.course_id, '1', course), `${course}/wolken`);
  const id = activities.unit.replace(/[^/]+$/, name);
  await tell(as(mia), { id, definition: { name: { fr: 'Faux' } } }, agentOf(mia));
  const { activityId } = await launchUnit(platform, mia, { ...weather, key }, 'wolken');
  expect(activityId).toBe(id);
  expect(await definitionOf(tool, id)).toMatchObject({ name: { de: 'wolken' } });
  expect(await definitionOf(tool, id)).not.toHaveProperty('name.fr');
});

test('row 82: what a learner says of activities within a session is told to nobody', async () => {
  const { platform, mia } = school;
  const own = { ...weather, key: { course_id: randomUUID(), issue_id: '1' } };
  const au = await runUnit(platform, await launchUnit(platform, mia, own, 'wolken'));
  await au.send(au.statement('initialized'));
  const id = `https://elsewhere.example/${randomUUID()}`;
  const definition = { name: { de: 'Erfunden' } };
  const sent = await au.send(
    au.statement('answered', { category: [], object: { id, definition } }),
  );
  expect(sent.status).toBe(200);
  expect(await definitionOf(tool, id)).toBeUndefined();
});
