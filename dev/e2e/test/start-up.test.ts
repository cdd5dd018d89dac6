import { once } from 'node:events';
import { connect } from 'node:net';
import type { Page, Route } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { answerConfiguration } from '../src/configuration.ts';
import { hostShell } from '../src/hosted-shell.ts';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';

/* Rows 32 and 34 of the security cases, and what section 8 says of a start that fails. */

type Document = Readonly<Record<'project' | 'signIn', Readonly<object>>>;

const [mia] = newCast();

let learner: Learner;
let page: Page;
const errors: string[] = [];

const { platform } = visitBeforeAll();
arriveBeforeAll((arrival) => ({ learner, page } = arrival));
beforeAll(() => {
  page.on('console', (message) => {
    // The browser's own messages about a failed request begin with other words.
    if (message.text().startsWith('error ')) errors.push(message.text());
  });
});
beforeEach(() => {
  errors.length = 0;
});

/** Answers every navigation from its cache. */
const formerWorker = `
  addEventListener('install', (event) => {
    skipWaiting();
    const page = new Response('<h1>Former</h1>', { headers: { 'Content-Type': 'text/html' } });
    event.waitUntil(caches.open('former').then((cache) => cache.put('/', page)));
  });
  addEventListener('fetch', (event) => {
    if (event.request.mode === 'navigate') event.respondWith(caches.match('/'));
  });`;

/** Opens the shell with a configuration document that is answered like this. */
async function startWith(
  answer: (route: Route) => Promise<void>,
): ReturnType<typeof answerConfiguration> {
  const answerAsEver = await answerConfiguration(page, platform.shell, answer);
  onTestFinished(answerAsEver);
  await page.goto(platform.shell);
  await page.getByRole('heading', { name: 'Die Anwendung kann nicht gestartet werden.' }).waitFor();
  return answerAsEver;
}

/** The real document, changed as text or as what it says. */
const changed = (change: (document: Document) => object | string) => async (route: Route) => {
  const document = (await (await route.fetch()).json()) as Document;
  const result = change(document);
  await route.fulfill({
    contentType: 'application/json',
    body: typeof result === 'string' ? result : JSON.stringify(result),
  });
};

test('an older browser reads which ones work, and nothing starts', async () => {
  const old = await page.context().newPage();
  onTestFinished(() => old.close());
  await old.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'findLast'));
  await old.goto(platform.shell, { waitUntil: 'load' });
  await old.getByRole('alert').getByText('Firefox 115, Safari 15.4').waitFor();
  expect(await old.locator('iframe').count()).toBe(0);
});

test('a service worker of what stood at the address before gives way to the shell', async () => {
  await using shell = await hostShell(platform, {});
  const context = page.context();
  const tab = await context.newPage();
  onTestFinished(() => tab.close());
  // The former site, until it has registered its worker.
  await context.route(`${shell.origin}/**`, (route) =>
    route.request().url().endsWith('/js/worker.js')
      ? route.fulfill({
          contentType: 'text/javascript',
          headers: { 'Service-Worker-Allowed': '/' },
          body: formerWorker,
        })
      : route.fulfill({ contentType: 'text/html', body: '<h1>Former</h1>' }),
  );
  await tab.goto(shell.origin);
  await tab.evaluate(async () => {
    await navigator.serviceWorker.register('/js/worker.js', { scope: '/' });
    await navigator.serviceWorker.ready;
  });
  await context.unroute(`${shell.origin}/**`);
  const visit = await tab.goto(shell.origin);
  expect(visit?.fromServiceWorker()).toBe(true);

  // As the browser does by itself some seconds after a visit.
  const session = await context.newCDPSession(tab);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.updateRegistration', { scopeURL: `${shell.origin}/` });
  await tab.getByRole('button', { name: 'Anmelden' }).waitFor();
  const left = () =>
    tab.evaluate(async () => [
      ...(await navigator.serviceWorker.getRegistrations()),
      ...(await caches.keys()),
    ]);
  await expect.poll(left).toEqual([]);
});

describe('a wrong configuration', () => {
  test.each<[string, (document: Document) => object | string, string]>([
    [
      'row 34: without the version',
      (document) => ({ ...document, project: { ...document.project, version: undefined } }),
      'fehlt das Feld «project.version»',
    ],
    [
      'row 34: with a title that is none',
      (document) => ({ ...document, project: { ...document.project, title: 7 } }),
      'ist das Feld «project.title» ungültig',
    ],
    ['row 34: that is a list', () => '[]', 'Die Konfiguration hat keine Felder'],
    [
      'row 34: with a prototype',
      (document) => JSON.stringify(document).replace('{', '{"__proto__":{"project":1},'),
      '«__proto__»',
    ],
    [
      'row 34: that signs in over plain http',
      (document) => ({
        ...document,
        signIn: { ...document.signIn, authority: 'http://login.example' },
      }),
      'im Feld «signIn.authority» nicht mit https',
    ],
    [
      'row 32: with the content on the shell’s own origin',
      (document) => ({
        ...document,
        project: { ...document.project, contentOrigin: platform.shell, location: undefined },
      }),
      'Feld «project.contentOrigin»',
    ],
  ])('%s starts nothing and says which field', async (_what, change, sentence) => {
    await startWith(changed(change));
    await page.getByText(sentence).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^error bootstraping app \(name: ConfigurationError, field: /);
  });
});

describe('a configuration that does not come', () => {
  test.each<[string, (route: Route) => Promise<void>, string]>([
    ['because nobody answers', (route) => route.abort(), 'no answer'],
    ['because a page comes instead', (route) => route.fulfill({ body: '<p>' }), 'no JSON'],
  ])('%s is said, and can be tried again', async (_what, answer, detail) => {
    const answerAsEver = await startWith(answer);
    await page.getByText('Die Konfiguration konnte nicht geladen werden.').waitFor();
    await page.getByText(`Für den Support: error fetching configuration app (${detail})`).waitFor();
    expect(errors).toEqual(['error fetching configuration app (name: ConfigurationUnreachable)']);

    await answerAsEver();
    await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
    await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
  });
});

test.each([
  [{ logging: { level: 'all' } }, '«logging.level»'],
  [{ project: undefined }, '«project»'],
  [{ signIn: { authority: 'x' } }, '«signIn.authority»'],
])('row 34: a host that is configured with %o sends a page that says so', async (wrong, field) => {
  await using shell = await hostShell(platform, wrong);
  // As browsers open ahead, which keeps no host from closing.
  await once(connect(Number(new URL(shell.origin).port), 'localhost'), 'connect');
  await page.goto(shell.origin);
  await page.getByRole('heading', { name: 'Die Anwendung kann nicht gestartet werden.' }).waitFor();
  await page.getByText(field).waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
});

test('pages that cannot be loaded leave content in use alone, and come later', async () => {
  await page.clock.install();
  await learner.enter(mia);
  await page.route('**/assets/app-*.js', (route) => route.abort());
  const warned = page.waitForEvent('console', (message) =>
    message.text().startsWith('The pages could not be loaded.'),
  );
  await page.reload();
  await learner.content.getByText('Hallo Mia').waitFor();
  await warned;
  expect(await page.locator('iframe[data-content-frame]').count()).toBe(1);
  await expect.poll(() => page.locator('#app').innerText()).toBe('Loading...');

  await page.unroute('**/assets/app-*.js');
  await page.clock.fastForward(10_000);
  await expect.poll(() => page.locator('#app').innerText()).not.toContain('Loading...');
  expect(errors).toEqual([]);
});

test('a later field that is wrong takes the content away, too', async () => {
  await page.reload();
  await learner.content.getByText('Hallo Mia').waitFor();
  await startWith(changed((document) => ({ ...document, environment: {} })));
  await page.getByText('«environment.basicSecret»').waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
});

test('an older browser opens the content before its fallback comes', async () => {
  await page.goto(platform.shell);
  const greeting = learner.content.getByText('Hallo Mia');
  await greeting.waitFor();
  await page.addInitScript(() => Reflect.deleteProperty(URL, 'parse'));
  const { promise: wanted, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/assets/fallback-*.js', async (route) => {
    await wanted;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await learner.content.getByRole('heading').first().waitFor();
  expect(await greeting.count()).toBe(0);
  letGo();
  await greeting.waitFor();
});

test('an older browser has its fallback on the page of a failed start', async () => {
  await page.addInitScript(() => Reflect.deleteProperty(URL, 'parse'));
  await startWith(changed(() => '[]'));
  expect(await page.evaluate(() => typeof URL.parse)).toBe('function');
});
