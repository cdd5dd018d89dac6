import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

/*
 * The shell reaches the browser's storage through its storage service alone, which knows the kinds and
 * what happens without them. A rule of the linter that silently matches nothing would otherwise look
 * like a rule that nobody breaks.
 */
const checkout = fileURLToPath(new URL('..', import.meta.url));
const oxlint = join(checkout, 'node_modules/.bin/oxlint');

const uses: readonly [file: string, use: string, allowed: boolean][] = [
  ['apps/shell/src/session/a.ts', "sessionStorage.getItem('x')", false],
  ['apps/shell/src/routes/b.tsx', 'localStorage.clear()', false],
  ['apps/shell/src/c.ts', 'Object.keys(localStorage)', false],
  ['apps/shell/src/d.ts', "window.localStorage.getItem('x')", false],
  ['apps/shell/src/e.ts', "globalThis['sessionStorage'].length", false],
  ['apps/shell/src/f.ts', "storage('session').read('deepLink')", true],
  ['apps/shell/src/storage/storage.ts', "localStorage.getItem('x')", true],
  ['apps/shell/test/g.ts', "localStorage.getItem('x')", true],
];

let copy: string;
let refused: ReadonlySet<string>;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'lectern-storage-'));
  await cp(join(checkout, '.oxlintrc.json'), join(copy, '.oxlintrc.json'));
  for (const [file, use] of uses) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await writeFile(join(copy, file), `export const used = ${use};\n`);
  }
  const { diagnostics } = await lint(copy);
  refused = new Set(
    diagnostics
      .filter(({ code }) => /no-restricted-(globals|properties)/.test(code))
      .map(({ filename }) => filename),
  );
});
afterAll(() => rm(copy, { recursive: true, force: true }));

interface Report {
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
}

/** Exits with 1 when it finds something, which here it must. */
function lint(folder: string): Promise<Report> {
  return new Promise((resolve) => {
    execFile(oxlint, ['--format', 'json'], { cwd: folder }, (_error, stdout) => {
      resolve(JSON.parse(stdout) as Report);
    });
  });
}

test.each(uses)('%s: %s: %s', (file, _use, allowed) => {
  expect([...refused].some((name) => name.endsWith(file))).toBe(!allowed);
});
