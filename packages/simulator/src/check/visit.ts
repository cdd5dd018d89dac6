import { csrf } from '@lectern/contracts';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { SimulatorProblem } from '../problem.ts';
import { consentCookie } from '../after-sign-in.ts';
import type { Stage } from '../stage.ts';
import {
  handleName,
  instrument,
  reportName,
  type Plan,
  type Observation,
  type Way,
} from './instruments.ts';

/** A message that was seen, oldest first. */
export interface Seen {
  readonly way: Way;
  readonly over: 'port' | 'window';
  readonly message: Readonly<Record<string, unknown>>;
}

export interface VisitOptions extends Plan {
  /** Query of the scenario's address: a deep link, and `after`. */
  readonly query?: Readonly<Record<string, string>>;
  /** The page goes by a clock that can be moved on. */
  readonly hasClock?: boolean;
}

/** One opening of the content in a scenario, in a browser profile of its own. */
export interface Visit extends AsyncDisposable {
  readonly page: Page;
  readonly seen: readonly Seen[];
  /** Errors that the content has not caught. */
  readonly errors: readonly string[];
  /** Actions that the content has asked for. */
  readonly asked: readonly string[];
  /** Where the content's frame is; undefined: at a page of the browser's own. */
  readonly landed: URL | undefined;
  /** Where it was to go, and the shell's policy did not let it. */
  readonly blocked: URL | undefined;
  /** Another origin than the shell's, to which something was sent that was for the shell. */
  readonly misdirected: string | undefined;
  /** Resolves with what it finds, or with undefined when the time is over. */
  until<T>(find: () => T | undefined | false, limitInMs: number): Promise<T | undefined>;
  content(): Frame | undefined;
  /** Loads the content alone anew, as for the first time, with another plan. Nothing that was seen before is left. */
  reopen(plan: Plan): Promise<void>;
  /** Sends something in the container's name. */
  tellContent(message: object): Promise<void>;
  /** Lets the answers go that were held. */
  release(): Promise<void>;
  /** Types this and chooses something, as far as there is anything to type or choose. */
  use(text?: string): Promise<void>;
}

/** How Chromium says in its console that a message was for another origin than the one that is there. */
const misdirection =
  /target origin provided \('([^']+)'\) does not match the recipient window's origin \('([^']+)'\)/;
const pollIntervalInMs = 50;
/** A shell whose services are slow takes its time. */
const openLimitInMs = 60_000;
/** For one thing that is done to the page. */
const actionLimitInMs = 1_000;

/**
 * Opens the content in the scenario.
 *
 * @throws {SimulatorProblem} when the shell shows something else
 */
export async function visit(
  browser: Browser,
  stage: Stage,
  content: URL,
  options: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  try {
    return await visitIn(context, stage, content, options);
  } catch (error) {
    await context.close();
    throw error;
  }
}

async function visitIn(
  context: BrowserContext,
  stage: Stage,
  content: URL,
  { query = {}, hasClock = false, ...plan }: VisitOptions,
): Promise<Visit> {
  context.setDefaultTimeout(openLimitInMs);
  const page = await context.newPage();
  if (hasClock) await page.clock.install();
  const seen: Seen[] = [];
  const errors: string[] = [];
  let blocked: URL | undefined;
  let misdirected: string | undefined;
  page.on('console', (message) => {
    const [, meant, recipient] = misdirection.exec(message.text()) ?? [];
    if (recipient === stage.origin) misdirected ??= meant;
  });
  await context.exposeBinding(reportName, (_source, json: string) => {
    const observation = JSON.parse(json) as Observation;
    if (observation.kind === 'error') errors.push(observation.text);
    else if (observation.kind === 'blocked')
      blocked = URL.canParse(observation.address) ? new URL(observation.address) : blocked;
    else seen.push({ ...observation, message: observation.message as Seen['message'] });
  });
  const names = {
    shellOrigin: stage.origin,
    contentOrigin: content.origin,
    reportName,
    handleName,
  };
  let script = await context.addInitScript(instrument, { ...names, plan });
  const [name = '', value = ''] = consentCookie().split(';', 1)[0]!.split('=');
  /** Ports of a machine share cookies, so that the shell's may be the content's as well. */
  const notOfShell = new RegExp(`^(?!(${name}|${csrf.cookie})$)`);
  await context.addCookies([{ name, value, url: stage.origin }]);
  const address = new URL(stage.address);
  for (const [key, given] of Object.entries(query)) address.searchParams.set(key, given);
  await page.goto(address.href);
  await requireContent(page);

  const frameOfContent = () =>
    page.frames().find((frame) => frame.parentFrame() === page.mainFrame() && isOf(frame, content));
  return {
    page,
    seen,
    errors,
    get asked() {
      return seen
        .filter(({ way }) => way === 'to container')
        .map(({ message }) => String(message['action']));
    },
    get landed() {
      const address = page.mainFrame().childFrames()[0]?.url() ?? '';
      return /^https?:/.test(address) ? new URL(address) : undefined;
    },
    get blocked() {
      return blocked;
    },
    get misdirected() {
      return misdirected;
    },
    async until(find, limitInMs) {
      const deadline = performance.now() + limitInMs;
      for (;;) {
        const value = find();
        if (value !== undefined && value !== false) return value;
        if (performance.now() > deadline) return undefined;
        await page.waitForTimeout(pollIntervalInMs);
      }
    },
    content: frameOfContent,
    async reopen(next) {
      const frame = page.mainFrame().childFrames()[0]!;
      // A worker would answer for the empty page. Content that is on its way elsewhere has ended its scripts.
      await frame.evaluate(dropWorkers).catch(() => {});
      // Content may keep something as it goes, and connections of its own keep databases.
      const empty = new URL('?lectern-check=empty', content).href;
      const isEmpty = ({ href }: URL) => href === empty;
      await page.route(isEmpty, (route) => route.fulfill({ contentType: 'text/html' }), {
        times: 1,
      });
      await frame.goto(empty);
      await frame.evaluate(forgetAll);
      await context.clearCookies({ name: notOfShell });
      await script.dispose();
      script = await context.addInitScript(instrument, { ...names, plan: next });
      await page.evaluate(callHandle, { handleName, method: 'follow', message: next });
      seen.length = 0;
      errors.length = 0;
      await page.evaluate(loadContentAnew);
    },
    async tellContent(message) {
      await page.evaluate(callHandle, { handleName, method: 'tellContent', message });
    },
    async release() {
      const call = { handleName, method: 'release', message: undefined };
      await page.evaluate(callHandle, call);
      await frameOfContent()?.evaluate(callHandle, call);
    },
    use: (text = 'Lectern ') => use(frameOfContent(), text),
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** @throws {SimulatorProblem} when the shell shows something else, with its words */
async function requireContent(page: Page): Promise<void> {
  const frame = page.locator('iframe[data-content-frame]');
  const refusal = page.locator('[role=alert]:visible');
  await frame.or(refusal).first().waitFor({ state: 'attached' });
  if ((await frame.count()) > 0) return;
  const words = (await refusal.first().innerText()).replaceAll(/\s+/g, ' ');
  throw new SimulatorProblem(
    `The shell of the simulator did not open the content. It says: ${words}`,
  );
}

function isOf(frame: Frame, { origin }: URL): boolean {
  return URL.canParse(frame.url()) && new URL(frame.url()).origin === origin;
}

/** Runs in the content. */
async function dropWorkers(): Promise<void> {
  for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
}

/** Runs in an empty page of the content's origin, and empties what content keeps in the browser, but for cookies. */
async function forgetAll(): Promise<void> {
  sessionStorage.clear();
  localStorage.clear();
  for (const { name = '' } of await indexedDB.databases())
    await new Promise<unknown>((end) => {
      const request = indexedDB.deleteDatabase(name);
      for (const type of ['success', 'error', 'blocked']) request.addEventListener(type, end);
    });
  // Plain http from another machine has none.
  if (isSecureContext) for (const name of await caches.keys()) await caches.delete(name);
}

/** Runs in the shell's page. */
function loadContentAnew(): void {
  const frame = document.querySelector<HTMLIFrameElement>('iframe[data-content-frame]')!;
  const { src } = frame;
  frame.src = src;
}

/** Runs in a page. */
function callHandle(call: { handleName: string; method: string; message: unknown }): void {
  const handle: unknown = Reflect.get(window, call.handleName);
  const method: unknown = Reflect.get(Object(handle), call.method);
  if (typeof method === 'function') method(call.message);
}

/** Elements that refuse input are left alone: the content may be busy, or gone. */
async function use(frame: Frame | undefined, text: string): Promise<void> {
  if (!frame) return;
  const options = { timeout: actionLimitInMs };
  const texts = frame.locator('textarea:visible, input:visible:is([type=text], :not([type]))');
  const choices = frame.locator('input:is([type=radio], [type=checkbox]):visible');
  await texts
    .first()
    .pressSequentially(text, options)
    .catch(() => {});
  await choices
    .first()
    .click(options)
    .catch(() => {});
}
