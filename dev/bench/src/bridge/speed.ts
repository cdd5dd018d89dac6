import { setTimeout } from 'node:timers/promises';
import { sayMissingEngines, wholeEngines, type Engine } from '@lectern/e2e/engines';
import { compareByRound, type Figure } from '../figures.ts';
import type { Pages, Place } from './pages.ts';

/** Names of the pages, with what they are called. The first is the limit. */
export const titles = {
  'bare-port': 'bare MessageChannel',
  'bare-window': 'bare window messages',
  penpal: 'penpal',
  lectern: 'Lectern',
} as const;
type Name = keyof typeof titles;
/** The limit takes part twice: what it differs from itself by is noise. */
const again = 'bare-port again';
type Runner = Name | typeof again;
const allRunners = [...(Object.keys(titles) as Name[]), again] as const;
/** The least that the product's ratio needs: the limit, and its noise. */
const fewRunners = ['lectern', 'bare-port', again] as const;

/** Calls in flight, and the calls of a contender in one round: enough for clocks that tell milliseconds. */
const widths = [
  { inFlight: 1, calls: 450 },
  { inFlight: 32, calls: 1_950 },
] as const;
/** Pages are opened anew so often: processes differ, and so does what the compiler comes to in each. */
const sittings = 3;
const roundsASitting = 11;
const roundsToWarmUp = 2;
/** Before the clock starts: they wake both sides up. */
const callsBefore = 50;
/** The product's bridge takes 1024 a second in the long run. */
const callsASecond = 1_000;

/** Calls a second of each runner, round by round: what stands at the same index was measured together. */
type Rates = Partial<Record<Runner, number[]>>;

/** All contenders in Chromium, in both places; in the other engines the product alone, in the shell's process. */
export async function measureSpeed(pages: Pages): Promise<Figure[]> {
  const figures: Figure[] = [];
  sayMissingEngines();
  for (const engine of wholeEngines) {
    const isChromium = engine.name === 'Chromium';
    const runners = isChromium ? allRunners : fewRunners;
    if (isChromium) figures.push(...(await measureIn(engine, pages, 'own process', runners)));
    figures.push(...(await measureIn(engine, pages, 'one process', runners)));
  }
  return figures;
}

async function measureIn(
  engine: Engine,
  pages: Pages,
  place: Place,
  runners: readonly Runner[],
): Promise<Figure[]> {
  const rates = widths.map((width) => ({ ...width, ofWidth: {} as Rates }));
  await using running = await engine.start();
  for (let sitting = 0; sitting < sittings; sitting++) {
    const driver = await running.visit();
    await driver.open(pages.sideBySide(runners, place));
    for (let round = -roundsToWarmUp; round < roundsASitting; round++) {
      for (const { inFlight, calls, ofWidth } of rates) {
        const args = [shuffled(runners), calls, callsBefore, inFlight];
        const expression = `round(...${JSON.stringify(args)})`;
        const measured = (await driver.evaluate('shell', expression)) as Record<Runner, number>;
        if (round >= 0)
          for (const runner of runners) (ofWidth[runner] ??= []).push(measured[runner]);
        // The product may have been the last of the round.
        await setTimeout(((callsBefore + calls) * 1000) / callsASecond);
      }
    }
    await driver.close();
  }
  const where = `${engine.name}, content in ${place === 'own process' ? 'a process of its own' : "the shell's process"}`;
  return rates.flatMap(({ inFlight, ofWidth }) =>
    figuresOf(ofWidth, `${where}, ${inFlight} in flight`),
  );
}

function figuresOf(rates: Rates, where: string): Figure[] {
  const against = (runner: Runner, limit: Name, atLeast?: number): Figure[] => {
    const own = rates[runner];
    const limits = rates[limit];
    if (!own || !limits) return [];
    const title = runner === again ? 'bare MessageChannel once more' : titles[runner];
    const peer = { what: titles[limit], values: limits };
    const goal = atLeast === undefined ? undefined : { atLeast };
    return [compareByRound(`${where}: ${title}`, '1/s', own, peer, goal)];
  };
  return [
    ...against('lectern', 'bare-port', 0.85),
    ...against('lectern', 'penpal', 1),
    ...allRunners
      .filter((runner) => runner !== 'lectern' && runner !== 'bare-port')
      .flatMap((runner) => against(runner, 'bare-port')),
  ];
}

/** So that none is always the one after a pause, or after the slowest. */
function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, order: Math.random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value);
}
