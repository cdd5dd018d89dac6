import { expect, it } from 'vitest';
import * as defaults from '../src/auth/sign-in-defaults.ts';

it('are those of section 9 of the specification', () => {
  expect(defaults).toMatchObject({
    silentRenewTimeoutInSeconds: 10,
    sessionCheckIntervalInMs: 2000,
    accessTokenExpiringNoticeInSeconds: 60,
    staleStateAgeInSeconds: 900,
    clockSkewInSeconds: 300,
  });
});

it('have their unit in their name', () => {
  const names = Object.keys(defaults);
  expect(names.filter((name) => !/In(Ms|Seconds)$/.test(name))).toEqual([]);
});
