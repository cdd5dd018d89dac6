import type { BrowserContext } from 'playwright-core';
import { median, rounded, type Figure } from '../figures.ts';
import { open, type Contender } from './contender.ts';
import type { Pages, Place } from './pages.ts';

/** Names of the pages, with what they are called. The first is the limit. */
export const titles = {
  'bare-port': 'bare MessageChannel',
  'bare-window': 'bare window messages',
  penpal: 'penpal',
  comlink: 'comlink',
  'post-me': 'post-me',
  lectern: 'Lectern',
} as const;
type Name = keyof typeof titles;
/** The limit takes part twice: what it differs from itself by is noise. */
type Runner = Name | 'again';
const runners = [...(Object.keys(titles) as Name[]), 'again'] as const;

const widths = [1, 32] as const;
/** Pages are opened anew so often: processes differ, and so does what the compiler comes to in each. */
const sittings = 3;
const roundsASitting = 17;
const roundsToWarmUp = 3;
/** Calls of a contender at one width in one round; those before the clock starts wake both sides up. */
const calls = 900;
const callsBefore = 100;
/** For so many calls at one width: the product's bridge takes 1024 a second in the long run. */
const turnAtLeastInMs = 1_000;

/** Calls a second of each runner, round by round: what stands at the same index was measured together. */
type Rates = Record<Runner, number[]>;

export async function measureSpeed(
  context: BrowserContext,
  pages: Pages,
  place: Place,
): Promise<Figure[]> {
  const rates = new Map(
    widths.map((inFlight) => [
      inFlight,
      Object.fromEntries(runners.map((runner) => [runner, [] as number[]])) as Rates,
    ]),
  );
  for (let sitting = 0; sitting < sittings; sitting++) {
    const opened = new Map<Runner, Contender>();
    for (const runner of runners) {
      const name = runner === 'again' ? 'bare-port' : runner;
      opened.set(runner, await open(context, { pages, name, place }));
    }
    for (let round = -roundsToWarmUp; round < roundsASitting; round++) {
      for (const [inFlight, ofWidth] of rates) {
        const turn = new Promise((resolve) => setTimeout(resolve, turnAtLeastInMs));
        for (const runner of shuffled(runners)) {
          const contender = opened.get(runner)!;
          await contender.call(callsBefore, inFlight);
          const time = await contender.call(calls, inFlight);
          if (round >= 0) ofWidth[runner].push((calls * 1000) / time);
        }
        await turn;
      }
    }
    for (const contender of opened.values()) await contender.close();
  }
  return [...rates].flatMap(([inFlight, ofWidth]) => figuresOf(ofWidth, inFlight, place));
}

function figuresOf(rates: Rates, inFlight: number, place: Place): Figure[] {
  const where = `content in ${place === 'own process' ? 'a process of its own' : "the shell's process"}, ${inFlight} in flight`;
  const against = (runner: Runner, limit: Name, atLeast?: number): Figure => {
    const ratios = rates[runner].map((rate, round) => rate / rates[limit][round]!);
    const quarter = (share: number) =>
      rounded(ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length * share)]!);
    const ratio = median(ratios);
    const title = runner === 'again' ? 'bare MessageChannel once more' : titles[runner];
    return {
      figure: `${where}: ${title} (middle half of the ratios: ${quarter(0.25)} to ${quarter(0.75)})`,
      unit: '1/s',
      value: rounded(median(rates[runner])),
      against: { what: titles[limit], value: rounded(median(rates[limit])) },
      ratio: rounded(ratio),
      ...(atLeast === undefined
        ? {}
        : { goal: `ratio at least ${atLeast}`, met: ratio >= atLeast }),
    };
  };
  return [
    against('lectern', 'bare-port', 0.85),
    against('lectern', 'penpal', 1),
    ...runners
      .filter((runner) => runner !== 'lectern' && runner !== 'bare-port')
      .map((runner) => against(runner, 'bare-port')),
  ];
}

/** So that none is always the one after a pause, or after the slowest. */
function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, order: Math.random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ value }) => value);
}
