/** An operator who starts a copy of an old database has as long to notice. */
const intervalInMs = 60 * 60_000;

/**
 * Does something every hour, the first time after one, in every process.
 *
 * @param work Never fails. It may look whether it shall end early.
 * @param everyInMs Default: an hour.
 * @returns ends that, and waits for what is under way
 */
export function startHourly(
  work: (isStopping: () => boolean) => Promise<void>,
  everyInMs = intervalInMs,
): () => Promise<void> {
  let running = Promise.resolve();
  let isStopping = false;
  const timer = setInterval(() => {
    running = running.then(() => work(() => isStopping));
  }, everyInMs);
  timer.unref();
  return async () => {
    isStopping = true;
    clearInterval(timer);
    await running;
  };
}
