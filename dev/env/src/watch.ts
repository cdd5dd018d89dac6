import { watch } from 'node:fs';
import { StartProblem } from './problem.ts';
import type { Supervised } from './processes/supervised.ts';

/** An editor's save is several events; this long after the last one it is over. */
const quietTimeInMilliseconds = 150;

/**
 * Restarts a server when its sources change.
 *
 * Not `node --watch`: its watcher does not notice the end of the starter and would live on.
 *
 * @param note takes that it was restarted, or why its sources do not start; the next change tries
 *   again
 * @returns ends the watch
 */
export function restartOnChange(
  server: Supervised,
  title: string,
  folders: readonly string[],
  note: (line: string) => void,
): () => void {
  let quiet: NodeJS.Timeout | undefined;
  // One at a time: a change during a restart waits for its end.
  let restarts = Promise.resolve();
  const restart = async () => {
    try {
      await server.restart();
      note(`Restarted the ${title}, whose sources have changed.`);
    } catch (error) {
      if (error instanceof StartProblem) note(error.message);
      else if (!(error instanceof Error && error.name === 'AbortError')) throw error;
      // Aborted: the platform is being stopped.
    }
  };
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, () => {
      clearTimeout(quiet);
      quiet = setTimeout(() => {
        restarts = restarts.then(restart);
      }, quietTimeInMilliseconds);
    }),
  );
  return () => {
    clearTimeout(quiet);
    for (const watcher of watchers) watcher.close();
  };
}
