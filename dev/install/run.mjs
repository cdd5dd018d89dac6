import { spawn } from 'node:child_process';
import { InstallProblem } from './problem.mjs';

/**
 * Runs a program to its end and gathers what it prints, so that a failure can be put into one
 * sentence. The program ends with this process when that is told to.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, onStart?: (pid: number) => void }} [options]
 * @returns {Promise<{ status: number | null, output: string }>}
 */
export function run(command, args, { onStart, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const endChild = () => child.kill('SIGTERM');
    process.once('exit', endChild);
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('error', reject);
    child.on('spawn', () => onStart?.(child.pid));
    child.on('close', (status) => {
      process.off('exit', endChild);
      resolve({ status, output });
    });
  });
}

/** @throws {InstallProblem} with the program's last line */
export async function mustRun(command, args) {
  const { status, output } = await run(command, args);
  if (status === 0) return;
  throw new InstallProblem(`${command} ${args[0]} failed: ${lastLines(output, 1)}`);
}

/** Last lines of a program's output, for the end of a message. */
export function lastLines(output, count = 8) {
  return output.trimEnd().split('\n').slice(-count).join('\n');
}
