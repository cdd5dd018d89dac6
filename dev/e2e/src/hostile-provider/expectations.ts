import { expect } from 'vitest';
import { accessTokenOf } from '../access-token.ts';
import type { Scene } from './scene.ts';

/* Expected states of a scene after a forgery. */

/** Nothing of these codes and tokens is stored, shown, or sent to a service. */
export async function expectUnused(scene: Scene, secrets: readonly string[]): Promise<void> {
  const sent = scene.requests.map(({ bearer }) => bearer);
  for (const secret of secrets) expect(sent).not.toContain(secret);
  expect(namedIn(await scene.page.content(), secrets)).toEqual([]);
  expect(namedIn(await scene.kept(), secrets)).toEqual([]);
}

/** The shell's log, in the browser. */
export async function expectLogged(scene: Scene, entry: RegExp): Promise<void> {
  await expect
    .poll(() => scene.page.evaluate(() => localStorage.getItem('persistentLogs') ?? ''))
    .toMatch(entry);
}

/** The console shows this entry of late, and the log holds all of its kind, which are stored a moment later. */
export async function expectWritten(scene: Scene, entry: RegExp): Promise<void> {
  const shown = () => scene.writtenSince.find((text) => entry.test(text));
  await expect.poll(shown).toBeDefined();
  const message = messageOf(shown()!);
  const writtenOften = () => scene.written.filter((text) => messageOf(text) === message).length;
  const storedOften = async () => {
    const stored = await scene.page.evaluate(() => localStorage.getItem('persistentLogs') ?? '');
    return stored.split(JSON.stringify({ message }).slice(1, -1)).length - 1;
  };
  await expect.poll(async () => (await storedOften()) - writtenOften()).toBe(0);
}

/** A line of the console without its detail. */
const messageOf = (text: string) => text.split(' (', 1)[0]!;

/** The codes and tokens that a text gives away, or a part of. */
export function namedIn(text: string, secrets: readonly string[]): string[] {
  return secrets.filter((secret) =>
    secret.split('.').some((part) => part.length > 20 && text.includes(part)),
  );
}

const technicalDetail = /^Für den Support: ./;

/** Allowed states after a refusal, beside the login page that says why. */
interface Refused {
  /** How often a code was sent to the token endpoint. Default: once. */
  readonly exchanges?: number;
  /** Calls of services. Default: none. */
  readonly called?: readonly string[];
  /** Path of the page that says so. Default: the login page's. */
  readonly at?: string;
}

const isNoBearer = (secret: string) => !secret.startsWith('access-');

/** A sign-in was refused: said, logged, and forgotten; and not begun again. */
export async function expectRefused(
  scene: Scene,
  { exchanges = 1, called = [], at = '/login' }: Refused = {},
): Promise<void> {
  const { page, platform, provider } = scene;
  await page.getByRole('heading', { name: 'Das Anmelden hat nicht geklappt' }).waitFor();
  await page.getByText(technicalDetail).waitFor();
  await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
  expect(page.url()).toBe(`${platform.shell}${at}`);
  expect(await page.locator('iframe').count()).toBe(0);
  await expectWritten(scene, /^Signing in failed\. \(name: \w+, \w+: ./);
  await expectUnused(
    scene,
    called.length === 0 ? provider.secrets : provider.secrets.filter(isNoBearer),
  );
  // Calls are repeated where the services say that asking again may help.
  expect([...new Set(scene.calls())]).toEqual(called);
  expect(scene.askedFor('/token')).toBe(exchanges);
  expect(scene.askedFor('/authorize')).toBe(1);
  expect(scene.pages()).toBeLessThanOrEqual(3);
}

/** The page holds another access token than this. */
export async function expectOtherToken({ page }: Scene, before: string): Promise<void> {
  await expect.poll(() => accessTokenOf(page)).not.toBe(before);
}

/** A renewal is refused, and ends the session: said, logged, and not begun again. */
export async function expectRenewalRefused(scene: Scene): Promise<void> {
  const { page, platform, provider } = scene;
  const before = new Set(provider.secrets);
  scene.countAnew();
  await scene.untilRenewal();
  await page.getByRole('heading', { name: 'Die Anmeldung ist abgelaufen' }).waitFor();
  await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
  expect(page.url()).toBe(`${platform.shell}/login`);
  expect(await page.locator('iframe').count()).toBe(0);
  await expectWritten(scene, /^Could not renew the session\. \(name: \w+, \w+: ./);
  await expectWritten(scene, /^Signing out: silent renew error/);
  await expectUnused(
    scene,
    provider.secrets.filter((secret) => !before.has(secret)),
  );
  expect(await scene.kept()).not.toMatch(/access-|refresh-|oidc\.user/);
  // Nothing has begun another sign-in.
  expect(provider.requests.filter(({ path, prompt }) => path === '/authorize' && !prompt)).toEqual(
    [],
  );
}
