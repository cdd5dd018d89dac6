import { beforeAll, expect, test } from 'vitest';
import { refusedFiles } from './refused-files.ts';

/*
 * The shell reaches the browser's storage through its storage service alone, which knows the kinds and
 * what happens without them. A rule of the linter that silently matches nothing would otherwise look
 * like a rule that nobody breaks.
 */
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

let refused: ReadonlySet<string>;

beforeAll(async () => {
  refused = await refusedFiles(
    uses.map(([file, use]) => [file, `export const used = ${use};\n`] as const),
    /no-restricted-(globals|properties)/,
  );
});

test.each(uses)('%s: %s: %s', (file, _use, allowed) => {
  expect(refused.has(file)).toBe(!allowed);
});
