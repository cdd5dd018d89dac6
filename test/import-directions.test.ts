import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

/*
 * The import directions of ARCHITECTURE.md, each as a file that keeps or breaks one. A rule of the
 * linter that silently matches nothing would otherwise look like a rule that nobody breaks.
 */
const checkout = fileURLToPath(new URL('..', import.meta.url));
const oxlint = join(checkout, 'node_modules/.bin/oxlint');

const directions: readonly [from: string, imported: string, allowed: boolean][] = [
  ['packages/contracts/src/users', '../define.ts', true],
  ['packages/contracts/src/users', '@lectern/sdk', false],
  ['packages/contracts/src', 'node:fs', false],
  ['packages/contracts/src', 'react', false],
  ['packages/sdk/src', './protocol.ts', true],
  ['packages/sdk/src', 'zod', false],
  ['packages/sdk/src', '@lectern/contracts', false],
  ['apps/shell/src/auth', '@lectern/contracts/client', true],
  ['apps/shell/src/bridge', '@lectern/sdk/protocol', true],
  ['apps/shell/src/bridge', '@lectern/sdk', false],
  ['apps/shell/src', '@lectern/services', false],
  ['apps/shell/src', '@lectern/env', false],
  ['apps/shell/src', 'node:fs', false],
  ['apps/services/src', './users/user.ts', true],
  ['apps/services/src/users', '../http/routes.ts', true],
  ['apps/services/src/users', '@lectern/contracts', true],
  ['apps/services/src/users', '../licenses/license.ts', false],
  ['apps/services/src/http', '../users/user.ts', false],
  ['apps/services/src/users', '@lectern/env', false],
  ['apps/services/src/storage/migrations', '../database.ts', true],
  ['apps/services/src/storage', '../http/errors.ts', false],
  ['apps/services/src/storage/migrations', '../../users/user.ts', false],
  ['apps/services/src/storage', '@lectern/contracts', false],
  ['apps/services/src/storage', '../operations/metrics.ts', false],
  ['apps/services/src/docs', '../users/user.ts', false],
  ['apps/services/src/operations', '../users/directories.ts', true],
  ['apps/services/src/commands', '../groups/roster.ts', true],
  ['dev/demo-content/src', '@lectern/sdk', true],
  ['dev/demo-content/src/views', '@lectern/contracts', false],
  ['dev/demo-content/src', '@lectern/sdk/protocol', false],
  ['dev/env/src', '@lectern/services', true],
  ['dev/env/src', '../../../apps/services/src/index.ts', false],
  ['dev/e2e/test', '@lectern/env', true],
  ['dev/e2e/test', '../../env/src/index.ts', false],
  ['dev/bench/src', '@lectern/env/src/platform.ts', false],
];

let copy: string;
let refused: Set<string>;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'lectern-directions-'));
  await cp(join(checkout, '.oxlintrc.json'), join(copy, '.oxlintrc.json'));
  for (const [index, [from, imported]] of directions.entries()) {
    const file = join(copy, from, `direction-${index}.ts`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `import { thing } from '${imported}';\n\nexport const used = thing;\n`);
  }
  const report = await lint(copy);
  refused = new Set(
    report.diagnostics
      .filter(({ code }) => code === 'eslint(no-restricted-imports)')
      .map(({ filename }) => /direction-\d+/.exec(filename)![0]),
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

test.each(directions.map((direction, index) => [...direction, index] as const))(
  '%s → %s: %s',
  (_from, _imported, allowed, index) => {
    expect(refused.has(`direction-${index}`)).toBe(!allowed);
  },
);
