import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isAlive } from '../../src/processes/alive.ts';

const sourceOf = (name: string) => JSON.stringify(new URL(`../../src/${name}`, import.meta.url));

/** Starts another process in a run folder, as a benchmark does with its database. */
const program = `
  import { exitOnSignal } from ${sourceOf('processes/ending.ts')};
  import { startProcess } from ${sourceOf('processes/running-process.ts')};
  import { makeRunFolder } from ${sourceOf('run-folder.ts')};
  exitOnSignal();
  const { path } = await makeRunFolder('signal');
  const { pid } = await startProcess({
    command: process.execPath,
    args: ['--eval', 'setInterval(() => {}, 1000)'],
    environment: {},
    logFile: path + '/log',
    workingFolder: path,
    endsWithStarter: false,
    stopSignal: 'SIGTERM',
    stopTimeInMilliseconds: 1000,
    forceSignal: 'SIGKILL',
  });
  process.send({ path, pid });
`;

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s ends what was started, and removes its folder', async (signal, code) => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [{ path, pid }] = (await once(child, 'message')) as [{ path: string; pid: number }];
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
  const exited = once(child, 'exit');
  child.kill(signal);
  expect(await exited).toEqual([code, null]);
  expect(existsSync(path)).toBe(false);
  await vi.waitUntil(() => !isAlive(pid));
});
