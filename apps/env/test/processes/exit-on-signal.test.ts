import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';

const sourceOf = (name: string) => JSON.stringify(new URL(`../../src/${name}`, import.meta.url));

/** Starts another process in a run folder, as a benchmark does with its database. It stays connected to a port. */
const programFor = (port: number) => `
  import { exitOnSignal } from ${sourceOf('processes/ending.ts')};
  import { startProcess } from ${sourceOf('processes/running-process.ts')};
  import { makeRunFolder } from ${sourceOf('run-folder.ts')};
  exitOnSignal();
  const { path } = await makeRunFolder('signal');
  await startProcess({
    command: process.execPath,
    args: ['--eval', "require('node:net').connect(${port}, '127.0.0.1').on('close', () => process.exit())"],
    environment: {},
    logFile: path + '/log',
    workingFolder: path,
    endsWithStarter: false,
    stopSignal: 'SIGTERM',
    stopTimeInMilliseconds: 1000,
    forceSignal: 'SIGKILL',
  });
  process.send(path);
`;

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s ends what was started, and removes its folder', async (signal, code) => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const program = programFor((server.address() as AddressInfo).port);
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [[path], [connection]] = await Promise.all([
    once(child, 'message') as Promise<[string]>,
    connected,
  ]);
  // Which ends the process, too.
  onTestFinished(() => void connection.destroy());
  const exited = once(child, 'exit');
  const disconnected = once(connection.resume(), 'close');
  child.kill(signal);
  expect(await exited).toEqual([code, null]);
  expect(existsSync(path)).toBe(false);
  // A process table still names an ended process whose parent is gone, until the first process of the system reads it.
  await disconnected;
});
