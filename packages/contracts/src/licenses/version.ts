import * as z from 'zod/mini';

/**
 * Version that a change was made on. Required, so that a request which arrives late or twice cannot
 * undo what was stored in between.
 */
export const baseVersion = z
  .int()
  .check(
    z.gte(0),
    z.describe(
      'Version that the change was made on; 0: there was none. Another one: conflict, unless the same is stored already.',
    ),
  );

/** Version of what is stored: 1 at first, one more with every change. */
export const storedVersion = z
  .int()
  .check(z.gte(1), z.describe('Grows by one with every change; the next change names it.'));
