import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSubjectDirectory } from '../../../src/authorization/subject-directory.ts';
import { endedBy, endedSignIns, signInOf } from '../../../src/authorization/sign-out.ts';
import { endSessionsOf } from '../../../src/learning-records/cmi5/sessions.ts';
import { countWaiting } from '../../lock-items.ts';
import { startLogoutRelay } from '../../logout-relay.ts';
import { codeOf, giveRole, startBeforeAll, startTestPlatform } from '../../platform.ts';
import { agentOf, base } from '../xapi/requests.ts';
import {
  bringIn,
  fetchToken,
  launchUnit,
  runUnit,
  unit,
  type Course,
  type LaunchedUnit,
  type RunningUnit,
} from './course.ts';
import { rowsOf } from '../../rows.ts';

let weather: Course;
/** One device of a learner, another one of the same, and somebody else's. */
let devices: { readonly mia: SignedIn; readonly elsewhere: SignedIn; readonly ben: SignedIn };
let running: Record<keyof typeof devices, RunningUnit>;
/** Of the first device; nobody has fetched its credentials. */
let unfetched: LaunchedUnit;

const relay = startBeforeAll(startLogoutRelay);
const platform = startBeforeAll(() => startTestPlatform({}, { shellOrigin: relay.origin }));
beforeAll(async () => {
  relay.passOnTo(platform.url);
  const publisher = await platform.identityProvider.signIn('lea');
  await giveRole(platform.database, publisher.subject, 'publisher');
  weather = await bringIn(platform, publisher, [unit('wolken')]);
});

const launch = (who: SignedIn) =>
  launchUnit(
    platform,
    who,
    { ...weather, key: { course_id: randomUUID(), issue_id: '1' } },
    'wolken',
  );
const run = async (who: SignedIn) => runUnit(platform, await launch(who));

beforeEach(async () => {
  const { identityProvider } = platform;
  devices = {
    mia: await identityProvider.signIn('mia'),
    elsewhere: await identityProvider.signIn('mia'),
    ben: await identityProvider.signIn('ben'),
  };
  running = {
    mia: await run(devices.mia),
    elsewhere: await run(devices.elsewhere),
    ben: await run(devices.ben),
  };
  unfetched = await launch(devices.mia);
});

async function opened(): Promise<Record<string, number>> {
  const statuses = Object.entries(running).map(
    async ([name, { store, activityId, registration }]) => {
      const agent = agentOf(platform, devices[name as keyof typeof devices].subject);
      const parameters = { activityId, registration, agent, stateId: 'LMS.LaunchData' };
      const { status } = await store(`${base}/activities/state`, { parameters });
      return [name, status] as const;
    },
  );
  return Object.fromEntries(await Promise.all(statuses));
}

describe('row 65: what a unit holds ends with the sign-in that has launched it', () => {
  test.each([
    [
      'by the call',
      async () => {
        const { subject } = devices.mia;
        await platform.as('lars', devices.mia).cmi5SignOut({ body: { subject } });
      },
    ],
    [
      'by the provider',
      async () => {
        const before = relay.answers.length;
        await platform.identityProvider.signOut(devices.mia);
        await expect.poll(() => relay.answers.slice(before)).toEqual([200]);
      },
    ],
  ])('%s', async (_title, signOut) => {
    expect(await opened()).toEqual({ mia: 200, elsewhere: 200, ben: 200 });
    await signOut();
    expect(await opened()).toEqual({ mia: 401, elsewhere: 200, ben: 200 });
    expect(await fetchToken(unfetched.fetchUrl)).toMatchObject({ 'error-code': '1' });
  });

  test('also where the launch is under way: it looks again when it has begun the session', async () => {
    const sessions = async () => {
      const rows = await platform.database
        .selectFrom('lars.cmi5_sessions')
        .select(['session_id', 'expires_at'])
        .execute();
      return rows.map((row) => ({ id: row.session_id, isOpen: row.expires_at > new Date() }));
    };
    const earlier = await sessions();
    const before = relay.answers.length;
    const registrations = await platform.database.startTransaction().execute();
    await sql`lock table lars.cmi5_registrations in exclusive mode`.execute(registrations);
    const launching = codeOf(launch(devices.mia));
    await expect.poll(() => countWaiting(platform.database)).toBe(1);
    await platform.identityProvider.signOut(devices.mia);
    await expect.poll(() => relay.answers.slice(before)).toEqual([200]);
    await registrations.rollback().execute();
    expect(await launching).toBe('TOKEN_REQUIRED');
    const begun = await sessions();
    expect(begun).toHaveLength(earlier.length + 1);
    expect(
      begun.filter(({ isOpen, id }) => isOpen && !earlier.some((session) => session.id === id)),
    ).toEqual([]);
  });

  test('of a user, where a provider names no session', async () => {
    const { issuer } = platform.identityProvider.servicesClient;
    const directory = createSubjectDirectory(platform.database, issuer);
    const ended = await endedBy(directory, { issuer, sub: devices.mia.subject });
    await endSessionsOf(platform.database, ended);
    expect(await opened()).toEqual({ mia: 401, elsewhere: 401, ben: 200 });
  });
});

test('credentials are fetched within minutes of the launch', async () => {
  await rowsOf(platform.database, 'lars.cmi5_sessions', { session_id: unfetched.sessionId }).set({
    launched_at: new Date(Date.now() - 5 * 60_000),
  });
  expect(await fetchToken(unfetched.fetchUrl)).toMatchObject({ 'error-code': '1' });
});

describe('row 65: a sign-out ends', () => {
  const issuer = 'https://id.example';
  const token = (claims: object) =>
    signInOf({ issuer, sub: 'mia', clientId: 'shell', expiresAt: 0, claims: { ...claims } });

  test.each([
    ['its session', { sid: 'a', sub: 'mia' }, { sid: 'a' }, true],
    ['no other session', { sid: 'a', sub: 'mia' }, { sid: 'b' }, false],
    ['what names no session, of its user', { sid: 'a', sub: 'mia' }, {}, true],
    ['nothing of other users', { sid: 'a', sub: 'ben' }, {}, false],
  ])('%s', (_title, signedOut, claims, ends) => {
    expect(endedSignIns({ issuer, ...signedOut })?.includes(token(claims))).toBe(ends);
    expect(endedSignIns({ issuer: 'https://other.example', ...signedOut })).not.toContain(
      token(claims),
    );
  });
});
