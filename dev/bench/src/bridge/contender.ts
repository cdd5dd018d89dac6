import type { BrowserContext, CDPSession, Frame } from 'playwright-core';
import type { Calling } from './calls.ts';
import type { Pages, Place } from './pages.ts';
import type { Answering } from './set-place.ts';

/** A contender's shell with its content, connected. */
export interface Contender {
  /** Makes so many calls, so many at a time; in milliseconds. @throws {Error} Unless each was answered. */
  call(calls: number, inFlight: number): Promise<number>;
  /** What both sides hold after a garbage collection, in bytes; of a place in one process: twice the same. */
  heap(): Promise<{ readonly shell: number; readonly content: number }>;
  close(): Promise<void>;
}

export interface Opening {
  readonly pages: Pages;
  readonly name: string;
  readonly place: Place;
  /** How much faster the shell's clock runs, where its message limit is not to hold a benchmark up. */
  readonly timesFaster?: number;
}

export async function open(
  context: BrowserContext,
  { pages, name, place, timesFaster = 1 }: Opening,
): Promise<Contender> {
  const page = await context.newPage();
  if (timesFaster !== 1) await page.addInitScript(hasten, timesFaster);
  await page.goto(pages.shellOf(name, place));
  const frame = page.frames()[1];
  if (!frame) throw new Error(`The shell of ${name} has no frame.`);
  await frame.waitForFunction(() => 'call' in globalThis);
  const shellSession = await context.newCDPSession(page);
  // There is one of its own only for a frame in a process of its own.
  const contentSession = await context.newCDPSession(frame).catch(() => shellSession);
  if ((contentSession === shellSession) !== (place === 'one process'))
    throw new Error(`The content of ${name} is not where it should be: ${place}.`);

  const countAnswered = () => page.evaluate(() => (globalThis as unknown as Answering).answered);
  return {
    async call(calls, inFlight) {
      await page.bringToFront();
      const before = await countAnswered();
      const time = await callIn(frame, calls, inFlight);
      if ((await countAnswered()) - before !== calls) throw new Error(`${name} has lost calls.`);
      return time;
    },
    heap: async () => ({
      shell: await heapOf(shellSession),
      content: await heapOf(contentSession),
    }),
    close: () => page.close(),
  };
}

function callIn(frame: Frame, calls: number, inFlight: number): Promise<number> {
  return frame.evaluate(
    ([calls, inFlight]) => (globalThis as unknown as Calling).call(calls, inFlight),
    [calls, inFlight] as const,
  );
}

/** Runs in the page; only the shell counts messages. */
function hasten(timesFaster: number): void {
  if (window !== top) return;
  const now = performance.now.bind(performance);
  performance.now = () => now() * timesFaster;
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, embedderHeapUsedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize + embedderHeapUsedSize;
}
