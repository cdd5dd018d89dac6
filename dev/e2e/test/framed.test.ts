import type { Frame, Page } from 'playwright-core';
import { startBeforeAll } from '@lectern/env/later';
import { describe, expect, test } from 'vitest';
import { hostShell } from '../src/hosted-shell.ts';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import { startOtherSite } from '../src/other-site.ts';

/* Row 31 of the security cases: the shell in a frame of another site. */

const [mia] = newCast();

const site = startBeforeAll(startOtherSite);
let learner: Learner;
let page: Page;

const { platform } = visitBeforeAll();
arriveBeforeAll((arrival) => ({ learner, page } = arrival));

/** The frame that another site has, once something has become of it. */
async function framed(address: string): Promise<Frame> {
  await page.goto(`${site.origin}/?framed=${encodeURIComponent(address)}`);
  await page.waitForLoadState('load');
  return page.frames()[1]!;
}

/** The browser puts a page of its own in the place of what may not be framed. */
const blocked = /^chrome-error:/;

describe('row 31: another site that frames', () => {
  test.each([
    ['the container', '/'],
    ['the login page', '/login'],
    ['the logout page', '/logout'],
    ['the end of a sign-in', '/auth-callback?code=x&state=y'],
    ['the end of a silent renewal', '/silent-callback.html?code=x&state=y'],
    ['the end of a sign-in by popup', '/popup-callback.html?code=x&state=y'],
  ])('%s is blocked', async (_what, path) => {
    const refused = page.waitForEvent('console', (message) =>
      message.text().includes('frame-ancestors'),
    );
    const frame = await framed(platform.shell + path);
    await expect.poll(() => frame.url()).toMatch(blocked);
    await refused;
  });

  test('the identity provider’s sign-in page is blocked', async () => {
    await page.goto(platform.shell);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.getByLabel('Benutzername').waitFor();
    const frame = await framed(page.url());
    await expect.poll(() => frame.url()).toMatch(blocked);
  });

  test('the container is blocked from somebody who is signed in', async () => {
    await learner.enter(mia);
    // Late requests of the page before do not count.
    await page.goto('about:blank');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const frame = await framed(`${platform.shell}/`);
    await expect.poll(() => frame.url()).toMatch(blocked);
    expect(asked.filter((address) => address.startsWith(platform.content))).toEqual([]);
  });

  test('the content is blocked', async () => {
    const frame = await framed(`${platform.content}/index.html`);
    await expect.poll(() => frame.url()).toMatch(blocked);
  });
});

describe('a site that the configuration names', () => {
  test('may frame the shell', async () => {
    await using shell = await hostShell(platform, { embeddedBy: [site.origin] });
    const frame = await framed(`${shell.origin}/login`);
    await frame.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    expect(frame.url()).toBe(`${shell.origin}/login`);
  });

  test('may not be framed with it by one that is not named', async () => {
    await using stranger = await startOtherSite();
    await using shell = await hostShell(platform, { embeddedBy: [site.origin] });
    const inner = `${site.origin}/?framed=${encodeURIComponent(shell.origin)}`;
    await page.goto(`${stranger.origin}/?framed=${encodeURIComponent(inner)}`);
    await page.waitForLoadState('load');
    const frames = page.frames();
    expect(frames).toHaveLength(3);
    await expect.poll(() => frames[2]!.url()).toMatch(blocked);
  });

  test('is nobody when it is named wrongly, and the shell says so', async () => {
    await using shell = await hostShell(platform, { embeddedBy: ['https://*'] });
    const frame = await framed(`${shell.origin}/login`);
    await expect.poll(() => frame.url()).toMatch(blocked);
    await page.goto(shell.origin);
    await page.getByText('«embeddedBy»').waitFor();
  });
});
