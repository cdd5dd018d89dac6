import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { makeBeforeEach, startBeforeAll } from '../../platform.ts';
import { postTo } from '../xapi/record-store.ts';
import { agentOf, base, clientOf, refusalOf } from '../xapi/requests.ts';
import { bringIn, launchUnit, runUnit, unit, type Course, type RunningUnit } from './course.ts';
import { startSchool } from './school.ts';

/* Which statements the credentials of a session store and read. */

const school = startBeforeAll(startSchool);
let weather: Course;
let ben: string;

beforeAll(async () => {
  weather = await bringIn(school.platform, school.publisher, [unit('wolken'), unit('wind')]);
  ben = agentOf(school.platform, school.ben.subject);
});
const au = makeBeforeEach(() => run(fresh()));

const fresh = (): Course => ({ ...weather, key: { course_id: randomUUID(), issue_id: '1' } });
const run = async (of: Course) =>
  runUnit(school.platform, await launchUnit(school.platform, school.mia, of, 'wolken'));

const idsOf = async (unitOf: RunningUnit, parameters: Record<string, string> = {}) => {
  const answer = await unitOf.store(`${base}/statements`, { parameters });
  const { statements } = (await answer.json()) as { statements: { id: string }[] };
  return statements.map(({ id }) => id);
};

test('statements of the registration are read, and no others of the learner', async () => {
  const other = await run(fresh());
  const [mine, others] = [au.statement('initialized'), other.statement('initialized')];
  await au.send(mine);
  await other.send(others);
  const ids = await idsOf(au);
  expect(ids).toContain(mine['id']);
  expect(ids).not.toContain(others['id']);
  expect(await idsOf(au, { registration: other.registration })).toEqual([]);
  const single = au.store(`${base}/statements`, {
    parameters: { statementId: others['id'] as string },
  });
  expect(await refusalOf(single)).toBe('404 STATEMENT_NOT_FOUND');
});

test('statements of others are neither read nor told', async () => {
  expect(await idsOf(au, { agent: ben })).toEqual([]);
  const inBensName = au.statement('initialized', { actor: JSON.parse(ben) as object });
  expect(await refusalOf(au.send(inBensName))).toBe('403 SUBJECT_FORBIDDEN');
});

test('statements that refer to one of the registration are not of it by that', async () => {
  const initialized = au.statement('initialized');
  await au.send(initialized);
  const referring = {
    id: randomUUID(),
    actor: au.actor,
    verb: { id: 'https://verlag.example/verbs/las' },
    object: { objectType: 'StatementRef', id: initialized['id'] },
  };
  const learner = clientOf(school.platform, `Bearer ${school.mia.token}`);
  expect((await postTo(learner, referring)).status).toBe(200);
  const answer = await learner(`${base}/statements`, {
    parameters: { registration: au.registration },
  });
  expect(await answer.text()).toContain(referring.id);
  expect(await idsOf(au)).not.toContain(referring.id);
});

test.each<[string, Record<string, string>]>([
  ['each for itself', { 'X-Lectern-Results': 'each' }],
  ['kept aside', { 'X-Lectern-Results': 'each', 'X-Lectern-Invalid': 'keep' }],
])('statements are not stored %s, around the rules of the session', async (_title, headers) => {
  // Before `initialized`, voiding, of another registration, and none at all.
  const given = [
    au.statement('completed'),
    au.statement('voided', {
      verb: { id: 'http://adlnet.gov/expapi/verbs/voided' },
      object: { objectType: 'StatementRef', id: randomUUID() },
      category: [],
    }),
    au.statement('interacted', { category: [], registration: randomUUID() }),
    { ...au.statement('interacted'), verb: {} },
  ];
  for (const statement of given) {
    const sent = postTo(au.store, [statement], headers);
    expect(await refusalOf(sent)).toBe('403 SESSION_FORBIDDEN');
  }
  const learner = clientOf(school.platform, `Bearer ${school.mia.token}`);
  for (const { id } of given as unknown as readonly { readonly id: string }[]) {
    const found = learner(`${base}/statements`, { parameters: { statementId: id } });
    expect(await refusalOf(found)).toBe('404 STATEMENT_NOT_FOUND');
  }
});

test('statements that are none are kept aside for others than a session', async () => {
  for (const method of ['GET', 'DELETE']) {
    const asked = au.store(`${base}/lectern/refused-statements`, {
      method,
      ...(method === 'DELETE' && { parameters: { refusedId: randomUUID() } }),
    });
    expect(await refusalOf(asked)).toBe('403 SESSION_FORBIDDEN');
  }
});

test('statements name the unit as who says so', async () => {
  const statement = au.statement('initialized');
  await au.send(statement);
  const got = await au.store(`${base}/statements`, {
    parameters: { statementId: statement['id'] as string },
  });
  expect(await got.json()).toMatchObject({
    authority: { account: { homePage: 'http://localhost/lars/xapi', name: 'cmi5-content' } },
  });
});
