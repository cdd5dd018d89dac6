import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { hash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { connect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { demoAccounts, findFreePorts, type Ports } from '@lectern/env';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserOptions, findHeadlessShell } from '@lectern/chromium';
import { sharedBrowser } from '../src/journeys.ts';
import { arrive } from '../src/learner.ts';

const run = promisify(execFile);
const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/** How long a whole installation and start may take, in milliseconds. */
const freshStartTimeoutInMs = 600_000;

/** Closed to everyone else, as root's own home is: the database runs as another user all the same. */
let copy: string;
let dataFolder: string;
let ports: Ports;
let shell: string;
/** How other devices would reach the second start; this one can be reached everywhere. */
const host = '127.0.0.1';
let authorityPort: number;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'lectern-copy-'));
  dataFolder = await mkdtemp(join(tmpdir(), 'lectern-data-'));
  ports = await findFreePorts();
  shell = `http://localhost:${ports.shell}`;
  ({ shell: authorityPort } = await findFreePorts());
});
afterAll(async () => {
  await rm(copy, { recursive: true, force: true });
  await rm(dataFolder, { recursive: true, force: true });
});

/** Starts with the README's command, as a terminal does: in a process group of its own. */
function start(environment: Record<string, string> = {}): ChildProcess & { output: string } {
  const child = spawn('npm', ['start'], {
    cwd: copy,
    detached: true,
    env: {
      HOME: process.env['HOME'],
      // A new machine has its own Node alone, not the one that this test runs on.
      PATH: process.env['PATH']
        ?.split(delimiter)
        .filter((entry) => !entry.includes('node_modules') && entry !== dirname(process.execPath))
        .join(delimiter),
      LECTERN_PORT: String(ports.shell),
      LECTERN_IDENTITY_PROVIDER_PORT: String(ports.identityProvider),
      LECTERN_CONTENT_PORT: String(ports.content),
      LECTERN_FILES_PORT: String(ports.files),
      LECTERN_DATA: dataFolder,
      ...environment,
    },
  });
  const started = Object.assign(child, { output: '' });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (started.output += chunk.toString()));
  }
  return started;
}

async function untilReady(child: ChildProcess & { output: string }): Promise<void> {
  await expect
    .poll(() => child.exitCode !== null || child.output.includes('Press Ctrl-C to stop.'), {
      timeout: freshStartTimeoutInMs,
      interval: 200,
    })
    .toBe(true);
  if (child.exitCode !== null) throw new Error(`npm start ended:\n${child.output}`);
}

/** Presses Ctrl-C: the terminal sends it to the whole group. */
async function interrupt(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  process.kill(-child.pid!, 'SIGINT');
  await once(child, 'exit');
}

/** Command lines of what still runs and names the data folder. */
async function leftBehind(): Promise<string[]> {
  const { stdout } = await run('ps', ['-eo', 'args']);
  return stdout.split('\n').filter((line) => line.includes(dataFolder));
}

test(
  'a clean copy starts with one command, works, stops, and keeps its data, for other devices too',
  async () => {
    const files = 'git ls-files -coz --exclude-standard';
    await run('sh', ['-c', `${files} | tar -c --null -T - | tar -x -C "$0"`, copy], {
      cwd: checkout,
    });

    const first = start();
    try {
      await untilReady(first);
      for (const address of [ports.shell, ports.content, ports.identityProvider])
        expect(first.output).toContain(`http://localhost:${address}`);
      for (const { username } of demoAccounts) expect(first.output).toContain(username);
      for (const path of ['/docs/openapi.json', '/assets/config/config.json']) {
        expect((await fetch(shell + path)).status, path).toBe(200);
      }
      await signInAndWrite('Frisch gestartet');
    } finally {
      await interrupt(first);
    }
    expect(await leftBehind()).toEqual([]);
    await expect(fetch(shell)).rejects.toThrow();

    const second = start({ LECTERN_HOST: host, LECTERN_AUTHORITY_PORT: String(authorityPort) });
    try {
      await untilReady(second);
      const authority = await offeredAuthority();
      expect(second.output).toContain(authority.fingerprint256);
      for (const port of Object.values(ports)) expect(await trusts(authority, port)).toBe(true);

      const stranger = await (await sharedBrowser()).newContext();
      const visit = (await stranger.newPage()).goto(`https://${host}:${ports.shell}`);
      await expect(visit).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID');
      await stranger.close();
      const device = await deviceThatTrusts(authority);
      try {
        expect(await signInAndRead(device)).toBe('Frisch gestartet');
      } finally {
        await device.close();
      }
    } finally {
      await interrupt(second);
    }
    const [published, unchanged] = (
      await readFile(join(dataFolder, 'logs', 'publishing.log'), 'utf8')
    )
      .split('\n')
      .filter((line) => line.startsWith('wasser/'));
    expect(published).toMatch(/ is version 1 now: 8 topics, 12 exercises, 2 files\.$/);
    expect(unchanged).toMatch(/ is already at version 1: nothing has changed\.$/);
    expect(await leftBehind()).toEqual([]);
  },
  freshStartTimeoutInMs,
);

/** The certificate that the page for devices offers. */
async function offeredAuthority(): Promise<X509Certificate> {
  const page = `http://${host}:${authorityPort}`;
  const [, path = ''] = /href="(\/[^"]+\.crt)"/.exec(await (await fetch(page)).text()) ?? [];
  return new X509Certificate(Buffer.from(await (await fetch(page + path)).arrayBuffer()));
}

/** True where a client with no other authority trusts the server at a port. */
async function trusts(authority: X509Certificate, port: number): Promise<boolean> {
  const socket = connect({ host, port, ca: [authority.toString()] });
  await once(socket, 'secureConnect');
  socket.destroy();
  return socket.authorized;
}

/** A browser that trusts what the authority has signed. */
function deviceThatTrusts({ publicKey }: X509Certificate): Promise<Browser> {
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const { args, ...options } = browserOptions(findHeadlessShell());
  const trust = `--ignore-certificate-errors-spki-list=${hash('sha256', spki, 'base64')}`;
  return chromium.launch({ ...options, args: [...args, trust] });
}

const essay = 'bach-brief';

async function withEssay<Result>(
  browser: Browser,
  originOf: (port: number) => string,
  use: (
    exercise: ReturnType<Awaited<ReturnType<typeof arrive>>['content']['locator']>,
  ) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext();
  try {
    const learner = await arrive(context, {
      shell: originOf(ports.shell),
      identityProvider: originOf(ports.identityProvider),
    });
    await learner.signIn(demoAccounts[0], `/login?exerciseGroupId=${essay}`);
    const exercise = learner.content.locator(`[data-exercise="${essay}"]`);
    await exercise.locator('fieldset:enabled').waitFor();
    return await use(exercise);
  } finally {
    await context.close();
  }
}

async function signInAndWrite(text: string): Promise<void> {
  const browser = await sharedBrowser();
  await withEssay(
    browser,
    (port) => `http://localhost:${port}`,
    async (exercise) => {
      await exercise.getByRole('textbox').fill(text);
      await exercise.locator('[data-save-state="saved"]').waitFor();
    },
  );
}

function signInAndRead(browser: Browser): Promise<string> {
  const originOf = (port: number) => `https://${host}:${port}`;
  return withEssay(browser, originOf, (exercise) => exercise.getByRole('textbox').inputValue());
}
