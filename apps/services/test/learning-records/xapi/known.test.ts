import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { startBeforeAll, startTestPlatform } from '../../platform.ts';
import { agentOf, base, base2, clientOf, keyWith, type Client } from './requests.ts';
import { insertRows } from '../../rows.ts';

/* Answers of the store about agents, activities and itself. */

const platform = startBeforeAll(() => startTestPlatform({ publicUrl: 'https://lectern.example' }));
let store: Client;

beforeAll(async () => {
  store = clientOf(platform, await keyWith(platform, 'all'));
});

const record = (statement: object) =>
  store(`${base}/statements`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      verb: { id: 'http://adlnet.gov/expapi/verbs/answered' },
      object: { id: 'https://lectern.example/kreislauf' },
      ...statement,
    }),
  });
const personOf = async (agent: string) =>
  (await store(`${base}/agents`, { parameters: { agent } })).json();

test('a person has the names that its statements say, the latest first, once each', async () => {
  const mbox = `mailto:${randomUUID()}@schule.example`;
  for (const name of ['Mia', 'Mia Muster', 'Mia']) await record({ actor: { mbox, name } });
  await record({ actor: { mbox } });
  expect(await personOf(JSON.stringify({ mbox }))).toEqual({
    objectType: 'Person',
    name: ['Mia', 'Mia Muster'],
    mbox: [mbox],
  });
  expect(await personOf(JSON.stringify({ mbox, name: 'Asked' }))).toMatchObject({
    name: ['Asked', 'Mia', 'Mia Muster'],
  });
});

test.each([
  { mbox_sha1sum: 'ebd31e95054c018b10727ccffd2ef2ec3a016ee9' },
  { openid: 'https://login.example/mia' },
  { account: { homePage: 'https://elsewhere.example', name: 'mia' } },
])('a person that nobody has told of is what it was asked by: %j', async (identifier) => {
  const [[name, value] = []] = Object.entries(identifier);
  expect(await personOf(JSON.stringify(identifier))).toEqual({
    objectType: 'Person',
    [String(name)]: [value],
  });
});

test('a user is its account, and so are all that were linked to it', async () => {
  await insertRows(platform.database, 'aua.subject_links', [
    { from_subject: 'former-1', to_subject: 'linked' },
    { from_subject: 'former-2', to_subject: 'linked' },
  ]);
  const { issuer: homePage } = platform.identityProvider.servicesClient;
  for (const name of ['linked', 'former-1']) {
    const person = (await personOf(agentOf(platform, name))) as { account: { name: string }[] };
    expect(person.account[0]).toEqual({ homePage, name });
    expect(person.account.map((account) => account.name).sort()).toEqual([
      'former-1',
      'former-2',
      'linked',
    ]);
  }
});

test('an activity is what statements have told of it, else its id', async () => {
  const id = `https://lectern.example/${randomUUID()}`;
  const get = async () =>
    (await store(`${base}/activities`, { parameters: { activityId: id } })).json();
  expect(await get()).toEqual({ objectType: 'Activity', id });
  const definition = {
    name: { de: 'Kreislauf' },
    type: 'http://adlnet.gov/expapi/activities/lesson',
  };
  await record({ actor: { mbox: 'mailto:mia@schule.example' }, object: { id, definition } });
  expect(await get()).toEqual({ objectType: 'Activity', id, definition });
});

test('what is said of an activity again counts again', async () => {
  const id = `https://lectern.example/${randomUUID()}`;
  const say = (de: string) =>
    record({
      actor: { mbox: 'mailto:mia@schule.example' },
      object: { id, definition: { name: { de } } },
    });
  for (const de of ['alt', 'neu', 'alt']) await say(de);
  const activity = await (
    await store(`${base}/activities`, { parameters: { activityId: id } })
  ).json();
  expect(activity).toEqual({ objectType: 'Activity', id, definition: { name: { de: 'alt' } } });
});

test('what is refused says nothing of activities, and what comes again nothing new', async () => {
  const id = `https://lectern.example/${randomUUID()}`;
  const [first, later] = [randomUUID(), randomUUID()];
  const say = (statementId: string, de: string) =>
    record({
      id: statementId,
      actor: { mbox: 'mailto:mia@schule.example' },
      object: { id, definition: { name: { de } } },
    });
  await say(first, 'alt');
  await say(later, 'neu');
  // Definitions do not count where statements are compared (xAPI 1.0.3, Data 2.3.2).
  expect((await say(first, 'alt')).status).toBe(200);
  const other = { actor: { mbox: 'mailto:ben@schule.example' } };
  const refused = await record({
    ...other,
    id: first,
    object: { id, definition: { name: { de: 'fremd' } } },
  });
  expect(refused.status).toBe(409);
  const answer = await store(`${base}/activities`, { parameters: { activityId: id } });
  expect(await answer.json()).toMatchObject({ definition: { name: { de: 'neu' } } });
});

test('about names the versions, and what the store can beyond them, under either base', async () => {
  for (const at of [base, base2]) {
    const about = await clientOf(platform)(`${at}/about`);
    expect(await about.json()).toEqual({
      version: ['1.0.3', '2.0.0'],
      extensions: {
        'https://lectern.example/lars/xapi/lectern/each-result': {
          headers: { 'X-Lectern-Results': 'each', 'X-Lectern-Invalid': 'keep' },
          resource: 'statements',
        },
        'https://lectern.example/lars/xapi/lectern/refused-statements': {
          resource: 'lectern/refused-statements',
        },
      },
    });
  }
});

test('what a key stores has the key as its authority', async () => {
  const [id] = (await (await record({ actor: { mbox: 'mailto:a@b.example' } })).json()) as string[];
  const got = await store(`${base}/statements`, { parameters: { statementId: id! } });
  expect(await got.json()).toMatchObject({
    authority: {
      objectType: 'Agent',
      name: 'Test',
      account: {
        homePage: 'https://lectern.example/lars/xapi',
        name: expect.stringMatching(/^lrs-/) as string,
      },
    },
  });
});
