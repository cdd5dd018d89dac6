/**
 * Holds a Web Lock until the work is done, the page is hidden, or another page steals the lock. WebKit keeps
 * hidden pages with their locks in its page cache (until Safari 18, bug 283528), where nothing ends them.
 *
 * @param work `ended`: the lock is not held any more, although the work goes on.
 * @returns once the lock is free again; where the page was hidden, once it is shown again.
 * @throws what the request is refused with, also where the lock is stolen, and what the work throws.
 */
export async function holdWhileShown(
  name: string,
  { signal, ...options }: LockOptions,
  work: (ended: AbortSignal) => Promise<void>,
): Promise<void> {
  const ended = new AbortController();
  const { promise: hidden, resolve } = Promise.withResolvers<void>();
  let shownAgain: Promise<unknown> | undefined;
  const hide = () => {
    shownAgain ??= new Promise((show) => addEventListener('pageshow', show, { once: true }));
    ended.abort();
    resolve();
  };
  addEventListener('pagehide', hide);
  const waiting = AbortSignal.any(signal ? [signal, ended.signal] : [ended.signal]);
  try {
    await navigator.locks.request(
      name,
      // A request that steals waits for nothing, and takes no signal.
      options.steal ? options : { ...options, signal: waiting },
      () => Promise.race([work(ended.signal), hidden]),
    );
  } catch (error) {
    if (!shownAgain) {
      ended.abort();
      throw error;
    }
  } finally {
    removeEventListener('pagehide', hide);
  }
  await shownAgain;
}
