import type { LoggingConfiguration } from '../configuration.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { describeCause } from './describe-cause.ts';
import { keptEntries, setUpLog, type LogEntry } from './log.ts';
import { logUncaught } from './uncaught.ts';

/**
 * Sets the log up as configured, and logs from now on what nobody catches.
 *
 * @param setUpStartLog The same for the start script's log, which is another copy of it.
 */
export function startLogging(
  { level, address }: LoggingConfiguration,
  frame: Pick<ContentFrame, 'isOpen' | 'isLoaded' | 'subscribe'>,
  setUpStartLog: typeof setUpLog,
): void {
  const settings = {
    level,
    describe: describeCause,
    follow: address === undefined ? () => {} : postWhenSettled(address, frame),
  };
  setUpLog(settings);
  setUpStartLog(settings);
  logUncaught();
}

/**
 * Posts entries, with code that loads for the first of them, and never beside a frame that is loading.
 * A page that goes before then has its entries in storage alone.
 */
function postWhenSettled(
  address: string,
  frame: Parameters<typeof startLogging>[1],
): (entry: LogEntry) => void {
  let waiting: LogEntry[] = [];
  let post: ((entry: LogEntry) => void) | undefined;
  let isLoading = false;

  async function load(): Promise<void> {
    if (isLoading || waiting.length === 0 || (frame.isOpen && !frame.isLoaded)) return;
    isLoading = true;
    try {
      const { createLogPost } = await import('./post-log.ts');
      post = createLogPost(address);
      waiting.forEach(post);
      waiting = [];
    } catch {
      // Not logged, since it is the log that failed. The next entry tries again.
      isLoading = false;
    }
  }

  frame.subscribe(() => void load());
  return (entry) => {
    if (post) return post(entry);
    waiting = [...waiting, entry].slice(-keptEntries);
    void load();
  };
}
