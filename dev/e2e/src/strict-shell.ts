import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Platform } from '@lectern/env';
import type { BrowserContext } from 'playwright-core';

const shellFolder = fileURLToPath(new URL('../../../apps/shell', import.meta.url));
const typeOf: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };

/** The shell as developers run it: in React's strict mode, which runs every effect twice. */
export interface StrictShell extends AsyncDisposable {
  /** Has a browser take its files in place of the host's. The page and its start script stay the host's. */
  serve(context: BrowserContext, platform: Pick<Platform, 'shell'>): Promise<void>;
}

export async function buildStrictShell(): Promise<StrictShell> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-strict-'));
  const vite = createRequire(join(shellFolder, 'package.json')).resolve('vite/package.json');
  const flags = ['--mode', 'development', '--minify', 'false', '--outDir', folder, '--emptyOutDir'];
  await promisify(execFile)(
    process.execPath,
    [join(dirname(vite), 'bin', 'vite.js'), 'build', ...flags],
    { cwd: shellFolder, env: { ...process.env, NODE_ENV: 'development' } },
  );

  const strictScript = shellScriptOf(await readFile(join(folder, 'index.html'), 'utf8'));

  async function serve(context: BrowserContext, shell: string): Promise<void> {
    // The page and the start script in it are the host's: a page that was made up here would stand on no
    // address, and the browser lets such a page ask nothing of this machine. React and all that uses it
    // come with the shell's chunk, which the start script imports by its address.
    const script = shellScriptOf(await (await fetch(`${shell}/index.html`)).text());
    await context.route(`${shell}/assets/${script}`, (route) =>
      route.fulfill({ contentType: typeOf['.js']!, body: `export * from './${strictScript}';` }),
    );
    await context.route(`${shell}/assets/*`, async (route) => {
      const name = basename(new URL(route.request().url()).pathname);
      const file = join(folder, 'assets', name);
      const contentType = typeOf[extname(name)];
      if (contentType === undefined || !existsSync(file)) await route.fallback();
      else await route.fulfill({ contentType, body: await readFile(file) });
    });
  }

  return {
    serve: (context, { shell }) => serve(context, shell),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Name of the chunk that the start script in a page imports, and everything else with it. */
function shellScriptOf(page: string): string {
  const [, name] = /\bimport\(["'`]\/assets\/(shell-[^"'`]+\.js)["'`]\)/.exec(page) ?? [];
  if (name === undefined) throw new Error('The start script imports no shell.');
  return name;
}
