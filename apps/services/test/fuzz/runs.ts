import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Inputs for each call: `LECTERN_FUZZ_RUNS`. */
export const runs = Number(process.env['LECTERN_FUZZ_RUNS'] ?? 100);
const seed = Number(process.env['LECTERN_FUZZ_SEED'] ?? randomInt(2 ** 31));

console.info(`Fuzzing with ${runs} inputs each; again with LECTERN_FUZZ_SEED=${seed}.`);

/**
 * The seed of one property. Each call has other inputs, and the same ones whether it is run alone or
 * among the others.
 */
export function seedOf(title: string): number {
  return seed ^ crc32(title);
}
