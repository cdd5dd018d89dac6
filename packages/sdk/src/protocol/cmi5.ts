import { course, issue } from './scope.ts';
import { decimal, flag, list, object, oneOf, optional, text, type TypeOf } from './shape.ts';

/*
 * Courses by cmi5. Their structure is the one that the issue has published; ids are those that its
 * publisher gave.
 */

/** Longest IRI, and longest address, in UTF-16 code units. */
const addressMaximum = 2_048;

/** The user's progress in a course. */
export const cmi5Progress = object({
  is_satisfied: flag,
  satisfied_block_ids: list(text()),
  aus: list(
    object({
      au_id: text(),
      is_satisfied: flag,
      is_completed: flag,
      success: oneOf('unknown', 'passed', 'failed'),
      scaled_score: optional(decimal(-1, 1)),
    }),
  ),
});
export type Cmi5Progress = TypeOf<typeof cmi5Progress>;

/** The mode that decides if results count; without it, `Normal` (cmi5, section 10.2.2). */
const launchMode = oneOf('Normal', 'Browse', 'Review');

/**
 * An assignable unit, and the page on the content's origin that it leads back to. The unit's address is
 * relative to that page, where it is relative.
 */
export const cmi5Unit = object({
  ...course,
  ...issue,
  au_id: text(addressMaximum, 1),
  page: text(addressMaximum, 1),
  launch_mode: optional(launchMode),
});

/** In the content's frame, in place of the page that asked, or in a window of its own. */
export const cmi5Launched = object({ opened_in: oneOf('frame', 'window') });
export type Cmi5Launched = TypeOf<typeof cmi5Launched>;
