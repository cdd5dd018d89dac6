import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { arrive, launchBrowser } from '@lectern/e2e';
import { createContentServer, demoAccounts, demoContentFolder, startPlatform } from '@lectern/env';
import type { CDPSession, Page } from 'playwright-core';
import { compare, median, rounded, type Benchmark, type Figure } from '../figures.ts';

const rounds = 9;
/** A phone of the lower middle class against the machine that measures. */
const processorSlowdown = 4;
/** A slow mobile network, as Lighthouse takes it. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

export const benchmark: Benchmark = {
  question:
    'How long from opening the shell to the first paint of the content, with a session and a slow phone, against a static page with the same frame?',

  async run() {
    await using stack = new AsyncDisposableStack();
    const platform = await startPlatform();
    stack.defer(() => platform.close());
    const limit = await startLimit();
    stack.defer(() => limit.close());
    const browser = await launchBrowser();
    stack.defer(() => browser.close());

    const { page, signIn } = await arrive(await browser.newContext(), platform);
    await signIn(demoAccounts[0]);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', network);

    const what = 'static page with the same frame';
    const measureBoth = async (cold: boolean) => {
      const product: number[] = [];
      const bare: number[] = [];
      // One uncounted round fills the caches; then in turns, so that noise meets both alike.
      for (let round = cold ? 0 : -1; round < rounds; round++) {
        const times = [
          await timeToContent(page, cdp, platform.shell, cold),
          await timeToContent(page, cdp, limit.address, cold),
        ] as const;
        if (round >= 0) {
          product.push(times[0]);
          bare.push(times[1]);
        }
      }
      return [median(product), median(bare)] as const;
    };

    const [warm, warmLimit] = await measureBoth(false);
    const [cold, coldLimit] = await measureBoth(true);
    const scriptBytes = await scriptBytesBeforeFrame(page, cdp, platform.shell, platform.content);
    return [
      compare('warm cache', 'ms', warm, { what, value: warmLimit }, { atMost: 1.3 }),
      compare('cold cache', 'ms', cold, { what, value: coldLimit }, { atMost: 1.5 }),
      {
        figure: "script before the frame's request (compressed)",
        unit: 'kB',
        value: rounded(scriptBytes / 1000),
        goal: 'at most 10',
        met: scriptBytes <= 10_000,
      } satisfies Figure,
    ];
  },
};

/** From the start of the navigation to the first contentful paint inside the frame, in milliseconds. */
async function timeToContent(
  page: Page,
  cdp: CDPSession,
  address: string,
  cold: boolean,
): Promise<number> {
  if (cold) await cdp.send('Network.clearBrowserCache');
  await page.goto(address, { waitUntil: 'commit' });
  const element = await page.waitForSelector('iframe[data-content-frame]', { state: 'attached' });
  const frame = await element.contentFrame();
  if (!frame) throw new Error('The frame has no document.');
  await frame.waitForURL((url) => url.protocol === 'http:', { waitUntil: 'commit' });
  const painted = await frame.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list, observer) => {
          const [paint] = list.getEntriesByName('first-contentful-paint');
          if (!paint) return;
          observer.disconnect();
          resolve(performance.timeOrigin + paint.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
  return painted - (await page.evaluate(() => performance.timeOrigin));
}

/** Script bytes on the wire that the shell received before it asked for the frame's document. */
async function scriptBytesBeforeFrame(
  page: Page,
  cdp: CDPSession,
  shell: string,
  content: string,
): Promise<number> {
  await cdp.send('Network.clearBrowserCache');
  const scripts = new Set<string>();
  let bytes = 0;
  let frameRequested = false;
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (type === 'Script') scripts.add(requestId);
    if (request.url.startsWith(content)) frameRequested = true;
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId) && !frameRequested) bytes += encodedDataLength;
  });
  await timeToContent(page, cdp, shell, false);
  return bytes;
}

/** A page that holds nothing but the frame: as fast as any shell can be. */
async function startLimit(): Promise<{ address: string; close(): Promise<void> }> {
  const page = createServer();
  const address = `http://localhost:${await listen(page)}`;
  const content = await createContentServer({ folder: demoContentFolder, shellOrigin: address });
  const contentAddress = await content.listen({ port: 0, host: 'localhost' });
  const { port } = new URL(contentAddress);
  page.on('request', (_request, response) => {
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' })
      .end(
        `<!doctype html><title>limit</title><iframe data-content-frame src="http://localhost:${port}/index.html"></iframe>`,
      );
  });
  return {
    address,
    async close() {
      page.closeAllConnections();
      page.close();
      await content.close();
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, 'localhost', () => resolve((server.address() as AddressInfo).port));
  });
}
