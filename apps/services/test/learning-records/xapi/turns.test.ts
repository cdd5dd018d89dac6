import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startBeforeAll } from '../../platform.ts';
import type { Limits } from '../../../src/http/limits.ts';
import { bringIn, fetchToken, launchUnit, unit } from '../cmi5/course.ts';
import { startSchool } from '../cmi5/school.ts';
import { statement } from './record-store.ts';
import { agentOf, base, clientOf, keyWith, refusalOf } from './requests.ts';

/* A caller has few requests running at once, by whatever name it comes. */

const school = startBeforeAll(() => startSchool({ limits }));
let mia: string;

const limits: Partial<Limits> = {
  requestsRunningPerSubject: 2,
  requestsWaitingPerSubject: 1,
  requestsWaitingPerKey: 1,
  gatheredRequestsRunningPerKey: 4,
};

beforeAll(async () => {
  mia = agentOf(school.platform, school.mia.subject);
});

const activityId = 'https://lectern.example/kreislauf';
const asking = (authorization: string) => () =>
  clientOf(school.platform, authorization)(`${base}/activities/state`, {
    parameters: { activityId, agent: mia },
  });
const askingByForm = (authorization: string) => () =>
  clientOf(school.platform)(`${base}/activities/state?method=GET`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      activityId,
      agent: mia,
      Authorization: authorization,
      'X-Experience-API-Version': '1.0.3',
    }).toString(),
  });
const writing = (authorization: string) => () =>
  clientOf(school.platform, authorization)(`${base}/statements`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(statement()),
  });

/** Locks the rows of a table while the work goes on. */
async function lockingTable(table: string, work: () => Promise<void>) {
  await school.platform.database.transaction().execute(async (transaction) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(transaction);
    await work();
  });
}
async function waitingFor(table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_locks
    where not granted and relation = ${table}::regclass
      and database = (select oid from pg_database where datname = current_database())
  `.execute(school.platform.database);
  return rows[0]!.count;
}

async function statusesOf(asked: Promise<Response>[]): Promise<number[]> {
  const answers = await Promise.all(asked);
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

let key: string;
let session: string;
beforeEach(async () => {
  key = await keyWith(school.platform, 'all');
  const course = await bringIn(school.platform, school.publisher, [unit('wolken')]);
  const { fetchUrl } = await launchUnit(school.platform, school.ben, course, 'wolken');
  session = `Basic ${(await fetchToken(fetchUrl))['auth-token']}`;
});

test.each<[string, () => () => Promise<Response>]>([
  ['a person', () => asking(`Bearer ${school.mia.token}`)],
  ['a person by a form', () => askingByForm(`Bearer ${school.mia.token}`)],
  ['a key', () => asking(key)],
  ['a key by a form', () => askingByForm(key)],
])('%s has two reads at once; one waits, and the next is refused', async (_who, askingOf) => {
  const ask = askingOf();
  const asked: Promise<Response>[] = [];
  await lockingTable('lars.states', async () => {
    asked.push(ask(), ask(), ask(), ask());
    expect(await refusalOf(Promise.race(asked))).toBe('429 TOO_MANY_REQUESTS');
    await expect.poll(() => waitingFor('lars.states')).toBe(2);
    // Requests of others do not wait for them.
    const other = asking(await keyWith(school.platform, 'all'))();
    await expect.poll(() => waitingFor('lars.states')).toBe(3);
    asked.push(other);
  });
  expect(await statusesOf(asked)).toEqual([200, 200, 200, 200, 429]);
});

test('sessions of one learner, and the learner, share their turns', async () => {
  const own = clientOf(school.platform, session);
  const asked: Promise<Response>[] = [];
  const profile = { parameters: { agent: agentOf(school.platform, school.ben.subject) } };
  const read = () =>
    own(`${base}/agents/profile`, {
      parameters: { ...profile.parameters, profileId: 'cmi5LearnerPreferences' },
    });
  await lockingTable('lars.agent_profiles', async () => {
    asked.push(read(), read());
    await expect.poll(() => waitingFor('lars.agent_profiles')).toBe(2);
    const learner = clientOf(school.platform, `Bearer ${school.ben.token}`);
    asked.push(learner(`${base}/agents/profile`, profile), read());
    expect(await refusalOf(Promise.race(asked))).toBe('429 TOO_MANY_REQUESTS');
  });
  expect((await statusesOf(asked)).filter((status) => status === 429)).toHaveLength(1);
});

test('statements that a key stores are gathered, so that more of them run, beside its reads', async () => {
  const [write, read] = [writing(key), asking(key)];
  const asked: Promise<Response>[] = [];
  await lockingTable('lars.statements', async () => {
    asked.push(...Array.from({ length: 6 }, write));
    expect(await refusalOf(Promise.race(asked))).toBe('429 TOO_MANY_REQUESTS');
    expect((await read()).status).toBe(200);
    // However many they are.
    await expect.poll(() => waitingFor('lars.statements')).toBeGreaterThan(0);
    expect(await waitingFor('lars.statements')).toBeLessThanOrEqual(2);
  });
  expect(await statusesOf(asked)).toEqual([200, 200, 200, 200, 200, 429]);
});
