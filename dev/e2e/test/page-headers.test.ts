import { createHash } from 'node:crypto';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { contentFrame } from '../src/content-frame.ts';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import { quiet } from '../src/quiet.ts';
import { watchViolations } from '../src/violations.ts';

/* The headers of the running host's pages, and what a browser makes of them; row 35 of the security cases. */

const { platform } = visitBeforeAll();

const [mia] = newCast();

/** An answer of the host as a browser asks for it. */
const get = (path: string) =>
  fetch(platform.shell + path, { headers: { accept: 'text/html,*/*' }, redirect: 'manual' });

/** Directives of the content policy that came with an answer. */
function policyOf({ headers }: Response): ReadonlyMap<string, string> {
  const directives = (headers.get('content-security-policy') ?? '').split('; ');
  return new Map(
    directives.map((directive) => {
      const [name, ...sources] = directive.split(' ');
      return [name!, sources.join(' ')];
    }),
  );
}

/** Hashes of the page's elements of this name, as its policy names them. */
function hashesIn(page: string, element: 'script' | 'style', count: number): string {
  const elements = [...page.matchAll(new RegExp(`<${element}\\b[^>]*>([^]*?)</${element}>`, 'g'))];
  expect(elements, element).toHaveLength(count);
  return elements
    .map(([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`)
    .join(' ');
}

describe('the host sends', () => {
  test.each(['/', '/login', '/logout', '/auth-callback?code=x', '/index.html', '/nirgends'])(
    '%s with all that protects a page',
    async (path) => {
      const response = await get(path);
      const policy = policyOf(response);
      const page = await response.text();
      expect(Object.fromEntries(policy)).toEqual({
        'default-src': "'none'",
        // The test of the browser, and the start script.
        'script-src': `'self' ${hashesIn(page, 'script', 2)}`,
        'style-src': `'self' ${hashesIn(page, 'style', 1)}`,
        'img-src': "'self'",
        'font-src': "'self'",
        'connect-src': `'self' ${platform.identityProvider} ${platform.content} ${platform.shell} ${platform.files}`,
        'frame-src': `'self' ${platform.content} ${platform.identityProvider}`,
        'frame-ancestors': "'none'",
        'base-uri': "'none'",
        'form-action': "'none'",
        'require-trusted-types-for': "'script'",
        'trusted-types': 'lectern-environment',
      });
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        // A first visit, which brings a cookie.
        'cache-control': 'private, no-cache, no-transform',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'permissions-policy': expect.stringContaining('camera=()'),
      });
      expect(response.headers.has('strict-transport-security'), 'over plain http').toBe(false);
    },
  );

  test('files of every kind as what they are', async () => {
    const page = await (await get('/')).text();
    // The icon by an attribute, all others by texts of the start script.
    const named = [...page.matchAll(/["'`](\/assets\/[^"'`]+)["'`]/g)].map(
      ([, address]) => address!,
    );
    const kinds = new Set<string>();
    for (const address of new Set(named)) {
      const { status, headers } = await get(address);
      kinds.add(headers.get('content-type')!.split(';')[0]!);
      expect([address, status]).toEqual([address, 200]);
      expect(Object.fromEntries(headers)).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': expect.stringMatching(/immutable|no-cache/),
      });
    }
    expect([...kinds].sort()).toEqual([
      'application/javascript',
      'application/json',
      'image/svg+xml',
      'text/css',
    ]);
  });
});

/* Each test goes on where the one before has stopped. */
describe('a visit from the first question to the sign-out', () => {
  let context: BrowserContext;
  let learner: Learner;
  let page: Page;
  let violations: readonly string[];
  arriveBeforeAll((arrival) => ({ context, learner, page } = arrival), { isFirstVisit: true });
  beforeAll(async () => {
    violations = await watchViolations(context);
    await context.addInitScript(() => localStorage.setItem('forceTestingMode', 'true'));
  });

  test('row 35: no address tells of a code or a token, neither in a request nor in the history', async () => {
    const referers: string[] = [];
    let codes = 0;
    page.on('request', (request) => {
      const { referer = '' } = request.headers();
      if (new URL(request.url()).searchParams.has('code')) codes++;
      referers.push(referer);
    });
    await page.goto(platform.shell);
    await page.getByRole('button', { name: 'Alle akzeptieren' }).click();
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await learner.signIn(mia, '/login?themaId=bach');
    await quiet(page);
    expect(codes, 'the callback was called with a code').toBeGreaterThan(0);
    const secret = /[?&#](code|state|access_token|id_token|session_state)=/;
    expect(referers.filter((referer) => secret.test(referer))).toEqual([]);
    expect(referers.filter((referer) => referer.startsWith(platform.shell))).toEqual([]);

    const session = await context.newCDPSession(page);
    const { entries } = await session.send('Page.getNavigationHistory');
    expect(entries.map(({ url }) => url).filter((url) => secret.test(url))).toEqual([]);
    expect(page.url()).toBe(`${platform.shell}/`);
    const resources = await page.evaluate(() => document.referrer + location.href);
    expect(resources).not.toMatch(secret);
  });

  test('nothing that the shell does is against its own policies', async () => {
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('prosEnvironment')), {
        message: 'XML is read',
      })
      .not.toBeNull();

    const overlay = page.getByRole('region', { name: 'Testmodus' });
    await overlay.getByRole('button', { name: /^Test/ }).click();
    for (const tab of await overlay.getByRole('tab').all()) await tab.click();
    await overlay.getByRole('button', { name: /^Test/ }).click();
    const frame = contentFrame(page, platform);
    await enterFullScreen(frame);
    await frame.evaluate(() => document.exitFullscreen());
    await learner.signOut();
    await page.getByRole('button', { name: 'Cookie-Einstellungen' }).click();
    await page.getByRole('dialog').waitFor();
    expect(violations).toEqual([]);
  });
});

describe('whoever gets a text of theirs into the page', () => {
  let context: BrowserContext;
  let page: Page;
  let violations: readonly string[];
  arriveBeforeAll((arrival) => ({ context, page } = arrival));
  beforeAll(async () => {
    violations = await watchViolations(context);
    await page.goto(platform.shell);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    if (violations.length > 0) throw new Error(violations.join('\n'));
  });

  const types = 'require-trusted-types-for';
  test.each<[string, string, () => unknown]>([
    ['as markup', types, () => (document.body.innerHTML = '<img src=x onerror=alert(1)>')],
    ['as an attribute', types, () => document.body.setAttribute('onclick', 'alert(1)')],
    ['as a script', types, () => (document.createElement('script').text = 'alert(1)')],
    [
      'as a script’s address on the same origin',
      types,
      () => (document.createElement('script').src = '/assets/favicon.svg'),
    ],
    ['as a document', types, () => new DOMParser().parseFromString('<p>', 'text/html')],
    [
      'by a way of its own',
      'trusted-types',
      () => {
        const { trustedTypes } = globalThis as unknown as {
          trustedTypes: { createPolicy(name: string, rules: object): void };
        };
        trustedTypes.createPolicy('mine', {});
      },
    ],
    // Later: what a debugger evaluates is above the policies of code.
    ['as code', types, () => setTimeout(() => Reflect.construct(Function, ['return 1']))],
    ['as code for later', types, () => Reflect.apply(setTimeout, window, ['alert(1)'])],
  ])('%s is refused', async (_how, directive, attempt) => {
    // The result of the attempt before is told by then.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    const before = violations.length;
    await page.evaluate(attempt).catch(() => {});
    await expect
      .poll(() => violations.slice(before).join('\n'))
      .toContain(`Violation: ${directive} `);
  });
});

/** By a press in the content, as browsers demand. */
async function enterFullScreen(frame: Frame): Promise<void> {
  await frame.evaluate(() => {
    document.addEventListener('click', () => void document.documentElement.requestFullscreen(), {
      once: true,
    });
  });
  await frame.locator('h1').first().click();
  await frame.waitForFunction(() => document.fullscreenElement !== null);
}
