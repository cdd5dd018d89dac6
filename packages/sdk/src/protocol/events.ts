import { answerPlace } from './class.ts';
import { delivery, failedDelivery, saveState } from './data.ts';
import type { EventName } from './names.ts';
import { object, text, whole, type Shape, type TypeOf } from './shape.ts';

/** The data of each event. */
export const events = {
  /** The session could not be renewed and ends in this time unless it still can. Work goes on. */
  'session-expiring': object({ inMs: whole(0) }),
  /** The session goes on after all. */
  'session-resumed': object({}),
  /** The session ended without the user's doing, or this device lost its licence's seat. A `teardown` follows. */
  'session-lost': object({ reason: text() }),
  /**
   * The content is about to be taken away. What it sends at once is accepted. With unsaved work it stays until it
   * says that it has none, at most for `graceInMs`.
   */
  teardown: object({ reason: text(), graceInMs: whole(0) }),
  /** A service has stored what was accepted. */
  delivered: delivery,
  /** Accepted work will not be stored as it is. It stays on this device. */
  'not-delivered': failedDelivery,
  /** How far accepted work has come: after `ready`, and with each change. */
  'save-state': saveState,
  /** Why the login page is there, after its `ready`. The container says it, too. A reason may be of a later version. */
  'signed-out': object({ reason: text() }),
  /** A teacher chose a pupil's answers in the container's table of a class: show them. */
  'open-answer': object(answerPlace),
  /** Answers of `getClasses` and `getOwnClasses` may differ now: the user changed something in the container. */
  'classes-changed': object({}),
} as const satisfies Readonly<Record<EventName, Shape<unknown>>>;

export type Events = { [E in EventName]: TypeOf<(typeof events)[E]> };
