import { builtInRoles } from '@lectern/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeBeforeAll, startBeforeAll, startTestPlatform } from './platform.ts';
import { allOf, headersOf, outcomeOf, outcomesOf, type Headers } from './security/requests.ts';
import { guardedCalls } from './served-calls.ts';

/* Subjects that a call reaches, and requests that are no call. Attacks are in the folder security. */

const platform = startBeforeAll(startTestPlatform);

const mia = makeBeforeAll(() => platform.identityProvider.signIn('mia'));
const sofia = makeBeforeAll(() => platform.identityProvider.signIn('sofia'));
beforeAll(async () => {
  await platform.database
    .insertInto('aua.user_roles')
    .values([
      { subject: sofia.subject, role: 'support' },
      { subject: 'lectern-order-system', role: 'order-system' },
    ])
    .execute();
  await platform.as('aua', mia).userUpdateUserInfo();
});

const getMia = (change: Headers, who = mia, subject = mia.subject) =>
  outcomeOf(
    platform.request('/aua/v1/user/get', headersOf(who, change), JSON.stringify({ subject })),
  );

test('a good request is answered, with its correlation id, as nothing but data', async () => {
  const body = JSON.stringify({ subject: mia.subject });
  const response = await platform.request('/aua/v1/user/get', headersOf(mia), body);
  expect(response.headers.get('X-Ia-Correlation-Id')).toBe('test-1');
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(await outcomeOf(response)).toEqual([200, 'OK']);
});

describe('whose data', () => {
  test('a pupil reads nobody else', async () => {
    expect(await getMia({}, mia, 'demo-ben')).toEqual([403, 'SUBJECT_FORBIDDEN']);
  });

  test('support reads any user, and acts for one', async () => {
    expect(await getMia({}, sofia)).toEqual([200, 'OK']);
    expect(await getMia({ 'X-Ia-Subject': mia.subject }, sofia)).toEqual([200, 'OK']);
  });

  test('support does not make for a pupil what needs the pupil’s own token', async () => {
    const held: readonly string[] = builtInRoles.support;
    const own = guardedCalls.filter(
      ({ call }) => call.ownTokenOnly && held.includes(call.permission),
    );
    expect(own.map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        'aua.userUpdateUserInfo',
        'clag.localStoreItemSetForModel',
        'lars.dataPut',
      ]),
    );
    const acting = headersOf(sofia, { 'X-Ia-Subject': mia.subject });
    expect(await outcomesOf(platform, own, acting)).toEqual(allOf(own, [403, 'NOT_OWN_TOKEN']));
  });

  test('only what reads can be done for another', () => {
    const forOthers = guardedCalls.filter(({ call }) => !call.ownTokenOnly);
    const others = forOthers.filter(
      ({ call }) => !/\.(read|read-any|search)$/.test(call.permission),
    );
    expect(others.map(({ title }) => title)).toEqual([
      // Say where something stands in a course, to anybody signed in and about nobody.
      'clag.linkResolveExercise',
      'clag.linkResolveTopic',
      // Reads all at once, such as for somebody who asks what is stored.
      'clag.userDataDownload',
      // Stores what order systems answer, and nothing that the caller sends.
      'osc.orderSyncForUser',
      // Shows what a code gives; the permission is that of redeeming it.
      'osc.couponLookUp',
    ]);
  });

  test('support reads the records of a pupil', async () => {
    const acting = headersOf(sofia, { 'X-Ia-Subject': mia.subject });
    const body = JSON.stringify({ subject: mia.subject });
    expect(await outcomeOf(platform.request('/lars/v1/data/get', acting, body))).toEqual([
      200,
      'OK',
    ]);
  });

  test('an order system reads licences of anyone and writes nothing of a learner', async () => {
    const system = {
      token: await platform.identityProvider.clientToken(),
      subject: 'lectern-order-system',
    };
    const licenses = platform
      .as('lima', system)
      .licenseGetForUser({ body: { subject: mia.subject } });
    await expect(licenses).resolves.toMatchObject({ licenses: [] });
    const body = JSON.stringify({ subject: mia.subject, device: { device_identifier: 'd' } });
    expect(
      await outcomeOf(platform.request('/lima/device/updateForUser', headersOf(system), body)),
    ).toEqual([403, 'PERMISSION_MISSING']);
  });
});

test('a malformed address is refused in the same form', async () => {
  expect(await outcomeOf(platform.request('/aua/v1/%c0', headersOf(mia), '{}'))).toEqual([
    400,
    'REQUEST_INVALID',
  ]);
});

test('an unknown call says so and tells nothing else', async () => {
  expect(await outcomeOf(platform.request('/aua/v1/user/nonsense', headersOf(mia), '{}'))).toEqual([
    404,
    'CALL_UNKNOWN',
  ]);
});
