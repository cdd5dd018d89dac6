import { constants } from 'node:os';

/**
 * Calls `end` when the process that started this one over an IPC channel is gone, however it ended:
 * nobody would be left to stop this one. To be called before anything is awaited.
 */
export function whenStarterIsGone(end: () => void): void {
  process.once('disconnect', end);
  // The channel may have closed while the modules were loading, when nobody listened yet.
  if (process.send && !process.connected) end();
}

/**
 * Has a signal end this process by an exit, so that what it has started ends with it, and its run folders go
 * (`makeRunFolder`): a process that a signal ends by itself tells nobody.
 */
export function exitOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}

/** A server for {@link runServer}. */
interface Server {
  /** Ends running requests, then what they stand on. */
  close(): Promise<unknown>;
}

/**
 * Runs a server until SIGTERM, SIGINT or the end of the starter, then ends the process.
 *
 * A start under way is simply broken off: nobody has had an answer yet, and the database rolls back
 * what was not finished.
 *
 * @param start resolves once the server answers
 * @throws what `start` throws
 */
export async function runServer(start: () => Promise<Server>): Promise<void> {
  let server: Server | undefined;
  let ending: Promise<void> | undefined;
  const end = async () => {
    await server?.close();
    process.exit(0);
  };
  const endOnce = () => void (ending ??= end());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endOnce);
  whenStarterIsGone(endOnce);
  server = await start();
}
