import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findBrowser, findHeadlessShell } from '../src/find-browser.mjs';

async function program(name: string): Promise<{ folder: string; path: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, name);
  await writeFile(path, '');
  await chmod(path, 0o755);
  return { folder, path };
}

test('a browser in the path is found, under any of its names', async () => {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome-stable']) {
    const { folder, path } = await program(name);
    expect(findBrowser({ PATH: `/nowhere:${folder}` })).toBe(path);
  }
});

test('the one that CHROMIUM names wins, and must be a program', async () => {
  const named = await program('mine');
  const { folder } = await program('chromium');
  expect(findBrowser({ PATH: folder, CHROMIUM: named.path })).toBe(named.path);
  await chmod(named.path, 0o644);
  expect(() => findBrowser({ PATH: folder, CHROMIUM: named.path })).toThrow(
    `CHROMIUM is ${named.path}, which is not a program.`,
  );
});

test('the headless shell is found before the browser, unless CHROMIUM names one', async () => {
  const shell = await program('chromium-headless-shell');
  const browser = await program('chromium');
  const PATH = `${browser.folder}:${shell.folder}`;
  expect(findBrowser({ PATH })).toBe(browser.path);
  expect(findHeadlessShell({ PATH })).toBe(shell.path);
  expect(findHeadlessShell({ PATH, CHROMIUM: browser.path })).toBe(browser.path);
});
