import type { BrowserContext, CDPSession } from 'playwright-core';
import { compare, type Figure } from '../figures.ts';
import type { Calling } from './calls.ts';
import type { Pages } from './pages.ts';
import type { Answering } from './set-place.ts';

const callsBefore = 100_000;
const callsInAll = 1_000_000;
/** Calls between two looks at what the shell has answered. */
const callsAtOnce = 50_000;
const inFlight = 32;
/** A million messages a second, where the message limit would take a quarter of an hour. */
const timesFaster = 1_000;

/** Heaps of both sides of the product's bridge after many calls, in a process each. */
export async function measureMemory(context: BrowserContext, pages: Pages): Promise<Figure[]> {
  const page = await context.newPage();
  await page.addInitScript(hasten, timesFaster);
  await page.goto(pages.shellOf('lectern', 'own process'));
  const frame = page.frames()[1];
  if (!frame) throw new Error('The shell has no frame.');
  await frame.waitForFunction(() => 'call' in globalThis);
  const shell = await context.newCDPSession(page);
  // Fails for a frame in the page's process.
  const content = await context.newCDPSession(frame);

  let made = 0;
  const callUntil = async (calls: number) => {
    for (; made < calls; made += callsAtOnce)
      await frame.evaluate(
        ([calls, inFlight]) =>
          (Reflect.get(globalThis, 'call') as Calling['call'])(calls, inFlight),
        [callsAtOnce, inFlight] as const,
      );
    const answered = await page.evaluate(
      () => Reflect.get(globalThis, 'answered') as Answering['answered'],
    );
    if (answered !== made) throw new Error('Calls were lost.');
    return { shell: await heapOf(shell), content: await heapOf(content) };
  };
  const before = await callUntil(callsBefore);
  const after = await callUntil(callsInAll);
  await page.close();
  return (['shell', 'content'] as const).map((side) =>
    compare(
      `heap of the ${side} after ${callsInAll} calls`,
      'kB',
      after[side] / 1000,
      { what: `after ${callsBefore}`, value: before[side] / 1000 },
      { atMost: 1.05 },
    ),
  );
}

/** Runs in the page; only the shell counts messages. */
function hasten(timesFaster: number): void {
  if (window !== top) return;
  const begin = Date.now();
  Date.now = () => begin + Math.round(performance.now() * timesFaster);
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, embedderHeapUsedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize + embedderHeapUsedSize;
}
