import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

/** A program with its arguments; no shell reads them. */
export interface ProgramRun {
  readonly program: string;
  readonly args: readonly string[];
}

/** How a program ended. */
export interface ProgramEnd {
  /** Null: it was ended, or could not be started. */
  readonly code: number | null;
  readonly signal: string | null;
  /** The last that it said of its faults; can hold paths. */
  readonly faults: string;
}

/** Message of the keeper: one of these. */
export interface KeeperMessage {
  /** It was made; the first message. */
  readonly folder?: string;
  readonly output?: string;
  readonly ended?: ProgramEnd;
}

/** A folder for one conversion. */
export interface WorkFolder {
  readonly path: string;
  /**
   * Runs a program in the folder, without the environment of the services. One at a time.
   *
   * @throws {Error} when the folder is closed meanwhile
   */
  run(run: ProgramRun, onOutput: (text: string) => void): Promise<ProgramEnd>;
  /** Ends what runs, and takes the folder away. Can be repeated. */
  close(): Promise<void>;
}

const keeperFile = fileURLToPath(new URL('./keeper.ts', import.meta.url));

/**
 * Makes a folder for temporary files (`TMPDIR`) that a process of its own keeps: however this process
 * ends, nothing runs on and nothing is left.
 *
 * @param priority of its programs among all of the machine; default: the lowest, so that requests come first
 */
export async function openWorkFolder(
  priority: number = constants.priority.PRIORITY_LOW,
): Promise<WorkFolder> {
  const keeper = fork(keeperFile, [tmpdir(), String(priority)], {
    // Not with the signals that a terminal sends to all of a group: it ends when this process does.
    detached: true,
    env: { PATH: process.env['PATH'] },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => {
    keeper.once('exit', () => resolve());
    keeper.once('error', () => resolve());
  });
  const close = async () => {
    if (keeper.connected) keeper.disconnect();
    await exited;
  };
  const first = await Promise.race([
    once(keeper, 'message') as Promise<[KeeperMessage]>,
    exited.then(() => undefined),
  ]);
  const path = first?.[0].folder;
  if (path === undefined) throw new Error('No folder could be made for a conversion.');
  return { path, run: (run, onOutput) => runIn(keeper, exited, run, onOutput), close };
}

function runIn(
  keeper: ChildProcess,
  exited: Promise<void>,
  run: ProgramRun,
  onOutput: (text: string) => void,
): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    const hear = ({ output, ended }: KeeperMessage) => {
      if (output !== undefined) onOutput(output);
      if (!ended) return;
      keeper.off('message', hear);
      resolve(ended);
    };
    keeper.on('message', hear);
    void exited.then(() => reject(new Error('The folder of a conversion was closed.')));
    if (keeper.connected) keeper.send(run);
    else reject(new Error('The folder of a conversion was closed.'));
  });
}
