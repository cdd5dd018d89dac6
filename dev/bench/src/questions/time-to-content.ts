import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { arrive, launchBrowser } from '@lectern/e2e';
import { createContentServer, demoAccounts, demoContentFolder, startPlatform } from '@lectern/env';
import type { CDPSession, Page } from 'playwright-core';
import { compare, median, rounded, type Benchmark, type Figure } from '../figures.ts';

const rounds = 21;
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
    'How long from opening the shell, by somebody who comes from another site, to the first paint of the content, with a session and a slow phone, against a static page with the same frame?',

  remarks: `Before configuration, style and start script stood in the page, before the rest of the shell waited for
the content's first word, and before the loader waited half a second until it shows, the same measurement
gave 1.30 and 1.51 of the static page with a warm cache (752 and 749 ms) and 1.40 with a cold one (996 and
995 ms), in two runs. The largest cost that remains is the start script's own: some 25 ms of the slow
processor until the frame is asked for, of which the new document in the frame takes half. Cold, it is
the shell's scripts (42 kB), which share the network with the content.`,

  async run() {
    await using stack = new AsyncDisposableStack();
    const platform = await startPlatform();
    stack.defer(() => platform.close());
    const limit = await startLimit();
    stack.defer(() => limit.close());
    const otherSite = await serve('127.0.0.1', '<!doctype html><title>another site</title>');
    stack.defer(() => otherSite.close());
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
      const from = otherSite.address;
      // One uncounted round fills the caches; then in turns, so that noise meets both alike.
      for (let round = cold ? 0 : -1; round < rounds; round++) {
        const times = [
          await timeToContent(page, cdp, from, platform.shell, cold),
          await timeToContent(page, cdp, from, limit.address, cold),
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
    const bytes = await bytesOfPage(page, cdp, platform.shell);
    return [
      compare('warm cache', 'ms', warm, { what, value: warmLimit }, { atMost: 1.15 }),
      compare('cold cache', 'ms', cold, { what, value: coldLimit }, { atMost: 1.25 }),
      {
        figure: 'the page, with the start script (compressed)',
        unit: 'kB',
        value: rounded(bytes / 1000),
        goal: 'at most 10',
        met: bytes <= 10_000,
      } satisfies Figure,
    ];
  },
};

/**
 * From the start of the navigation to the first contentful paint inside the frame, in milliseconds.
 *
 * @param from Page of another site, where the user is before: so each visit begins in a new process of
 *   the browser, and nothing of the visit before is still to be done.
 */
async function timeToContent(
  page: Page,
  cdp: CDPSession,
  from: string,
  address: string,
  cold: boolean,
): Promise<number> {
  await page.goto(from);
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

/** Bytes on the wire of the shell's page itself. */
async function bytesOfPage(page: Page, cdp: CDPSession, shell: string): Promise<number> {
  await cdp.send('Network.clearBrowserCache');
  const { promise: bytes, resolve } = Promise.withResolvers<number>();
  let pageRequest: string | undefined;
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url === `${shell}/`) pageRequest = requestId;
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (requestId === pageRequest) resolve(encodedDataLength);
  });
  await page.goto(shell);
  return bytes;
}

/** A page that holds nothing but the frame: as fast as any shell can be. */
async function startLimit(): Promise<{ address: string; close(): Promise<void> }> {
  const page = await serve('localhost', '');
  const content = await createContentServer({
    folder: demoContentFolder,
    shellOrigin: page.address.replace(/\/$/, ''),
  });
  const contentAddress = await content.listen({ port: 0, host: 'localhost' });
  const frame = `http://localhost:${new URL(contentAddress).port}/index.html`;
  page.show(
    `<!doctype html><title>limit</title><style>iframe{position:fixed;inset:0;width:100%;height:100%;border:0}</style><iframe data-content-frame src="${frame}"></iframe>`,
  );
  return {
    address: page.address,
    async close() {
      page.close();
      await content.close();
    },
  };
}

async function serve(host: string, html: string) {
  let shown = html;
  const server = createServer((_request, response) => {
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' })
      .end(shown);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    address: `http://${host}:${(server.address() as AddressInfo).port}/`,
    show(page: string) {
      shown = page;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
