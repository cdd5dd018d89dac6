import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { demoAccounts } from '../../src/accounts.ts';
import { certify, createAuthority } from '../../src/certificates/authority.ts';
import { findFreePorts } from '../../src/ports.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const program = fileURLToPath(new URL('stand-in/start.ts', import.meta.url));

interface Starter {
  readonly process: ChildProcess;
  readonly output: () => string;
  /** Exit code, once it has ended. */
  readonly ended: Promise<number | null>;
}

const started: Starter[] = [];

function run(args: readonly string[], environment: Record<string, string> = {}): Starter {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      PATH: process.env['PATH'],
      HOME: '/nonexistent',
      // Nothing is there: what runs on this machine is asked without a proxy.
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: 'http://127.0.0.1:1',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const gather = (data: Buffer) => (output += data.toString());
  child.stdout.on('data', gather);
  child.stderr.on('data', gather);
  const ended = once(child, 'close').then(() => child.exitCode);
  const starter = { process: child, output: () => output, ended };
  started.push(starter);
  return starter;
}

/** Flags for a start that meets nobody else's; its data go when that is over. */
async function flags(whenOver: typeof afterAll | typeof onTestFinished): Promise<string[]> {
  const ports = await findFreePorts();
  const values = {
    '--port': ports.shell,
    '--identity-provider-port': ports.identityProvider,
    '--content-port': ports.content,
    '--files-port': ports.files,
    '--data': join(await temporaryFolder(whenOver), 'data'),
  };
  return Object.entries(values).flatMap(([flag, value]) => [flag, String(value)]);
}

/** One folder for all starts, of which the first one makes the database. */
const args = await flags(afterAll);
let running: Starter | undefined;
afterAll(async () => {
  for (const { process, ended } of started) {
    process.kill('SIGTERM');
    await ended;
  }
});

/** The starter that an earlier test has left running, or a new one. */
async function untilRunning(): Promise<Starter> {
  running ??= run(args);
  return untilReady(running);
}

async function untilReady(starter: Starter): Promise<Starter> {
  await vi.waitUntil(() => {
    if (starter.process.exitCode !== null) throw new Error(starter.output());
    return starter.output().includes('Press Ctrl-C to stop.');
  });
  return starter;
}

test('behind a proxy, too, it shows its steps, the addresses and the demo accounts', async () => {
  const output = (await untilRunning()).output();
  expect(output).toMatch(/✓ Database {2}\d+\.\d s\n/);
  for (const port of [args[1], args[3], args[5]])
    expect(output).toContain(`http://localhost:${port}`);
  for (const { username, password, note } of demoAccounts) {
    expect(output).toMatch(new RegExp(`${username} +${password} +${note}`));
  }
});

test('a second start on the same data folder says that the first one runs', async () => {
  const first = await untilRunning();
  const second = run(args);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(
    `Lectern is already running with the data folder ${args.at(-1)} (process ${first.process.pid}, http://localhost:${args[1]}).`,
  );
});

test('killed with -9, the next start recovers on the same ports and folder', async () => {
  const first = await untilRunning();
  const pid = await (await fetch(`http://localhost:${args[1]}`)).text();
  first.process.kill('SIGKILL');
  await first.ended;
  running = undefined;
  await untilRunning();
  expect(await (await fetch(`http://localhost:${args[1]}`)).text()).not.toBe(pid);
});

describe('it stops everything and exits with 0 on', () => {
  test.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s', async (signal) => {
    const starter = await untilRunning();
    running = undefined;
    starter.process.kill(signal);
    expect(await starter.ended).toBe(0);
    expect(starter.output()).toMatch(/✓ Stopping/);
    await expect(fetch(`http://localhost:${args[1]}`)).rejects.toThrow('fetch failed');
    const log = await readFile(join(args.at(-1)!, 'logs', 'database.log'), 'utf8');
    expect(log).toMatch(/database system is shut down\n$/);
  });

  test('SIGINT during the start', async () => {
    // Of a new folder: there is a database to make.
    const starter = run(await flags(onTestFinished));
    await vi.waitUntil(() => starter.output().includes('✓ Ports'));
    starter.process.kill('SIGINT');
    expect(await starter.ended).toBe(0);
    expect(starter.output()).toMatch(/Stopped before everything answered\.\n$/);
  });
});

test('wrong flags: one sentence on standard error, exit code 2, nothing touched', async () => {
  const child = spawn(process.execPath, [program, '--prot', '1'], { stdio: 'pipe' });
  const [out, error] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  expect([out, error.trim()]).toEqual(['', "Unknown option '--prot'. See npm start -- --help."]);
  expect(child.exitCode).toBe(2);
});

test('--help: exit code 0', async () => {
  const starter = run(['--help']);
  expect(await starter.ended).toBe(0);
  expect(starter.output()).toContain('--identity-provider-port');
});

test('for other devices with a certificate that Node trusts, it offers no authority', async () => {
  const host = '127.0.0.1';
  const authority = createAuthority(host, new Date());
  const certificate = new X509Certificate(authority.certificate);
  const certified = certify(host, { ...authority, certificate }, new Date());
  const folder = await temporaryFolder();
  const [trusted, cert, key] = ['trusted', 'cert', 'key'].map((name) => join(folder, name));
  await writeFile(trusted!, authority.certificate);
  await writeFile(cert!, certified.certificate);
  await writeFile(key!, certified.key);
  const own = await flags(onTestFinished);
  const starter = run([...own, '--host', host, '--tls-cert', cert!, '--tls-key', key!], {
    DATABASE_URL: inject('databaseUrl'),
    NODE_EXTRA_CA_CERTS: trusted!,
  });
  await untilReady(starter);
  expect(starter.output()).toContain(`https://${host}:${own[1]}`);
  expect(starter.output()).not.toContain('SHA-256');
  starter.process.kill('SIGTERM');
  expect(await starter.ended).toBe(0);
});

test('a database that cannot be reached', async () => {
  const starter = run(await flags(onTestFinished), {
    DATABASE_URL: 'postgresql://me@127.0.0.1:1/data',
  });
  expect(await starter.ended).toBe(1);
  expect(starter.output()).toContain('cannot be used: connect ECONNREFUSED 127.0.0.1:1.');
});
