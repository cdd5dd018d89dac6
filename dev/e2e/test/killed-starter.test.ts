import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePorts, type Ports } from '@lectern/env';
import { afterEach, beforeEach, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../../apps/env/src/start.ts', import.meta.url));
const startTimeoutInMs = 60_000;

let ports: Ports;
let dataFolder: string;
let last: ChildProcess | undefined;

beforeEach(async () => {
  ports = await findFreePorts();
  dataFolder = await mkdtemp(join(tmpdir(), 'lectern-killed-'));
});
afterEach(async () => {
  if (last?.kill('SIGTERM')) await once(last, 'exit');
  await rm(dataFolder, { recursive: true, force: true });
});

/** Starts the product and waits until it has said `line`. */
async function startUntil(line: string): Promise<ChildProcess> {
  const starter = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      // Code that other starts have compiled: nothing is seen of that here.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      LECTERN_PORT: String(ports.shell),
      LECTERN_IDENTITY_PROVIDER_PORT: String(ports.identityProvider),
      LECTERN_CONTENT_PORT: String(ports.content),
      LECTERN_FILES_PORT: String(ports.files),
      LECTERN_DATA: dataFolder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  last = starter;
  let output = '';
  for (const stream of [starter.stdout, starter.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  await expect
    .poll(() => starter.exitCode !== null || output.includes(line), {
      timeout: startTimeoutInMs,
      interval: 10,
    })
    .toBe(true);
  if (starter.exitCode !== null) throw new Error(`The starter ended:\n${output}`);
  return starter;
}

// Each line is the end of a step: what is killed is the one that comes next.
const killedAfter = [
  '✓ Ports',
  '✓ Database',
  '✓ Identity provider',
  '✓ Services',
  'Press Ctrl-C to stop.',
];

test(
  'killed again and again, while it starts and after, it starts on the same ports and data',
  async () => {
    for (const line of killedAfter) {
      const starter = await startUntil(line);
      starter.kill('SIGKILL');
      await once(starter, 'exit');
    }
    await startUntil('Press Ctrl-C to stop.');
    for (const address of [
      `http://localhost:${ports.shell}/clag/v1/ping`,
      `http://localhost:${ports.identityProvider}/.well-known/openid-configuration`,
      `http://localhost:${ports.content}/index.html`,
    ]) {
      expect((await fetch(address)).status, address).toBe(200);
    }
  },
  (killedAfter.length + 1) * startTimeoutInMs,
);
