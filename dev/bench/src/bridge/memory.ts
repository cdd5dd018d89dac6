import type { BrowserContext } from 'playwright-core';
import { compare, type Figure } from '../figures.ts';
import { open } from './contender.ts';
import type { Pages } from './pages.ts';

const callsBefore = 100_000;
const callsInAll = 1_000_000;
/** Calls between two looks at what the shell has answered. */
const callsAtOnce = 50_000;
const inFlight = 32;
/** A million messages a second, where the message limit would take a quarter of an hour. */
const timesFaster = 1_000;

/** What both sides of the product's bridge hold after many calls. */
export async function measureMemory(context: BrowserContext, pages: Pages): Promise<Figure[]> {
  const place = 'own process';
  const lectern = await open(context, { pages, name: 'lectern', place, timesFaster });
  let made = 0;
  const callUntil = async (calls: number) => {
    for (; made < calls; made += callsAtOnce) await lectern.call(callsAtOnce, inFlight);
    return lectern.heap();
  };
  const before = await callUntil(callsBefore);
  const after = await callUntil(callsInAll);
  await lectern.close();
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
