import { shellClientId } from '@lectern/env';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signInAtProvider } from '../src/coupons.ts';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { SharedPlatform } from '../src/shared-platform.ts';
import type { Learner } from '../src/learner.ts';

/*
 * Everything that the browser keeps for the shell (specification, sections 3 and 9), and for how long. Each test
 * goes on where the one before has stopped: the second ends signed in.
 */

const [mia] = newCast();

let platform: SharedPlatform;
let context: BrowserContext;
let learner: Learner;
let page: Page;

visitBeforeAll((stage) => ({ platform } = stage));
arriveBeforeAll((arrival) => ({ context, learner, page } = arrival));

const stored = (area: 'localStorage' | 'sessionStorage', name: string) =>
  page.evaluate(([from, key]) => window[from].getItem(key), [area, name] as const);

test('the last 100 log entries', async () => {
  const old = Array.from({ length: 100 }, (_, index) => ({ message: `old ${index}` }));
  await page.goto(`${platform.shell}/assets/config/config.json`);
  await page.evaluate(
    (entries) => localStorage.setItem('persistentLogs', JSON.stringify(entries)),
    old,
  );
  await page.goto(`${platform.shell}/auth-callback?code=x&state=y`);
  await page.getByRole('heading', { name: 'Das Anmelden hat nicht geklappt' }).waitFor();
  const messages = async () => {
    const entries = JSON.parse((await stored('localStorage', 'persistentLogs')) ?? '[]') as {
      message: string;
    }[];
    return entries.map(({ message }) => message);
  };
  await expect.poll(messages).toContain('Signing in failed.');
  expect(await messages()).toHaveLength(100);
  expect(await messages()).not.toContain('old 0');
  expect((await messages()).at(0)).toMatch(/^old /);
});

test('what a sign-in has begun with, no longer than 900 s', async () => {
  const signInAfter = async (seconds: number) => {
    await page.goto(platform.shell);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.getByLabel('Benutzername').waitFor();
    await page.goto(`${platform.shell}/assets/config/config.json`);
    await page.evaluate((age) => {
      const pending = JSON.parse(sessionStorage.getItem('pendingSignIn')!) as { startedAt: number };
      const startedAt = pending.startedAt - age * 1000;
      sessionStorage.setItem('pendingSignIn', JSON.stringify({ ...pending, startedAt }));
    }, seconds);
    await page.goBack();
    await signInAtProvider(page, mia);
  };
  await signInAfter(901);
  await page.getByText('Für den Support: No matching state found in storage').waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
  await context.clearCookies();
  await signInAfter(800);
  await learner.content.getByText('Hallo Mia').waitFor();
});

test('the signed-in user, in session storage, by authority and client id', async () => {
  const key = `oidc.user:${platform.identityProvider}:${shellClientId}`;
  expect(JSON.parse((await stored('sessionStorage', key)) ?? 'null')).toMatchObject({
    id_token: expect.stringMatching(/^eyJ/),
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    expires_at: expect.any(Number),
    token_type: expect.stringMatching(/^bearer$/i),
    profile: { sub: mia.subject },
  });
  expect(await stored('localStorage', key)).toBeNull();
});

test('the session, as section 3 has it', async () => {
  expect(JSON.parse((await stored('sessionStorage', 'userSession')) ?? 'null')).toMatchObject({
    deviceID: await stored('localStorage', 'deviceId'),
    user: { subject: mia.subject, given_name: 'Mia', family_name: 'Keller' },
    licences: [{ license_state: 'LICENSE_STATE_VALID' }],
    properties: expect.any(Array),
    identities: [{ identity_provider_identifier: 'BEOOK_1', groups: [] }],
    isTeacher: false,
  });
});

test('a device id of at most 32 characters, the same over reloads, sign-outs and profiles', async () => {
  const id = await stored('localStorage', 'deviceId');
  expect(id).toMatch(/^[\da-f]{32}$/);
  await page.reload();
  await learner.content.getByText('Hallo Mia').waitFor();
  await learner.signOut();
  await page.evaluate(() => localStorage.removeItem('deviceId'));
  await learner.enter(mia);
  expect(await stored('localStorage', 'deviceId')).toBe(id);
});
