import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  comeAndSignIn,
  inContent,
  retrying,
  sayMissingEngines,
  Visitor,
  wholeEngines,
  type Driver,
} from '@lectern/e2e/engines';
import { createContentServer, demoAccounts, demoContentFolder, startPlatform } from '@lectern/env';
import type { CDPSession } from 'playwright-core';
import { compareByRound, rounded, type Benchmark, type Figure, type Goal } from '../figures.ts';

/** In half as many the median of a quick engine moves by a tenth from run to run. */
const rounds = 31;
/** For more than one attempt whose page never loads. */
const attemptsLimitInMs = 120_000;
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
    'How long from opening the shell to the first paint of the content, with a session, against a static page with the same frame?',

  remarks: `The static page is *isolated*: it sends the header \`Cross-Origin-Opener-Policy\` that the shell sends, for
which WebKit starts a new process. WebKit tells of no paint in frames of other sites: of its engines the time
is that at which the content can be painted, parsed and with its style. Chromium alone can be slowed down.

On the slow phone the start script costs most: some 25 ms of the processor until the frame is asked for, of
which the new document in the frame takes half. In WebKit no request of the frame leaves before the page's scripts and its
first layout are done. There the start script takes about 9 ms, of which 3 to 5 come after the frame: compiled anew with
each page, none of its calls takes a whole one. Of the 29 ms that the static page takes in WPE that is a third, and
a script that does nothing but make the frame costs some 5 of them: no shell with a frame of its own reaches 1.1.`,

  async run() {
    await using stack = new AsyncDisposableStack();
    const platform = await startPlatform();
    stack.defer(() => platform.close());
    const limit = await startLimit();
    stack.defer(() => limit.close());
    const otherSite = await serve('127.0.0.1', '<!doctype html><title>another site</title>');
    stack.defer(() => otherSite.close());

    const figures: Figure[] = [];
    sayMissingEngines();
    for (const engine of wholeEngines) {
      /** Every figure has a browser of its own: one that has opened a thousand pages may open no more. */
      const inBrowser = async (look: (visitor: Visitor) => Promise<void>) => {
        await using running = await engine.start();
        const visitor = new Visitor(await running.visit());
        await comeAndSignIn(visitor, platform.shell, demoAccounts[0]);
        await look(visitor);
      };
      const measure = async (
        visitor: Visitor,
        figure: string,
        address: string,
        against: { readonly what: string; readonly address: string },
        goal?: Goal,
        prepare = async () => {},
      ) => {
        const own: number[] = [];
        const values: number[] = [];
        // A failed attempt is repeated from the other site on, because its next opening meets a process that is warm.
        const timeTo = (address: string) =>
          retrying(async () => {
            await visitor.driver.open(otherSite.address);
            await prepare();
            return timeToContent(visitor, address);
          }, attemptsLimitInMs);
        const pages = [
          { address, times: own },
          { address: against.address, times: values },
        ];
        // Uncounted rounds fill the caches. The order changes, because each page finds what the one before has left.
        for (let round = -2; round < rounds; round++)
          for (const { address, times } of round % 2 === 0 ? pages : pages.toReversed()) {
            const time = await timeTo(address);
            if (round >= 0) times.push(time);
          }
        const peer = { what: against.what, values };
        figures.push(compareByRound(`${engine.name}, ${figure}`, 'ms', own, peer, goal));
      };
      const bare = { what: 'isolated static page with the same frame', address: limit.isolated };
      const open = { what: 'not isolated', address: limit.open };
      const scripted = {
        what: 'isolated static page whose script makes the frame',
        address: limit.scripted,
      };

      const warm: readonly [figure: string, address: string, against: typeof bare, goal?: Goal][] =
        [
          ['warm cache', platform.shell, bare, { atMost: 1.1 }],
          ['warm cache, the static page isolated', limit.isolated, open],
          ['warm cache, a static page whose script makes the frame', limit.scripted, bare],
          ['warm cache, against that page', platform.shell, scripted],
        ];
      for (const comparison of warm) await inBrowser((visitor) => measure(visitor, ...comparison));
      await inBrowser(async (visitor) => {
        const { driver } = visitor;
        const devTools = await driver.devTools?.();
        if (!devTools) return;
        await devTools.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
        await devTools.send('Network.enable');
        await devTools.send('Network.emulateNetworkConditions', network);
        const { shell } = platform;
        const clearCache = async () => void (await devTools.send('Network.clearBrowserCache'));
        await measure(visitor, 'slow phone, warm cache', shell, bare, { atMost: 1.1 });
        await measure(visitor, 'slow phone, cold cache', shell, bare, { atMost: 1.15 }, clearCache);
        figures.push(await sizeOfPage(driver, devTools, shell));
      });
    }
    return figures;
  },
};

/** From the start of the navigation to the first paint of the content, in milliseconds. */
async function timeToContent(visitor: Visitor, address: string): Promise<number> {
  const { driver } = visitor;
  await driver.open(address);
  // WPE 2.38 sometimes shows an empty page where the page before was in another process.
  if (await driver.evaluate('shell', "document.title === ''"))
    throw new Error(`The page is empty: ${address}`);
  await visitor.waitFor(inContent('body'));
  const startedAt = (await driver.evaluate('shell', `(${navigationStart.toString()})()`)) as number;
  const paintedAt = await driver.evaluate('content', `(${firstPaint.toString()})()`);
  return (paintedAt as number) - startedAt;
}

/** Runs in the shell. In WebKit the page's origin of time is later than its request where the process has changed. */
function navigationStart(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return performance.timeOrigin + Math.min(0, page!.fetchStart);
}

/** Runs in the content. WebKit reports no paint in frames of other origins. */
function firstPaint(): Promise<number> | number {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) {
    const styles = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.css'));
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const neededAt = (styles as PerformanceResourceTiming[]).map(({ responseEnd }) => responseEnd);
    return performance.timeOrigin + Math.max(page!.domInteractive, ...neededAt);
  }
  return new Promise((resolve) => {
    new PerformanceObserver((list, observer) => {
      const [paint] = list.getEntriesByName('first-contentful-paint');
      if (!paint) return;
      observer.disconnect();
      resolve(performance.timeOrigin + paint.startTime);
    }).observe({ type: 'paint', buffered: true });
  });
}

/** Bytes on the wire of the shell's page itself. */
async function sizeOfPage(driver: Driver, devTools: CDPSession, shell: string): Promise<Figure> {
  await devTools.send('Network.clearBrowserCache');
  const { promise, resolve } = Promise.withResolvers<number>();
  let pageRequest: string | undefined;
  devTools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url === `${shell}/`) pageRequest = requestId;
  });
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (requestId === pageRequest) resolve(encodedDataLength);
  });
  await driver.open(shell);
  const bytes = await promise;
  return {
    figure: 'the page, with the start script (compressed)',
    unit: 'kB',
    value: rounded(bytes / 1000),
    goal: 'at most 10',
    met: bytes <= 10_000,
  };
}

/** A page that holds nothing but the frame: as fast as any shell can be. */
async function startLimit(): Promise<{
  /** With the header that keeps windows of other sites away, as the shell's page has it. */
  readonly isolated: string;
  /** The same, and its frame is made by a script, as the shell's is. */
  readonly scripted: string;
  readonly open: string;
  close(): Promise<void>;
}> {
  const page = await serve('localhost', '');
  const content = await createContentServer({
    folder: demoContentFolder,
    shellOrigin: page.address.replace(/\/$/, ''),
  });
  const contentAddress = await content.listen({ port: 0, host: 'localhost' });
  const frame = `http://localhost:${new URL(contentAddress).port}/index.html`;
  const element = `<iframe data-content-frame src="${frame}"></iframe>`;
  page.show(
    `<!doctype html><title>limit</title><style>iframe{position:fixed;inset:0;width:100%;height:100%;border:0}</style>`,
    element,
  );
  return {
    isolated: `${page.address}?isolated`,
    scripted: `${page.address}?scripted&isolated`,
    open: page.address,
    async close() {
      page.close();
      await content.close();
    },
  };
}

async function serve(host: string, html: string) {
  let [shown, shownFrame] = [html, ''];
  const server = createServer(({ url = '' }, response) => {
    const { searchParams } = new URL(url, 'http://localhost');
    if (searchParams.has('isolated'))
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    const frame = searchParams.has('scripted')
      ? `<body><script>document.body.append(document.createRange().createContextualFragment(${JSON.stringify(shownFrame)}))</script>`
      : shownFrame;
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' })
      .end(shown + frame);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    address: `http://${host}:${(server.address() as AddressInfo).port}/`,
    show(page: string, frame: string) {
      [shown, shownFrame] = [page, frame];
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
