import { createHash, hash, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { linkSubject, startBeforeAll } from '../../platform.ts';
import { attachmentOf, sendAttached, storeBytes } from '../xapi/attached.ts';
import { agentOf, base, basic, clientOf, refusalOf } from '../xapi/requests.ts';
import { bringIn, launchUnit, runUnit, unit, type Course, type RunningUnit } from './course.ts';
import { startSchool } from './school.ts';
import { insertRows, rowsOf } from '../../rows.ts';

const school = startBeforeAll(startSchool);
let weather: Course;
let au: RunningUnit;
let mia: string;
let ben: string;

beforeAll(async () => {
  weather = await bringIn(school.platform, school.publisher, [unit('wolken'), unit('wind')]);
  mia = agentOf(school.platform, school.mia.subject);
  ben = agentOf(school.platform, school.ben.subject);
});
beforeEach(async () => {
  au = await run(fresh());
});

const fresh = (): Course => ({ ...weather, key: { course_id: randomUUID(), issue_id: '1' } });
const run = async (of: Course, name = 'wolken', who = school.mia) =>
  runUnit(school.platform, await launchUnit(school.platform, who, of, name));

const state = (change: Record<string, string> = {}) => ({
  activityId: au.activityId,
  registration: au.registration,
  agent: mia,
  stateId: 'stelle',
  ...change,
});
const body = { headers: { 'Content-Type': 'application/json' }, body: '{"seite":3}' };

describe('states', () => {
  test('of the session are written, read and removed', async () => {
    const put = await au.store(`${base}/activities/state`, {
      method: 'PUT',
      parameters: state(),
      ...body,
    });
    expect(put.status).toBe(204);
    const got = await au.store(`${base}/activities/state`, { parameters: state() });
    expect(await got.json()).toEqual({ seite: 3 });
    const removed = await au.store(`${base}/activities/state`, {
      method: 'DELETE',
      parameters: state(),
    });
    expect(removed.status).toBe(204);
  });

  test('stay for the next session of the registration', async () => {
    const own = fresh();
    au = await run(own);
    await au.store(`${base}/activities/state`, { method: 'PUT', parameters: state(), ...body });
    au = await run(own);
    const got = await au.store(`${base}/activities/state`, { parameters: state() });
    expect(await got.json()).toEqual({ seite: 3 });
  });

  test.each(['PUT', 'POST', 'DELETE'])('the launch data is not changed by %s', async (method) => {
    const sent = au.store(`${base}/activities/state`, {
      method,
      parameters: state({ stateId: 'LMS.LaunchData' }),
      ...(method === 'DELETE' ? {} : body),
    });
    expect(await refusalOf(sent)).toBe('403 DOCUMENT_FORBIDDEN');
  });

  test('are not removed all at once, the launch data with them', async () => {
    const { stateId: _, ...all } = state();
    const sent = au.store(`${base}/activities/state`, { method: 'DELETE', parameters: all });
    expect(await refusalOf(sent)).toBe('403 DOCUMENT_FORBIDDEN');
    const listed = await au.store(`${base}/activities/state`, { parameters: all });
    expect(await listed.json()).toEqual(['LMS.LaunchData']);
  });

  test.each([
    ['another activity', { activityId: 'https://verlag.example/anderes' }],
    ['another registration', { registration: randomUUID() }],
  ])('of %s are none of the session', async (_title, change) => {
    for (const method of ['GET', 'PUT']) {
      const sent = au.store(`${base}/activities/state`, {
        method,
        parameters: state(change),
        ...(method === 'PUT' ? body : {}),
      });
      expect(await refusalOf(sent)).toBe('403 DOCUMENT_FORBIDDEN');
    }
  });

  test('without a registration are none of the session', async () => {
    const { registration: _, ...without } = state();
    const sent = au.store(`${base}/activities/state`, { parameters: without });
    expect(await refusalOf(sent)).toBe('403 DOCUMENT_FORBIDDEN');
  });

  test('of another learner are none of the session', async () => {
    const sent = au.store(`${base}/activities/state`, { parameters: state({ agent: ben }) });
    expect(await refusalOf(sent)).toBe('403 SUBJECT_FORBIDDEN');
  });
});

describe('row 118: the room of a registration', () => {
  const mebibyte = 1024 * 1024;
  const asMia = (of: RunningUnit) => ({
    ...of,
    store: clientOf(school.platform, `Bearer ${school.mia.token}`),
  });
  const put = (
    { store, activityId, registration }: Pick<RunningUnit, 'activityId' | 'registration' | 'store'>,
    stateId: string,
    size: number,
    headers: Record<string, string> = {},
  ) =>
    store(`${base}/activities/state`, {
      method: 'PUT',
      parameters: { activityId, registration, agent: mia, stateId },
      headers: { 'Content-Type': 'application/octet-stream', ...headers },
      body: new Uint8Array(size),
    });
  const putAll = async (of: Parameters<typeof put>[0], name: string) => {
    const statuses = [];
    for (const part of [1, 2, 3]) {
      statuses.push((await put(of, `${name}-${part}`, 5 * mebibyte)).status);
    }
    return statuses;
  };

  test('is full for the course alone, and can be emptied', async () => {
    expect(await putAll(au, 'teil')).toEqual([204, 204, 204]);
    expect(await refusalOf(put(au, 'zu-viel', 2 * mebibyte))).toBe('413 DOCUMENTS_TOO_LARGE');
    expect((await put(au, 'teil-1', 5 * mebibyte, { 'If-Match': '*' })).status).toBe(204);
    const other = await run(fresh());
    expect((await put(other, 'teil', 5 * mebibyte)).status).toBe(204);
    const own = asMia(au);
    expect(
      (await put({ ...own, registration: randomUUID() }, 'eigenes', 5 * mebibyte)).status,
    ).toBe(204);
    const parameters = { ...state(), stateId: 'teil-1' };
    await au.store(`${base}/activities/state`, { method: 'DELETE', parameters });
    expect((await put(au, 'zu-viel', 2 * mebibyte)).status).toBe(204);
  });

  test('is not filled by its learner, whose own room it does not take', async () => {
    const own = asMia(au);
    expect(await putAll(own, 'eigen')).toEqual([204, 204, 204]);
    expect(await putAll(au, 'teil')).toEqual([204, 204, 204]);
    expect(await refusalOf(put(au, 'zu-viel', 2 * mebibyte))).toBe('413 DOCUMENTS_TOO_LARGE');
    // A state that the learner replaces is the learner's from then on.
    expect((await put(own, 'teil-1', 5 * mebibyte, { 'If-Match': '*' })).status).toBe(204);
    expect((await put(au, 'zu-viel', 2 * mebibyte)).status).toBe(204);
  });

  test('has one for what is attached, too', async () => {
    await au.send(au.statement('initialized'));
    const attach = (content: string, to: RunningUnit = au) => {
      const bytes = Buffer.from(content);
      const attachments = [attachmentOf(bytes)];
      return sendAttached(to.store, to.statement('answered', { category: [], attachments }), [
        { of: bytes },
      ]);
    };
    expect((await attach('eins')).status).toBe(200);
    const { database } = school.platform;
    const { kept_for } = await rowsOf(database, 'lars.attachments', {
      sha2: hash('sha256', 'eins'),
    }).one('kept_for');
    expect(kept_for).toBe(au.registration);
    const { subject } = school.mia;
    await storeBytes(database, { subject, size: 64 * mebibyte - 8, kept_for });
    expect((await attach('zwei')).status).toBe(200);
    expect(await refusalOf(attach('drei'))).toBe('413 ATTACHMENTS_TOO_LARGE');
    const other = await run(fresh());
    await other.send(other.statement('initialized'));
    expect((await attach('drei', other)).status).toBe(200);
  });
});

describe('profiles', () => {
  const profile = (profileId: string, agent = mia) => ({ agent, profileId });

  test('the preferences of the learner are written and read', async () => {
    const at = { parameters: profile('cmi5LearnerPreferences') };
    const preferences = JSON.stringify({ languagePreference: 'de-CH', audioPreference: 'on' });
    const put = await au.store(`${base}/agents/profile`, {
      method: 'POST',
      ...at,
      headers: { 'Content-Type': 'application/json' },
      body: preferences,
    });
    expect(put.status).toBe(204);
    const got = await au.store(`${base}/agents/profile`, at);
    expect(JSON.stringify(await got.json())).toBe(preferences);
  });

  test('others of the learner, and those of others, are none of the session', async () => {
    const other = au.store(`${base}/agents/profile`, { parameters: profile('noten') });
    expect(await refusalOf(other)).toBe('403 DOCUMENT_FORBIDDEN');
    const all = au.store(`${base}/agents/profile`, { parameters: { agent: mia } });
    expect(await refusalOf(all)).toBe('403 DOCUMENT_FORBIDDEN');
    const bens = au.store(`${base}/agents/profile`, {
      parameters: profile('cmi5LearnerPreferences', ben),
    });
    expect(await refusalOf(bens)).toBe('403 SUBJECT_FORBIDDEN');
  });

  test('of its activity are read and not written', async () => {
    const parameters = { activityId: au.activityId, profileId: 'bestenliste' };
    const read = au.store(`${base}/activities/profile`, { parameters });
    expect(await refusalOf(read)).toBe('404 DOCUMENT_NOT_FOUND');
    const written = au.store(`${base}/activities/profile`, { method: 'PUT', parameters, ...body });
    expect(await refusalOf(written)).toBe('403 PERMISSION_MISSING');
    const other = au.store(`${base}/activities/profile`, {
      parameters: { ...parameters, activityId: 'https://verlag.example/anderes' },
    });
    expect(await refusalOf(other)).toBe('403 DOCUMENT_FORBIDDEN');
  });
});

test('row 62: definitions of another course are not read by a session', async () => {
  const { database } = school.platform;
  const course_id = randomUUID();
  await insertRows(database, 'clag.courses', { course_id, mandant_identifier: 'LECTERN' });
  const activityId = `https://verlag.example/${course_id}/aufgabe-1`;
  const definition = { name: { de: 'Aufgabe' }, correctResponsesPattern: ['LÖSUNG'] };
  await insertRows(database, 'lars.activities', {
    activity_key: createHash('sha256').update(activityId).digest(),
    activity_id: activityId,
    definition: JSON.stringify(definition),
    subject: null,
  });
  const got = await au.store(`${base}/activities`, { parameters: { activityId } });
  expect(await got.json()).toEqual({ objectType: 'Activity', id: activityId });
});

describe('agents', () => {
  test('the learner is who the launch says, with no other account and no name', async () => {
    const former = randomUUID();
    await linkSubject(school.platform.database, former, school.mia.subject);
    const person = async (authorization: string) => {
      const client = clientOf(school.platform, authorization);
      const answer = await client(`${base}/agents`, { parameters: { agent: mia } });
      return (await answer.json()) as { account: readonly object[] };
    };
    const { account } = JSON.parse(mia) as { account: object };
    const all = await person(`Bearer ${school.mia.token}`);
    expect(all.account).toHaveLength(2);
    const got = await au.store(`${base}/agents`, { parameters: { agent: mia } });
    expect(await got.json()).toEqual({ objectType: 'Person', account: [account] });
    const others = au.store(`${base}/agents`, { parameters: { agent: ben } });
    expect(await refusalOf(others)).toBe('403 SUBJECT_FORBIDDEN');
  });
});

describe('credentials', () => {
  const asks = (authorization: string) =>
    clientOf(school.platform, authorization)(`${base}/activities/state`, {
      parameters: state({ stateId: 'LMS.LaunchData' }),
    });

  test('are the secret of their session alone', async () => {
    const other = await launchUnit(school.platform, school.mia, fresh(), 'wind');
    const key = (sessionId: string) =>
      `cmi5.${Buffer.from(school.mia.subject).toString('base64url')}.${sessionId}`;
    for (const [sessionId, secret] of [
      [au.sessionId, ''],
      [au.sessionId, 'x'.repeat(43)],
      [other.sessionId, ''],
      [randomUUID(), 'x'],
    ] as const) {
      expect(await refusalOf(asks(basic(key(sessionId), secret)))).toBe('401 SESSION_REFUSED');
    }
    expect(await refusalOf(asks(basic('cmi5.x', 'y')))).toBe('401 SESSION_REFUSED');
  });

  test('end a day after the launch', async () => {
    await rowsOf(school.platform.database, 'lars.cmi5_sessions', { session_id: au.sessionId }).set({
      expires_at: new Date(),
    });
    const sent = au.store(`${base}/activities/state`, { parameters: state() });
    expect(await refusalOf(sent)).toBe('401 SESSION_REFUSED');
  });

  test('end a minute after the session', async () => {
    await au.send(au.statement('initialized'), au.statement('terminated'));
    const read = () =>
      au.store(`${base}/activities/state`, { parameters: state({ stateId: 'LMS.LaunchData' }) });
    expect((await read()).status).toBe(200);
    await rowsOf(school.platform.database, 'lars.cmi5_sessions', { session_id: au.sessionId }).set({
      ended_at: new Date(Date.now() - 60_000),
    });
    expect(await refusalOf(read())).toBe('401 SESSION_REFUSED');
  });

  test('open nothing of the platform beside the store', async () => {
    const answer = await school.platform.request(
      '/lars/v1/data/get',
      {
        Authorization: `Basic ${Buffer.from('cmi5.x:y').toString('base64')}`,
        'Content-Type': 'application/json',
        'X-Ia-Subject': school.mia.subject,
        'X-Ia-Roles': '',
        'X-Ia-Correlation-Id': randomUUID(),
      },
      '{}',
    );
    expect(answer.status).toBe(401);
  });
});
