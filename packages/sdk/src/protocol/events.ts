import { answerPlace } from './class.ts';
import { delivery, failedDelivery, saveState } from './data.ts';
import type { EventName } from './names.ts';
import { object, text, whole, type Shape, type TypeOf } from './shape.ts';

/** The data of each event. */
export const events = {
  /** The session could not be renewed yet and ends in this time unless it still can. Work goes on. */
  'session-expiring': object({ inMs: whole(0) }),
  /** The session that was about to end goes on. */
  'session-resumed': object({}),
  /** The session has ended without the user's doing, or this device has lost the seat of its licence. A `teardown` follows. */
  'session-lost': object({ reason: text() }),
  /**
   * The content is about to be taken away. What it sends at once is still accepted. Content that holds unsaved work stays
   * until it has said that it holds none, at most for `graceInMs`.
   */
  teardown: object({ reason: text(), graceInMs: whole(0) }),
  /** A service has stored what was accepted. */
  delivered: delivery,
  /** Accepted work will not be stored as it is. It is kept on this device. */
  'not-delivered': failedDelivery,
  /** How far what was accepted has come: after `ready`, and whenever it changes. */
  'save-state': saveState,
  /**
   * Why the login page is there, after its `ready`. The container says it as well. A reason may be of a later version.
   */
  'signed-out': object({ reason: text() }),
  /**
   * A teacher has chosen a pupil's answers in the container's table of a class: the content shows them.
   */
  'open-answer': object(answerPlace),
  /** What `getClasses` and `getOwnClasses` have answered may be different now: the user has changed something in the container. */
  'classes-changed': object({}),
} as const satisfies Readonly<Record<EventName, Shape<unknown>>>;

export type Events = { [E in EventName]: TypeOf<(typeof events)[E]> };
