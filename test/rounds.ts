const factor = Number(process.env['LECTERN_TEST_ROUNDS'] ?? 1);

/** How often something is tried that only repeats: so often, times `LECTERN_TEST_ROUNDS`. */
export const roundsOf = (count: number): number => count * factor;

/** Time limit of what repeats something, in milliseconds: so long, times `LECTERN_TEST_ROUNDS`. */
export const limitOfRounds = (limitInMs: number): number => limitInMs * factor;

/** How long something awaited may take on a busy machine: retries with their pauses, in milliseconds. */
export const patienceInMs = 50_000;
