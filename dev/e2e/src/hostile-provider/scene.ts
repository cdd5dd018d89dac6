import type { Platform } from '@lectern/env';
import type { Browser, BrowserContext, FrameLocator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { arrive } from '../learner.ts';
import type { HostileProvider } from './hostile-provider.ts';

/** A profile of its own in the browser, at the shell whose identity provider is the hostile one. */
export interface Scene {
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
  /** The publication inside the shell's frame. */
  readonly content: FrameLocator;
  readonly platform: Platform;
  readonly provider: HostileProvider;
  /** What all pages of the context have asked for. */
  readonly requests: readonly SentRequest[];
  /** What the pages have written to the console. */
  readonly written: readonly string[];
}

interface SentRequest {
  readonly address: URL;
  /** What it was sent with as its bearer, if anything. */
  readonly bearer: string | undefined;
  /** Whether it is a page of its own, and not part of one. */
  readonly isPage: boolean;
}

export async function openScene(
  browser: Browser,
  platform: Platform,
  provider: HostileProvider,
): Promise<Scene> {
  provider.reset();
  const context = await browser.newContext();
  const requests: SentRequest[] = [];
  const written: string[] = [];
  context.on('request', (request) =>
    requests.push({
      address: new URL(request.url()),
      bearer: /^Bearer (.+)$/i.exec(request.headers()['authorization'] ?? '')?.[1],
      isPage: request.isNavigationRequest() && isOfTopWindow(request),
    }),
  );
  context.on('console', (message) => written.push(message.text()));
  const { page, content } = await arrive(context, platform);
  return { browser, context, page, content, platform, provider, requests, written };
}

function isOfTopWindow(request: Request): boolean {
  try {
    return request.frame().parentFrame() === null;
  } catch {
    // A window that is just being opened.
    return true;
  }
}

/** Opens an address of the shell; whoever is not signed in goes to the provider at once. */
export async function visit({ page, platform }: Scene, path = '/'): Promise<void> {
  // The page may leave for the provider before it has loaded.
  await page.goto(`${platform.shell}${path}`, { waitUntil: 'commit' });
}

export async function contentShown({ content }: Pick<Scene, 'content'>): Promise<void> {
  await content.getByText('Hallo Mia').waitFor();
}

/** Signs in and waits for the content. */
export async function signedIn(scene: Scene): Promise<void> {
  await visit(scene);
  await contentShown(scene);
}

/** Signs in on the login page at a provider that is honest from now on. */
export async function retried(scene: Scene): Promise<void> {
  scene.provider.forge({});
  await scene.page.getByRole('button', { name: 'Anmelden' }).click();
  await contentShown(scene);
}

/** How often the browser has asked the provider for this path. */
export function askedFor({ provider }: Pick<Scene, 'provider'>, path: string): number {
  return provider.requests.filter((one) => one.isOfBrowser && one.path === path).length;
}

/** Paths of the services that were called, in order. */
export function calls({ requests, platform }: Scene): string[] {
  return requests
    .map(({ address }) => address)
    .filter(({ origin, pathname }) => origin === platform.shell && /\/v1\//.test(pathname))
    .map(({ pathname }) => pathname);
}

/** All that the browser keeps for anybody, as one text. */
export async function kept({ context, page }: Pick<Scene, 'context' | 'page'>): Promise<string> {
  const [state, session, address] = await Promise.all([
    context.storageState({ indexedDB: true }),
    page.evaluate(() => Object.entries(sessionStorage)),
    page.evaluate(() => `${location.href} ${JSON.stringify(history.state)}`),
  ]);
  return JSON.stringify([state, session, address]);
}

/** Nothing of these codes and tokens is stored, shown, or sent to a service. */
export async function expectUnused(scene: Scene, secrets: readonly string[]): Promise<void> {
  const sent = scene.requests.map(({ bearer }) => bearer);
  for (const secret of secrets) expect(sent).not.toContain(secret);
  expect(namedIn(await scene.page.content(), secrets)).toEqual([]);
  expect(namedIn(await kept(scene), secrets)).toEqual([]);
}

/** The codes and tokens that a text gives away, or a part of. */
export function namedIn(text: string, secrets: readonly string[]): string[] {
  return secrets.filter((secret) =>
    secret.split('.').some((part) => part.length > 20 && text.includes(part)),
  );
}

/** The shell's log, in the browser. */
export async function expectLogged({ page }: Pick<Scene, 'page'>, entry: RegExp): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('persistentLogs') ?? ''))
    .toMatch(entry);
}

const technicalDetail = /^Technische Angabe: ./;

/** What a refusal may have come to, beside the login page that says why. */
export interface Refused {
  /** How often a code was sent to the token endpoint. Default: once. */
  readonly exchanges?: number;
  /** Calls of services. Default: none. */
  readonly called?: readonly string[];
}

/** A sign-in was refused: said, logged, and forgotten; and not begun again. */
export async function expectRefused(
  scene: Scene,
  { exchanges = 1, called = [] }: Refused = {},
): Promise<void> {
  const { page, platform, provider } = scene;
  await page.getByRole('heading', { name: 'Die Anmeldung ist fehlgeschlagen' }).waitFor();
  await page.getByText(technicalDetail).waitFor();
  await page.getByRole('button', { name: 'Anmelden' }).waitFor();
  expect(page.url()).toBe(`${platform.shell}/login`);
  expect(await page.locator('iframe').count()).toBe(0);
  await expectLogged(scene, /"Signing in failed\.","detail":\{"name":"\w+","\w+":"/);
  await expectUnused(
    scene,
    called.length === 0 ? provider.secrets : provider.secrets.filter(isNoBearer),
  );
  // Calls are repeated where the services say that asking again may help.
  expect([...new Set(calls(scene))]).toEqual(called);
  expect(askedFor(scene, '/token')).toBe(exchanges);
  expect(askedFor(scene, '/authorize')).toBe(1);
  expect(pagesOf(scene)).toBeLessThanOrEqual(3);
}

const isNoBearer = (secret: string) => !secret.startsWith('access-');

/** How many pages of the shell and the provider were opened: a loop would open many. */
export function pagesOf({ requests }: Pick<Scene, 'requests'>): number {
  return requests.filter(({ isPage }) => isPage).length;
}

/** The session has ended, as a renewal that was refused ends it: said, logged, and not begun again. */
export async function expectRenewalRefused(scene: Scene, before: readonly string[]): Promise<void> {
  const { page, platform, provider } = scene;
  await page.getByRole('heading', { name: 'Die Sitzung ist abgelaufen' }).waitFor();
  await page.getByRole('button', { name: 'Anmelden' }).waitFor();
  expect(page.url()).toBe(`${platform.shell}/login`);
  expect(await page.locator('iframe').count()).toBe(0);
  await expectLogged(scene, /"Could not renew the session\.","detail":\{"name":"\w+","\w+":"/);
  await expectLogged(scene, /"Signing out: silent renew error"/);
  await expectUnused(
    scene,
    provider.secrets.filter((secret) => !before.includes(secret)),
  );
  expect(await kept(scene)).not.toMatch(/access-|refresh-|oidc\.user/);
  // The first sign-in's alone: nothing has begun another one.
  expect(
    provider.requests.filter(({ path, prompt }) => path === '/authorize' && !prompt),
  ).toHaveLength(1);
}
