import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './commands.ts';

const main = fileURLToPath(new URL('../../src/commands/main.ts', import.meta.url));

/** Runs `lectern` as a process of its own, in an environment. */
export function spawnCommand(
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<Outcome> {
  return startCommand(environment, ...args).outcome;
}

/** The same, for those who send a signal to it. */
export function startCommand(
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): { readonly child: ChildProcess; readonly outcome: Promise<Outcome> } {
  const child = spawn(process.execPath, [main, ...args], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = async () => {
    const [output, notes, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code: code as number, output, notes };
  };
  return { child, outcome: end() };
}
