import * as z from 'zod/mini';
import type { MakeObject } from './versioned-item.ts';
import { integer, list } from '../scalars.ts';

/** Longest side of a sheet, in its own units. */
const sideMaximum = 10_000;
const strokesMaximum = 5_000;
/** Most numbers of one stroke: its pen, its start, and 4,999 steps. */
const strokeMaximumLength = 10_001;

const side = (description: string) => integer(1, sideMaximum, description);

const stroke = z.array(z.int().check(z.gte(-sideMaximum), z.lte(sideMaximum))).check(
  z.minLength(3),
  z.maxLength(strokeMaximumLength),
  z.refine((numbers) => numbers.length % 2 === 1, 'A pen, then pairs of numbers.'),
);

/** A drawing as strokes on a sheet whose size does not depend on the screen. */
export function drawing(object: MakeObject) {
  return object({
    width: side('Width of the sheet in its own units.'),
    height: side('Height of the sheet in its own units.'),
    strokes: list(
      'Each one [pen, x, y, dx, dy, …] in units of the sheet: its start, then the way from point to point. Pen -1 is the eraser, the others count from 0.',
      stroke,
    ).check(z.maxLength(strokesMaximum)),
  });
}
