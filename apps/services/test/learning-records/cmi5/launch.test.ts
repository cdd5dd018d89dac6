import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { codeOf, startBeforeAll } from '../../platform.ts';
import { agentOf, base, keyWith, clientOf, refusalOf, type Client } from '../xapi/requests.ts';
import {
  bringIn,
  contentUrl,
  course,
  extension,
  fetchToken,
  findStatements,
  launchUnit,
  returnUrl,
  runUnit,
  unit,
  type Course,
  type LaunchedUnit,
} from './course.ts';
import { startSchool } from './school.ts';
import { rowsOf } from '../../rows.ts';

const school = startBeforeAll(startSchool);
let weather: Course;
let reader: Client;

beforeAll(async () => {
  reader = clientOf(school.platform, await keyWith(school.platform, 'all/read'));
  weather = await bringIn(school.platform, school.publisher, [
    unit('wolken', {
      mastery_score: 0.6,
      launch_parameters: 'kapitel=2',
      entitlement_key: 'xyz-123',
      activity_type: 'http://adlnet.gov/expapi/activities/module',
    }),
    unit('wind', { url: 'wind.html?teil=1#anfang', move_on: 'Passed' }),
    unit('mail', { url: 'mailto:wetter@verlag.example' }),
    unit('eigen', { url: 'eigen.html?fetch=1' }),
  ]);
});

const launched = (name: string, change = {}, of: Course = weather) =>
  launchUnit(school.platform, school.mia, of, name, change);
const fresh = (): Course => ({ ...weather, key: { course_id: randomUUID(), issue_id: '1' } });

const statementsOf = (registration: string, verb: string) =>
  findStatements(reader, { registration, verb });
const launchedVerb = 'http://adlnet.gov/expapi/verbs/launched';
const abandonedVerb = 'https://w3id.org/xapi/adl/verbs/abandoned';

describe('the address of a unit', () => {
  test('has the parameters of cmi5, each once', async () => {
    const { url, registration } = await launched('wolken');
    expect(url.href.split('?')[0]).toBe(`${contentUrl}wolken/index.html`);
    expect([...url.searchParams.keys()]).toEqual([
      'endpoint',
      'fetch',
      'actor',
      'registration',
      'activityId',
    ]);
    expect(url.searchParams.get('endpoint')).toBe('http://localhost/lars/xapi/');
    expect(url.searchParams.get('registration')).toBe(registration);
    expect(url.searchParams.get('actor')).toBe(agentOf(school.platform, school.mia.subject));
  });

  test('keeps its own parameters and its fragment', async () => {
    const { url } = await launched('wind');
    expect([url.searchParams.get('teil'), url.hash]).toEqual(['1', '#anfang']);
  });

  test.each(['mail', 'eigen'])('is refused where it cannot be launched: %s', async (name) => {
    expect(await codeOf(launched(name))).toBe('LAUNCH_URL_INVALID');
  });

  test('is refused for a unit that the structure does not have', async () => {
    expect(await codeOf(launched('hagel'))).toBe('AU_NOT_FOUND');
    const unknown = { ...weather, hash: 'a'.repeat(64) };
    expect(await codeOf(launched('wolken', {}, unknown))).toBe('STRUCTURE_NOT_FOUND');
  });
});

describe('registration and activity', () => {
  test('stay for all launches of a course, and are others for another course', async () => {
    const [first, second, other] = [
      await launched('wolken'),
      await launched('wolken'),
      await launched('wolken', {}, fresh()),
    ];
    expect(second.registration).toBe(first.registration);
    expect(second.activityId).toBe(first.activityId);
    expect(second.sessionId).not.toBe(first.sessionId);
    expect(other.registration).not.toBe(first.registration);
    expect(first.activityId).not.toContain(course);
  });

  test('are others for another learner', async () => {
    const mias = await launched('wolken');
    const bens = await launchUnit(school.platform, school.ben, weather, 'wolken');
    expect(bens.registration).not.toBe(mias.registration);
    expect(bens.activityId).toBe(mias.activityId);
  });

  test('stay when the course is brought in again in another version', async () => {
    const first = await launched('wolken');
    const corrected = await bringIn(school.platform, school.publisher, [
      unit('wolken', { mastery_score: 0.5 }),
    ]);
    const again = await launched('wolken', {}, { ...corrected, key: weather.key });
    expect([again.registration, again.activityId]).toEqual([first.registration, first.activityId]);
  });
});

describe('what the platform tells', () => {
  test('launched stands there before the unit is opened, with what the launch says', async () => {
    const { registration, sessionId, activityId } = await launched(
      'wolken',
      { launch_mode: 'Review' },
      fresh(),
    );
    const statements = await statementsOf(registration, launchedVerb);
    expect(statements).toMatchObject([
      {
        object: {
          id: activityId,
          definition: { type: 'http://adlnet.gov/expapi/activities/module' },
        },
        context: {
          contextActivities: {
            category: [{ id: 'https://w3id.org/xapi/cmi5/context/categories/cmi5' }],
            grouping: [{ id: `${course}/wolken` }],
          },
          extensions: {
            [`${extension}sessionid`]: sessionId,
            [`${extension}launchmode`]: 'Review',
            [`${extension}launchurl`]: `${contentUrl}wolken/index.html`,
            [`${extension}moveon`]: 'CompletedOrPassed',
            [`${extension}masteryscore`]: 0.6,
            [`${extension}launchparameters`]: 'kapitel=2',
          },
        },
        authority: { account: { homePage: 'http://localhost/lars/xapi', name: 'cmi5' } },
      },
    ]);
  });

  test('has an id of a version that all validators of UUIDs know', async () => {
    const { registration } = await launched('wolken', {}, fresh());
    const [statement] = await statementsOf(registration, launchedVerb);
    expect(statement!.id).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  test('is no larger than a statement may be, whatever the course says of the unit', async () => {
    const languages = Array.from({ length: 24 }, (_, place) => `de-x-${place}`);
    const description = Object.fromEntries(languages.map((tag) => [tag, 'ü'.repeat(5_000)]));
    const type = 'http://adlnet.gov/expapi/activities/module';
    const wordy = await bringIn(school.platform, school.publisher, [
      unit('wolken', { description, activity_type: type }),
    ]);
    const { registration, activityId } = await launched('wolken', {}, wordy);
    const [statement] = await statementsOf(registration, launchedVerb);
    expect(statement!.object).toEqual({
      objectType: 'Activity',
      id: activityId,
      definition: { type },
    });
  });

  test('a session that is still open is abandoned by the next launch, once', async () => {
    const own = fresh();
    const open = await runUnit(school.platform, await launched('wolken', {}, own));
    await open.send(open.statement('initialized'));
    const next = await launched('wind', {}, own);
    await launched('wind', {}, own);
    const abandoned = await statementsOf(next.registration, abandonedVerb);
    const sessions = abandoned.map(({ context }) => context.extensions[`${extension}sessionid`]);
    expect(sessions).toHaveLength(2);
    expect(new Set(sessions)).toEqual(new Set([open.sessionId, next.sessionId]));
    expect(abandoned.every(({ result }) => /^PT\d+\.\d\dS$/.test(result?.duration ?? ''))).toBe(
      true,
    );
    expect(await refusalOf(open.send(open.statement('terminated')))).toBe('401 SESSION_REFUSED');
  });

  test('a session that has ended is not', async () => {
    const own = fresh();
    const ended = await runUnit(school.platform, await launched('wolken', {}, own));
    await ended.send(ended.statement('initialized'));
    await ended.send(ended.statement('terminated'));
    await launched('wolken', {}, own);
    expect(await statementsOf(ended.registration, abandonedVerb)).toEqual([]);
  });
});

describe('launch data', () => {
  const dataOf = async (change: object, name = 'wolken') => {
    const unit = await runUnit(school.platform, await launched(name, change));
    const answer = await unit.store(`${base}/activities/state`, {
      parameters: {
        activityId: unit.activityId,
        registration: unit.registration,
        agent: JSON.stringify(unit.actor),
        stateId: 'LMS.LaunchData',
      },
    });
    return { one: unit, data: (await answer.json()) as Record<string, unknown> };
  };

  test('says what the structure and the launch say', async () => {
    const { one: au, data } = await dataOf({});
    expect(data).toEqual({
      contextTemplate: {
        contextActivities: {
          grouping: [{ objectType: 'Activity', id: `${course}/wolken` }],
        },
        extensions: { [`${extension}sessionid`]: au.sessionId },
      },
      launchMode: 'Normal',
      moveOn: 'CompletedOrPassed',
      launchParameters: 'kapitel=2',
      masteryScore: 0.6,
      returnURL: returnUrl,
      entitlementKey: { courseStructure: 'xyz-123' },
    });
  });

  test('of the latest launch is what counts', async () => {
    await dataOf({});
    expect((await dataOf({ launch_mode: 'Browse', return_url: undefined })).data).toMatchObject({
      launchMode: 'Browse',
    });
  });

  test('leaves out what the structure leaves out', async () => {
    const { data } = await dataOf({}, 'wind');
    expect(Object.keys(data)).toEqual(['contextTemplate', 'launchMode', 'moveOn', 'returnURL']);
  });
});

describe('the fetch address', () => {
  test('answers also where the learner was linked to another account since the launch', async () => {
    const { fetchUrl } = await launched('wolken', {}, fresh());
    const { database } = school.platform;
    const link = { from_subject: school.mia.subject, to_subject: randomUUID() };
    await database.insertInto('aua.subject_links').values(link).execute();
    onTestFinished(async () => {
      const ofLink = database.deleteFrom('aua.subject_links');
      await ofLink.where('to_subject', '=', link.to_subject).execute();
    });
    expect(await fetchToken(fetchUrl)).toEqual({ 'auth-token': expect.any(String) });
  });

  let unit: LaunchedUnit;
  beforeAll(async () => {
    unit = await launched('wolken', {}, fresh());
  });

  test('answers credentials once', async () => {
    const { 'auth-token': token = '' } = await fetchToken(unit.fetchUrl);
    const store = clientOf(school.platform, `Basic ${token}`);
    const about = await store(`${base}/activities`, {
      parameters: { activityId: unit.activityId },
    });
    expect(about.status).toBe(200);
    expect(await fetchToken(unit.fetchUrl)).toMatchObject({ 'error-code': '1' });
  });

  test('answers to one of many at the same time', async () => {
    const { fetchUrl } = await launched('wolken', {}, fresh());
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetchToken(fetchUrl)));
    expect(answers.filter((answer) => 'auth-token' in answer)).toHaveLength(1);
    expect(answers.filter((answer) => answer['error-code'] === '1')).toHaveLength(7);
  });

  test('tells nothing to who does not know it', async () => {
    const wrong = unit.fetchUrl.replace(/.{4}$/, 'AAAA');
    expect(await fetchToken(wrong)).toMatchObject({ 'error-code': '2' });
    const without = unit.fetchUrl.replace(/\?.*$/, '');
    expect(await fetchToken(without)).toMatchObject({ 'error-code': '2' });
  });

  test('answers nothing for a session that was abandoned', async () => {
    const own = fresh();
    const { fetchUrl } = await launched('wolken', {}, own);
    await launched('wolken', {}, own);
    expect(await fetchToken(fetchUrl)).toMatchObject({ 'error-code': '1' });
  });

  test('is JSON for pages of any origin, is never cached, and is only posted to', async () => {
    const answer = await fetch(unit.fetchUrl, { method: 'POST', body: '', headers: {} });
    expect([
      answer.status,
      answer.headers.get('Content-Type'),
      answer.headers.get('Access-Control-Allow-Origin'),
      answer.headers.get('Cache-Control'),
    ]).toEqual([200, expect.stringContaining('application/json'), '*', 'no-store']);
    const got = await fetch(unit.fetchUrl);
    expect([got.status, got.headers.get('Allow')]).toEqual([405, 'POST']);
  });

  test('keeps no secret where somebody could read it', async () => {
    const { fetchUrl, sessionId } = await launched('wolken', {}, fresh());
    const { 'auth-token': token = '' } = await fetchToken(fetchUrl);
    const row = await rowsOf(school.platform.database, 'lars.cmi5_sessions', {
      session_id: sessionId,
    }).one();
    const kept = JSON.stringify(row, (_name, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    const secret = Buffer.from(token, 'base64').toString().split(':')[1]!;
    expect(kept).not.toContain(secret);
    expect(kept).not.toContain(fetchUrl.split('.').at(-1));
  });
});
