import * as z from 'zod/mini';
import { count, identifier, integer, list, text } from '../scalars.ts';

/* Counts of learning records, as a statistics page shows them. */

/** Which periods a statistics page lets one pick (specification, section 3). */
export const datepickerType = z.enum(['WEEKS_OF_YEAR', 'MONTHS', 'YEARS']);

/** How a statistics page draws: counts over time, or parts of a whole (specification, section 3). */
export const diagramType = z.enum(['LINE_CHART', 'PIE']);

/** Part of a course on a statistics page; `NONE`: all of it (specification, section 3). */
export const filterType = z.enum(['THEMA', 'SUB_THEMA', 'EXERCISE_GROUP', 'NONE']);

/** Most periods that are drawn: the weeks of a long year. */
export const periodsMaximum = 53;

/** Parameters of a count. */
export const statisticsRequest = z
  .strictObject({
    datepicker_type: datepickerType.check(
      z.describe('WEEKS_OF_YEAR: the ISO weeks of the year; MONTHS: its months; YEARS: ten years.'),
    ),
    year: integer(2000, 9999, 'The year; for YEARS the last of the ten.'),
    time_zone: z.optional(
      text(64, 'Where the periods begin, as an IANA name such as Europe/Zurich. Default UTC.'),
    ),
    diagram_type: diagramType,
    filter_type: filterType,
    filter_id: z.optional(
      identifier(
        'Thema, sub-thema or exercise group: the `dto_id` of a statement, or what the id of its object or of a parent or grouping activity of its context ends with after a slash.',
      ),
    ),
  })
  .check(
    z.refine(
      ({ filter_type, filter_id }) => (filter_type === 'NONE') === (filter_id === undefined),
      'filter_id is required, except with NONE.',
    ),
  );

/** The counts; of `points` and `slices` the one that the diagram needs. */
export const statistics = z.object({
  diagram_type: diagramType,
  points: z.optional(
    list(
      'LINE_CHART: every period, in order.',
      z.object({
        period: text(8, 'As ISO 8601: 2026-W47, 2026-11 or 2026.'),
        statements_count: count('Statements whose timestamp falls into the period.'),
        successes_count: count('Those of them whose result is a success.'),
      }),
    ).check(z.maxLength(periodsMaximum)),
  ),
  slices: z.optional(
    list(
      'PIE: by verb, the most frequent first.',
      z.object({
        verb_id: text(2_048, 'The verb (an IRI).'),
        statements_count: count('Statements with it in all periods together.'),
      }),
    ).check(z.maxLength(100)),
  ),
});
