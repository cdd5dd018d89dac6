import { place, type SetPlace } from './set-place.ts';

/** The container of the content's page. */
export const shellOrigin = new URLSearchParams(location.search).get('shell') ?? '';

/** The part of a content page that the benchmark calls. */
export interface Calling {
  /**
   * Makes so many calls, `inFlight` at a time.
   *
   * @returns How long it took, in milliseconds.
   */
  call: (calls: number, inFlight: number) => Promise<number>;
}

/** Message from the page around all contenders; the answer comes over the port that it brings along. */
export interface Asked {
  readonly calls: number;
  readonly inFlight: number;
}

/** Answer to `Asked`: the milliseconds, or the failure. */
export type Answered = number | string;

/**
 * Measures contenders one after another, in the page around all of them.
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
    const answer = (answered: Answered) => port.postMessage(answered);
    void call(data.calls, data.inFlight).then(answer, (error) => answer(String(error)));
  });
  top?.postMessage('connected', '*');
}
