import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const checkout = fileURLToPath(new URL('..', import.meta.url));
const oxlint = join(checkout, 'node_modules/.bin/oxlint');

/**
 * Lints files that the checkout does not have, by its own rules, as if they stood in it.
 *
 * @param files Contents by path within the checkout.
 * @param rules Names of rules, such as `eslint(no-restricted-imports)`, that are asked for.
 * @returns the paths of the files that break one of them.
 */
export async function refusedFiles(
  files: readonly (readonly [path: string, content: string])[],
  rules: RegExp,
): Promise<ReadonlySet<string>> {
  const copy = await mkdtemp(join(tmpdir(), 'lectern-lint-'));
  try {
    await cp(join(checkout, '.oxlintrc.json'), join(copy, '.oxlintrc.json'));
    for (const [path, content] of files) {
      await mkdir(dirname(join(copy, path)), { recursive: true });
      await writeFile(join(copy, path), content);
    }
    const { diagnostics } = await lint(copy);
    const broken = diagnostics.filter(({ code }) => rules.test(code));
    return new Set(broken.map(({ filename }) => filename));
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

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
