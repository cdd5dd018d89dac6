import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { demoAccounts, findFreePorts, type Ports } from '@lectern/env';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../src/browser.ts';
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

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'lectern-copy-'));
  dataFolder = await mkdtemp(join(tmpdir(), 'lectern-data-'));
  ports = await findFreePorts();
  shell = `http://localhost:${ports.shell}`;
});
afterAll(async () => {
  await rm(copy, { recursive: true, force: true });
  await rm(dataFolder, { recursive: true, force: true });
});

/** Starts with the README's command, as a terminal does: in a process group of its own. */
function start(): ChildProcess & { output: string } {
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
  'a clean copy starts with one command, works, stops, and keeps its data',
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

    const second = start();
    try {
      await untilReady(second);
      expect(await signInAndRead()).toBe('Frisch gestartet');
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

const essay = 'bach-brief';

async function withEssay<Result>(
  use: (
    exercise: ReturnType<Awaited<ReturnType<typeof arrive>>['content']['locator']>,
  ) => Promise<Result>,
): Promise<Result> {
  const context = await (await sharedBrowser(launchBrowser)).newContext();
  try {
    const learner = await arrive(context, {
      shell,
      identityProvider: `http://localhost:${ports.identityProvider}`,
    });
    await learner.signIn(demoAccounts[0], `/login?exerciseGroupId=${essay}`);
    const exercise = learner.content.locator(`[data-exercise="${essay}"]`);
    await exercise.locator('fieldset:enabled').waitFor();
    return await use(exercise);
  } finally {
    await context.close();
  }
}

function signInAndWrite(text: string): Promise<void> {
  return withEssay(async (exercise) => {
    await exercise.getByRole('textbox').fill(text);
    await exercise.locator('[data-save-state="saved"]').waitFor();
  });
}

function signInAndRead(): Promise<string> {
  return withEssay((exercise) => exercise.getByRole('textbox').inputValue());
}
