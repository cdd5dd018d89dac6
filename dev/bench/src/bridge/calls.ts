import { place, type SetPlace } from './set-place.ts';

/** The container of the content's page. */
export const shellOrigin = new URLSearchParams(location.search).get('shell') ?? '';

/** What a content page offers to the benchmark. */
export interface Calling {
  /**
   * Makes so many calls, `inFlight` at a time.
   *
   * @returns How long it took, in milliseconds.
   */
  call: (calls: number, inFlight: number) => Promise<number>;
}

/** What the page around all contenders asks a content page for; the time goes back over the port that comes along. */
export interface Asked {
  readonly calls: number;
  readonly inFlight: number;
}

/**
 * What that page offers: all contenders one after another.
 *
 * @returns the calls a second of each.
 */
export type Round = (
  order: readonly string[],
  calls: number,
  callsBefore: number,
  inFlight: number,
) => Promise<Record<string, number>>;

/** Offers the calls once the contender is connected. */
export async function offer(connecting: Promise<SetPlace>): Promise<void> {
  const setPlace = await connecting;
  const call: Calling['call'] = async (calls, inFlight) => {
    let left = calls;
    const work = async () => {
      while (left-- > 0) await setPlace(place);
    };
    const start = performance.now();
    await Promise.all(Array.from({ length: inFlight }, work));
    return performance.now() - start;
  };
  Object.assign(globalThis, { call });
  addEventListener('message', ({ source, data, ports: [port] }: MessageEvent<Asked>) => {
    if (source !== top || !port) return;
    void call(data.calls, data.inFlight).then((time) => port.postMessage(time));
  });
  top?.postMessage('connected', '*');
}
