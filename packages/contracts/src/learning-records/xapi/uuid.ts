import * as z from 'zod/mini';

/**
 * A UUID in its standard form, in letters of any case. Its variant is only recommended (xAPI 1.0.3, Data
 * 4.4), and the specification's own first example has another.
 */
export function uuid(description: string) {
  return z
    .guid({ error: ({ code }) => (code === 'invalid_format' ? 'not a UUID' : undefined) })
    .check(z.describe(description));
}
