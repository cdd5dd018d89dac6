import { rounded, type Figure } from '../figures.ts';
import type { MeasuredServices } from './start.ts';

const mebibyteInBytes = 1024 * 1024;

/** Memory and time of the services for some bytes. */
export interface Growth {
  readonly growthInBytes: number;
  /** That came or went. */
  readonly bytes: number;
  readonly seconds: number;
}

/** @param work gives the bytes that came or went */
export async function growthDuring(
  services: MeasuredServices,
  work: () => Promise<number>,
): Promise<Growth> {
  await services.begin();
  const begin = performance.now();
  const bytes = await work();
  const seconds = (performance.now() - begin) / 1_000;
  const { growth: growthInBytes } = await services.end();
  return { growthInBytes, bytes, seconds };
}

/**
 * @param what came or went, and how
 * @param atMost in MiB
 */
export function figureOfGrowth(
  what: string,
  { growthInBytes, bytes }: Growth,
  atMost: number,
): Figure {
  return {
    figure: `growth during the ${what}`,
    unit: 'MiB',
    value: rounded(growthInBytes / mebibyteInBytes),
    against: { what: 'what was sent', value: rounded(bytes / mebibyteInBytes) },
    goal: `at most ${atMost}`,
    met: growthInBytes <= atMost * mebibyteInBytes,
  };
}
