import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { logSize, openLog, readLogSince } from './log-file.ts';

export interface ProcessDescription {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Takes what the process prints. */
  readonly logFile: string;
  readonly workingFolder: string;
  readonly uid?: number;
  readonly gid?: number;
  /**
   * A channel to the starter (Node only). It closes when the starter ends, however it ends, and the
   * process ends itself then.
   */
  readonly endsWithStarter: boolean;
  /** Asks the process to end in order. */
  readonly stopSignal: 'SIGTERM' | 'SIGINT';
  /** How long an orderly end may take before the process is forced. */
  readonly stopTimeInMilliseconds: number;
  /** Ends it at once. */
  readonly forceSignal: 'SIGKILL' | 'SIGQUIT';
}

export interface RunningProcess {
  readonly pid: number;
  /** Settles when the process has ended, with the reason in words: 'killed by SIGKILL'. */
  readonly ended: Promise<string>;
  /** The same reason, once the process has ended. */
  readonly howEnded: () => string | undefined;
  /** End of what this process has printed. */
  readonly output: () => string;
  /** Asks the process to end, then makes it. */
  stop(): Promise<void>;
  /** SIGKILL, as by a person or the system's memory watch. */
  kill(): Promise<void>;
}

/** Every process that runs now, with the signal that ends it at once. */
const running = new Map<number, NodeJS.Signals>();

/** Ends all processes without waiting: the way out for somebody who presses Ctrl-C twice. */
export function endAllProcesses(): void {
  for (const [pid, signal] of running) process.kill(pid, signal);
}

/** @throws the system's error when the program cannot be started */
export async function startProcess(description: ProcessDescription): Promise<RunningProcess> {
  const { command, args, environment, logFile, workingFolder, stopSignal, forceSignal } =
    description;
  const { uid, gid } = description;
  const log = openLog(logFile);
  const logStart = logSize(logFile);
  const child = spawn(command, args, {
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
    cwd: workingFolder,
    env: environment,
    stdio: ['ignore', log, log, ...(description.endsWithStarter ? (['ipc'] as const) : [])],
    // A process group of its own: Ctrl-C in a terminal goes to the starter alone, which then stops
    // everything in order.
    detached: true,
  });
  closeSync(log);
  let how: string | undefined;
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      running.delete(child.pid!);
      how = signal ? `killed by ${signal}` : `exit code ${code}`;
      resolve(how);
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', resolve);
  });
  const pid = child.pid!;
  running.set(pid, forceSignal);

  return {
    pid,
    ended,
    howEnded: () => how,
    output: () => readLogSince(logFile, logStart),
    stop: async () => {
      child.kill(stopSignal);
      const force = setTimeout(() => child.kill(forceSignal), description.stopTimeInMilliseconds);
      await ended;
      clearTimeout(force);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
