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
}
