import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import { configure } from '../src/configuration.ts';
import { hostShell, type HostedShell } from '../src/hosted-shell.ts';
import { startLogServer, type LogServer } from '../src/log-server.ts';

const [mia] = newCast();

let logServer: LogServer;
/** A host of its own, at which nobody can sign in. */
let shell: HostedShell;
let context: BrowserContext;
let learner: Learner;
let page: Page;
/** Paths of what the shell's page has asked for, in order. */
const requested: string[] = [];
/** Violations of the content policy. */
const blocked: string[] = [];

const { platform } = visitBeforeAll();
beforeAll(async () => {
  logServer = await startLogServer();
  shell = await hostShell(platform, { logging: { address: logServer.address } });
});
afterAll(async () => {
  await shell?.[Symbol.asyncDispose]();
  await logServer?.[Symbol.asyncDispose]();
});
arriveBeforeAll((arrival) => {
  ({ context, learner, page } = arrival);
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) blocked.push(message.text());
  });
});
afterEach(() => {
  if (blocked.length > 0) throw new Error(blocked.join('\n'));
});

const posted = () => logServer.posts.flatMap(({ entries }) => entries);
const uncaught = () => posted().filter(({ message }) => message === 'An error was not caught.');

/** An error as a fault in the shell would throw it, with a text that must go nowhere. */
const fail = (text: string) =>
  page.evaluate(
    (quoted) =>
      new Promise((thrown) => {
        setTimeout(() => {
          setTimeout(thrown);
          throw new RangeError(quoted);
        });
      }),
    text,
  );

test('no code for posting is asked for before there is something to post', async () => {
  await page.goto(shell.origin);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
  expect(requested.filter((path) => path.includes('post-log'))).toEqual([]);
  await fail('x');
  await expect.poll(() => requested.filter((path) => path.includes('post-log'))).toHaveLength(1);
  await expect.poll(() => uncaught().length).toBe(1);
});

test('what was gathered last is posted when the page goes', async () => {
  const before = uncaught().length;
  await fail('the last');
  // Another page takes this one's place, and its timers with it, before the entries have been gathered.
  await page.goto(`${platform.shell}/docs`);
  await expect.poll(() => uncaught().length).toBe(before + 1);
});

test('entries are posted after the content has loaded, and hold nothing of the user', async () => {
  // An address that the host's policy has for other reasons, on the shell's host: ports share its cookies.
  const address = `${platform.content}/entries`;
  const url = logServer.address.replace('127.0.0.1', new URL(address).hostname);
  await context.route(address, (route) => route.continue({ url }));
  await configure(context, platform.shell, (document) => ({ ...document, logging: { address } }));
  await learner.enter(mia);
  await page.reload();
  await learner.content.getByText('Hallo Mia').waitFor();
  const before = uncaught().length;
  await fail('mia.keller@schule.example eyJhbGciOiJSUzI1NiJ9.e30.x');
  await expect.poll(() => uncaught().length).toBe(before + 1);
  expect(uncaught().at(-1)).toMatchObject({ level: 'error', detail: { name: 'RangeError' } });
  expect(JSON.stringify(logServer.posts)).not.toMatch(/mia|keller|eyJ|code=/i);
  expect(logServer.namedBy).toEqual([]);
});
