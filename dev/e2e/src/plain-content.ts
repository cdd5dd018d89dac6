import type { DemoAccount } from '@lectern/env';
import type { AnswerMessage } from '@lectern/sdk/protocol';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { visitBeforeAll } from './journeys.ts';
import { arrive, type Learner } from './learner.ts';
import type { SharedPlatform } from './shared-platform.ts';

/*
 * Content without the SDK, at the content's real origin: its page is replaced by one that only records,
 * and a test speaks for it.
 */

const probePage = `<!doctype html><title>Probe</title><main>Probe</main>
<script>
  window.received = [];
  addEventListener('message', ({ data, origin, ports: [port] }) => {
    received.push({ data, origin });
    if (!port) return;
    window.port = port;
    port.onmessage = ({ data }) => received.push({ data, origin: 'port' });
  });
</script>`;

export interface Received {
  readonly data: Partial<AnswerMessage> & { readonly event?: unknown };
  /** Of the window that has sent it; `port`: it came over the port. */
  readonly origin: string;
}

declare global {
  interface Window {
    received: Received[];
    /** The one that came last. */
    port: MessagePort | undefined;
  }
}

/** A signed-in learner's page of the production shell, and the recording page in its frame. */
export interface Probed {
  readonly platform: SharedPlatform;
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly learner: Learner;
  readonly page: Page;
  readonly content: Frame;
}

/**
 * Signs a learner in before the tests of the file.
 *
 * @returns opens the shell anew, with its page: for `beforeEach`, or for `beforeAll` of tests that leave the
 *   page as it was.
 */
export function probeAs(account: DemoAccount): () => Promise<Probed> {
  let signedIn: Omit<Probed, 'content'>;
  const { platform, browser } = visitBeforeAll();
  beforeAll(async () => {
    const context = await browser.newContext();
    await replaceContent(context, platform.content);
    const learner = await arrive(context, platform);
    signedIn = { platform, browser, context, learner, page: learner.page };
    await learner.enter(account);
  });
  return async () => {
    const { page } = signedIn;
    await page.goto(platform.shell);
    return { ...signedIn, content: await probeIn(page) };
  };
}

/** Has the context's pages of this origin be the recording page. */
export async function replaceContent(context: BrowserContext, origin: string): Promise<void> {
  await context.route(`${origin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: probePage }),
  );
}

/** The recording page in the shell's frame, once it is there. */
export async function probeIn(page: Page): Promise<Frame> {
  const element = await page.waitForSelector('iframe[data-content-frame]', { state: 'attached' });
  const content = (await element.contentFrame())!;
  await content.getByText('Probe').waitFor();
  return content;
}

let lastId = 0;

/**
 * Sends as content does, and waits for the answer of this very message.
 *
 * @param message Its members beside marker and id.
 */
export function ask(
  content: Frame,
  message: object,
  over: 'window' | 'port' = 'window',
): Promise<Received['data']> {
  const id = `ask-${++lastId}`;
  return content.evaluate(
    ([request, wanted, way]) =>
      new Promise<Received['data']>((resolve) => {
        const receive = ({ data }: MessageEvent<Received['data']>) => {
          if (data.id === wanted) resolve(data);
        };
        if (way === 'window') {
          addEventListener('message', receive);
          parent.postMessage(request, '*');
        } else {
          window.port?.addEventListener('message', receive);
          window.port?.postMessage(request);
        }
      }),
    [{ origin: 'iframe', ...message, id }, id, over] as const,
  );
}

/** Says hello as the SDK does: what is asked over the port goes over the one that has come. */
export function askForPort(content: Frame): Promise<Received['data']> {
  const payload = { version: 1, capabilities: ['port'] };
  return ask(content, { action: 'hello', payload });
}

/**
 * Everything that the content was sent since this was asked last, until a good request was answered, but events
 * of the container's own.
 */
export async function receivedSince(content: Frame): Promise<Received[]> {
  await ask(content, { action: 'isLoggedIn' });
  return (await content.evaluate(() => window.received.splice(0))).filter(
    ({ data }) => data.id !== `ask-${lastId}` && data.event === undefined,
  );
}
