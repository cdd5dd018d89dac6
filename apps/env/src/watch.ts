import { watch } from 'node:fs';
import { StartProblem } from './problem.ts';
import type { Supervised } from './processes/supervised.ts';

/** An editor's save is several events; this long after the last one it is over. */
const quietTimeInMilliseconds = 150;

/**
 * Acts on changes, once for those that come together and never twice at a time.
 *
 * @param folders with all that is in them
 * @returns ends the watch
 */
export function onChange(
  folders: readonly string[],
  act: () => Promise<void>,
  quietTime = quietTimeInMilliseconds,
): () => void {
  let quiet: NodeJS.Timeout | undefined;
  // One at a time: a change meanwhile waits for its end.
  let acts = Promise.resolve();
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, () => {
      clearTimeout(quiet);
      quiet = setTimeout(() => {
        acts = acts.then(act);
      }, quietTime);
    }),
  );
  return () => {
    clearTimeout(quiet);
    for (const watcher of watchers) watcher.close();
  };
}

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
  return onChange(folders, async () => {
    try {
      await server.restart();
      note(`Restarted the ${title}, whose sources have changed.`);
    } catch (error) {
      if (error instanceof StartProblem) note(error.message);
      else if (!(error instanceof Error && error.name === 'AbortError')) throw error;
      // Aborted: the platform is being stopped.
    }
  });
}
