import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { KeeperMessage, ProgramRun } from './work-folder.ts';

// Keeps a folder for one conversion, and runs its programs there. When whoever started it is gone, by a
// sudden end too, it ends the program that runs, takes the folder away and ends.

/** How much of what a program says of its faults is passed on, in characters. */
const faultsMaximum = 2_000;

const folder = mkdtemp(join(process.argv[2]!, 'lectern-video-'));
let running: ChildProcess | undefined;

process.once('disconnect', () => void end());
process.on('message', (run: ProgramRun) => void perform(run));
// Programs inherit it.
setPriority(Number(process.argv[3]));
post({ folder: await folder });
if (!process.connected) await end();

async function perform({ program, args }: ProgramRun): Promise<void> {
  const child = spawn(program, args, {
    cwd: await folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  if (!process.connected) child.kill('SIGKILL');
  let faults = '';
  child.stdout.setEncoding('utf8').on('data', (output: string) => post({ output }));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    faults = (faults + text).slice(-faultsMaximum);
  });
  child.once('error', (error) => {
    faults = error.message;
  });
  const [code, signal] = (await once(child, 'close').catch(() => [null, null])) as [
    number | null,
    string | null,
  ];
  running = undefined;
  post({ ended: { code, signal, faults } });
}

async function end(): Promise<void> {
  if (running) {
    const closed = once(running, 'close');
    running.kill('SIGKILL');
    await closed;
  }
  await rm(await folder, { recursive: true, force: true });
  process.exit(0);
}

function post(message: KeeperMessage): void {
  // The starting process may have gone, which the end of the channel tells.
  if (process.connected) process.send!(message, () => {});
}
