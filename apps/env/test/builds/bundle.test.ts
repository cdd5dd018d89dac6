import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  build,
  outputOf,
  staleDigestOf,
  watchBundle,
  type Bundle,
} from '../../src/builds/bundle.ts';
import { digestOf } from '../../src/builds/sources.ts';
import { checkout } from '../../src/checkout.ts';

let bundle: Bundle;
let logs: string;
const never = new AbortController().signal;

beforeEach(async () => {
  // Inside the checkout, where the bundler is found.
  const parent = join(checkout, '.lectern');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'bundle-'));
  onTestFinished(async () => {
    await rm(folder, { recursive: true });
    await rm(join(parent, `${basename(folder)}.sha256`), { force: true });
  });
  logs = join(folder, 'node_modules');
  await writeFile(join(folder, 'index.html'), '<script type="module" src="./main.ts"></script>');
  await writeFile(join(folder, 'main.ts'), 'document.title = "erste Fassung";');
  bundle = { title: 'shell', folder, uses: [] };
});

const buildNow = async () => build(bundle, (await staleDigestOf(bundle))!, logs, never);

/** The script that the page loads. */
async function bundledScript(): Promise<string> {
  const page = await readFile(join(outputOf(bundle), 'index.html'), 'utf8');
  return readFile(join(outputOf(bundle), /assets\/[\w.-]+\.js/.exec(page)![0]), 'utf8');
}

test('a bundle is made once, and again after a change of its sources', async () => {
  await buildNow();
  expect(await bundledScript()).toContain('erste Fassung');
  expect(await staleDigestOf(bundle)).toBeUndefined();

  await writeFile(join(bundle.folder, 'main.ts'), 'document.title = "zweite Fassung";');
  await buildNow();
  expect(await bundledScript()).toContain('zweite Fassung');
  expect(await staleDigestOf(bundle)).toBeUndefined();
});

test('a bundle that somebody removed is stale', async () => {
  await buildNow();
  await rm(outputOf(bundle), { recursive: true });
  expect(await staleDigestOf(bundle)).toMatch(/^[0-9a-f]{64}$/);
});

test('a build that fails leaves the old bundle, and says why', async () => {
  await buildNow();
  await writeFile(join(bundle.folder, 'main.ts'), 'this is no program');
  await expect(buildNow()).rejects.toThrow(
    /^The shell could not be built \(exit code 1\)\. The bundler says:\n[^]*main\.ts/,
  );
  expect(await bundledScript()).toContain('erste Fassung');
  expect((await readdir(bundle.folder)).filter((name) => name.startsWith('dist'))).toEqual([
    'dist',
  ]);
});

test('a watch rebuilds at a change, and what it leaves is not taken for current', async () => {
  await buildNow();
  const vite = await watchBundle(bundle, logs);
  onTestFinished(() => vite.stop());
  const until = (condition: () => boolean | Promise<boolean>) =>
    vi.waitUntil(() => {
      if (vite.howEnded()) throw new Error(vite.output());
      return condition();
    });
  await until(() => vite.output().includes('built in'));
  await writeFile(join(bundle.folder, 'main.ts'), 'document.title = "zweite Fassung";');
  await until(async () => (await bundledScript().catch(() => '')).includes('zweite Fassung'));
  await vite.stop();

  await writeFile(join(bundle.folder, 'main.ts'), 'document.title = "erste Fassung";');
  expect(await staleDigestOf(bundle)).toMatch(/^[0-9a-f]{64}$/);
});

test('a bundle that this user cannot replace: the advice is about the checkout', async () => {
  await buildNow();
  expect((await stat(outputOf(bundle))).mode & 0o777).toBe(0o755);
  await writeFile(join(bundle.folder, 'main.ts'), 'document.title = "zweite Fassung";');
  const digest = (await staleDigestOf(bundle))!;
  await chmod(bundle.folder, 0o555);
  onTestFinished(() => chmod(bundle.folder, 0o755));
  await asOrdinaryUser(() =>
    expect(build(bundle, digest, logs, never)).rejects.toThrow(
      `${bundle.folder} is not writable for this user. The browser bundles there are missing or older than their sources: make it writable, or start once as a user who may write there.`,
    ),
  );
});

/** Root may write anywhere; for this long it is somebody else. */
async function asOrdinaryUser(work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.('nobody');
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}

test('two builds at once do not disturb each other', async () => {
  const digest = (await staleDigestOf(bundle))!;
  await Promise.all([build(bundle, digest, logs, never), build(bundle, digest, logs, never)]);
  expect(await bundledScript()).toContain('erste Fassung');
});

test('what a build or a check leaves behind does not count as a source', async () => {
  const before = await digestOf([bundle.folder]);
  for (const name of ['dist', 'dist-x', 'node_modules', 'test']) {
    await mkdir(join(bundle.folder, name));
    await writeFile(join(bundle.folder, name, 'file.js'), '');
  }
  await writeFile(join(bundle.folder, 'tsconfig.tsbuildinfo'), '');
  expect(await digestOf([bundle.folder])).toBe(before);
  await writeFile(join(bundle.folder, 'distance.ts'), '');
  expect(await digestOf([bundle.folder])).not.toBe(before);
});
