import type { BridgeListener, Direction } from '../bridge/bridge.ts';

export interface CarriedMessage {
  readonly direction: Direction;
  readonly message: unknown;
  /** Milliseconds since 1970: when, as a clock shows it. */
  readonly time: number;
  /** Milliseconds on a clock that nobody sets: how long something took. */
  readonly moment: number;
}

/** Where a message comes from that another window has sent, whether the bridge reads it or not. */
export type Sender = Pick<MessageEvent<unknown>, 'source' | 'origin'>;

/**
 * Takes what the bridge carries from its first message on, and who sends messages here at all. The
 * overlay comes later and takes over; this stands in the start script and does no more than that needs.
 */
export interface Recording {
  readonly listener: BridgeListener;
  /** Passes on what was carried so far, and from now on everything at once. */
  playInto(take: (carried: CarriedMessage) => void, hear: (sender: Sender) => void): void;
}

export function createRecording(): Recording {
  const early: CarriedMessage[] = [];
  const earlySenders: Sender[] = [];
  let take = (carried: CarriedMessage): void => void early.push(carried);
  let hear = (sender: Sender): void => void earlySenders.push(sender);
  addEventListener('message', ({ source, origin }) => hear({ source, origin }));
  return {
    listener: (direction, message) =>
      take({ direction, message, time: Date.now(), moment: performance.now() }),
    playInto(nextTake, nextHear) {
      take = nextTake;
      hear = nextHear;
      early.forEach(take);
      earlySenders.forEach(hear);
    },
  };
}
