import { beforeAll, describe, expect, test } from 'vitest';
import { giveRole, makeBeforeAll, startBeforeAll, startTestPlatform } from './platform.ts';
import { headersOf, outcomeOf } from './security/requests.ts';
import { guardedCalls } from './served-calls.ts';

/* Subjects that a call reaches, and requests that are no call. Attacks are in the folder security. */

const platform = startBeforeAll(startTestPlatform);

const mia = makeBeforeAll(() => platform.identityProvider.signIn('mia'));
beforeAll(async () => {
  await giveRole(platform.database, 'lectern-order-system', 'order-system');
  await platform.as('aua', mia).userUpdateUserInfo();
});

test('a good request is answered, with its correlation id, as nothing but data', async () => {
  const body = JSON.stringify({ subject: mia.subject });
  const response = await platform.request('/aua/v1/user/get', headersOf(mia), body);
  expect(response.headers.get('X-Ia-Correlation-Id')).toBe('test-1');
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(await outcomeOf(response)).toEqual([200, 'OK']);
});

describe('whose data', () => {
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
