import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Inputs of a property that are made together; each property gets as many at least. */
const inputsOfRound = 20;
/** Processor time of this process within which properties get more than these, in seconds. */
const budgetInSeconds = 20;

const asked = process.env['LECTERN_FUZZ_RUNS'];
const seed = Number(process.env['LECTERN_FUZZ_SEED'] ?? randomInt(2 ** 31));

/** Inputs of a property at most. Each gets as many where they are counted: `LECTERN_FUZZ_RUNS`. */
export const inputsMaximum = Number(asked ?? 100);

console.info(`Fuzzing; again with LECTERN_FUZZ_SEED=${seed}.`);

/**
 * The seed of a property. Each has other inputs, and the same ones whether it is run alone or among
 * the others.
 */
export function seedOf(title: string): number {
  return seed ^ crc32(title);
}

/** Inputs of a property that are made from one seed. */
interface Round {
  readonly seed: number;
  readonly numRuns: number;
  /** The variables that repeat the property up to this round. */
  readonly again: string;
}

/**
 * Shares the processor time out over a number of properties.
 *
 * @returns the rounds of a property: one, and further ones while the shares of all that have begun last.
 *   Where inputs are counted, time is not.
 */
export function shareTime(properties: number): (title: string) => Iterable<Round> {
  const start = process.cpuUsage();
  let begun = 0;
  const isTimeLeft = () => {
    if (asked !== undefined) return true;
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e6 < (budgetInSeconds * begun) / properties;
  };
  return function* roundsOf(title) {
    begun++;
    let made = 0;
    do {
      const numRuns = Math.min(inputsMaximum - made, inputsOfRound);
      const again = `LECTERN_FUZZ_SEED=${seed} LECTERN_FUZZ_RUNS=${made + numRuns}`;
      yield { seed: seedOf(`${title} ${made}`), numRuns, again };
      made += numRuns;
    } while (made < inputsMaximum && isTimeLeft());
  };
}
