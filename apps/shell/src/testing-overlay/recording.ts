import type { BridgeListener, Direction } from '../bridge/bridge.ts';

/** A message that the bridge has carried. */
export interface CarriedMessage {
  readonly direction: Direction;
  readonly message: unknown;
  /** Milliseconds since 1970: when, as a clock shows it. */
  readonly time: number;
  /** Milliseconds on a clock that nobody sets: how long something took. */
  readonly moment: number;
}

/**
 * Takes what the bridge carries from its first message on. The overlay comes later and takes over;
 * this stands in the start script and does no more than that needs.
 */
export interface Recording {
  readonly listener: BridgeListener;
  /** Passes on what was carried so far, and from now on everything at once. */
  playInto(take: (carried: CarriedMessage) => void): void;
}

export function createRecording(): Recording {
  const early: CarriedMessage[] = [];
  let take = (carried: CarriedMessage): void => void early.push(carried);
  return {
    listener: (direction, message) =>
      take({ direction, message, time: Date.now(), moment: performance.now() }),
    playInto(next) {
      take = next;
      early.forEach(next);
    },
  };
}
