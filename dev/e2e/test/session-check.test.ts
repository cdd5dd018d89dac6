import type { BrowserContext, Frame, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessTokenOf } from '../src/access-token.ts';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import { signInAtProviderBeside } from '../src/sign-in-beside.ts';

/*
 * The session check of OpenID Connect Session Management 1.0, which the embedded provider does not offer.
 * Everything of it is the embedded provider's here but what it lacks: the discovery document names a frame,
 * answers name a session, and the frame's page is the test's. Each test goes on where the one before has stopped.
 */

const [mia] = newCast();
/** How long one check takes, and several, in milliseconds: one comes every two seconds. */
const checkInMs = 2_000;
const severalChecksInMs = 7_000;

/** The page of the provider's frame: it takes one session for the present one. */
const framePage = `<!doctype html><script>
  window.present = 's1';
  window.asked = 0;
  addEventListener('message', ({ data, source, origin }) => {
    window.asked++;
    source.postMessage(data === 'lectern-shell ' + present ? 'unchanged' : 'changed', origin);
  });
</script>`;
declare global {
  interface Window {
    present: string;
    asked: number;
  }
}

let context: BrowserContext;
let learner: Learner;
let page: Page;
/** The session that the provider's answers name. */
let session: string;
/** Requests to the identity provider, as method and path. */
let asked: string[];

const { platform } = visitBeforeAll();
arriveBeforeAll((arrival) => ({ context, learner, page } = arrival));
beforeAll(async () => {
  await manageSessions();
  context.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === platform.identityProvider) asked.push(`${request.method()} ${pathname}`);
  });
  await page.clock.install();
});
beforeEach(() => {
  asked = [];
});

/** Adds to the provider what session management needs. */
async function manageSessions(): Promise<void> {
  const { identityProvider } = platform;
  const frame = `${identityProvider}/session/check`;
  await context.route(`${identityProvider}/.well-known/openid-configuration`, async (route) => {
    const response = await route.fetch();
    const metadata = (await response.json()) as object;
    await route.fulfill({ response, json: { ...metadata, check_session_iframe: frame } });
  });
  await context.route(frame, (route) =>
    route.fulfill({ contentType: 'text/html', body: framePage }),
  );
  await context.route(`${identityProvider}/oauth/authorize?*`, async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const { location, ...headers } = response.headers();
    if (location === undefined || !URL.canParse(location)) return route.fulfill({ response });
    const answer = new URL(location);
    answer.searchParams.set('session_state', session);
    await route.fulfill({ response, headers: { ...headers, location: answer.href } });
  });
}

/** Signs Mia in where the provider knows her, so that its answer comes at once: only then can it be changed. */
async function signIn(): Promise<void> {
  await signInAtProviderBeside(context, platform, mia);
  await page.goto(`${platform.shell}/login`);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await learner.content.getByText('Hallo Mia').waitFor();
}

async function openSession(): Promise<Frame> {
  session = 's1';
  await signIn();
  const isCheck = (frame: Frame) => frame.url().endsWith('/session/check');
  await expect.poll(() => page.frames().some(isCheck)).toBe(true);
  const frame = page.frames().find(isCheck)!;
  // No animation frames in a hidden frame, so no waitForFunction.
  const checks = async () => {
    await page.clock.runFor(checkInMs);
    return frame.evaluate(() => window.asked);
  };
  await expect.poll(checks).toBeGreaterThan(1);
  return frame;
}

const later = () => page.clock.runFor(severalChecksInMs);

/** The next check finds another session. */
async function changes(frame: Frame, to: string): Promise<void> {
  await frame.evaluate((present) => void (window.present = present), to);
  await page.clock.runFor(checkInMs);
}

describe('the session check', () => {
  let frame: Frame;

  test('asks nothing of the provider while the session is the same', async () => {
    frame = await openSession();
    const before = asked.length;
    await later();
    await expect.poll(() => frame.evaluate(() => window.asked)).toBeGreaterThan(3);
    expect(asked.slice(before)).toEqual([]);
  });

  test('of a changed session of the same user gets new tokens by the hidden frame, once', async () => {
    const first = await accessTokenOf(page);
    session = 's2';
    await changes(frame, 's2');
    await expect.poll(() => accessTokenOf(page)).not.toBe(first);
    await later();
    expect(asked).toEqual(['GET /oauth/authorize', 'POST /oauth/token', 'GET /oauth/jwks']);
    await learner.content.getByText('Hallo Mia').waitFor();
  });

  test('of a session that has ended signs out, and says why', async () => {
    await context.clearCookies();
    await changes(frame, 'none');
    await page.waitForURL('**/login');
    await page.getByRole('heading', { name: 'Die Anmeldung ist abgelaufen' }).waitFor();
    await page.getByText('Für den Support: login_required').waitFor();
    await later();
    const authorizations = asked.filter((request) => request.startsWith('GET'));
    expect(authorizations).toEqual(['GET /oauth/authorize']);
    expect(page.frames()).toHaveLength(1);
  });
});
