/** An operator who starts a copy of an old database has as long to notice. */
const intervalInMs = 60 * 60_000;

/**
 * Does something every hour, the first time after one, in every process.
 *
 * @param work Never fails.
 * @param everyInMs Default: an hour.
 * @returns ends that, and waits for what is under way
 */
export function startHourly(
  work: () => Promise<void>,
  everyInMs = intervalInMs,
): () => Promise<void> {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(work);
  }, everyInMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
