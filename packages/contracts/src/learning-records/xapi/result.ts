import * as z from 'zod/mini';
import { duration } from './duration.ts';
import { extensions } from './extensions.ts';
import { flag } from '../../scalars.ts';

/** How well it went (xAPI 1.0.3, Data 2.4.5.1). */
const score = z
  .strictObject({
    scaled: z.optional(z.number().check(z.gte(-1), z.lte(1), z.describe('From -1 to 1.'))),
    raw: z.optional(z.number().check(z.describe('From `min` to `max`.'))),
    min: z.optional(z.number().check(z.describe('Lowest score.'))),
    max: z.optional(z.number().check(z.describe('Highest score.'))),
  })
  .check(
    z.refine(
      ({ min = -Infinity, max = Infinity }) => min < max,
      'its min has to be less than its max',
    ),
    z.refine(({ raw, min }) => raw === undefined || min === undefined || raw >= min, {
      error: 'less than min',
      path: ['raw'],
    }),
    z.refine(({ raw, max }) => raw === undefined || max === undefined || raw <= max, {
      error: 'greater than max',
      path: ['raw'],
    }),
  );

/** A result (xAPI 1.0.3, Data 2.4.5; IEEE 9274.1.1, 4.2.2.4). */
export const result = z.strictObject({
  score: z.optional(score),
  success: z.optional(flag('Whether it succeeded.')),
  completion: z.optional(flag('Whether it was completed.')),
  response: z.optional(z.string().check(z.describe('What was answered.'))),
  duration: z.optional(duration('How long it took, as ISO 8601.')),
  extensions: z.optional(extensions()),
});
