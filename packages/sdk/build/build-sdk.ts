import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import { buildTargets } from '@lectern/browsers';
import { refuseMissing } from '@lectern/browsers/bundles';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('..', import.meta.url));
const checkout = join(folder, '..', '..');

/** The modules that authors load, each with the source that it is made of. */
export const modules = {
  'lectern-sdk.js': 'client',
  'lectern-sdk-answers.js': 'answers',
  'lectern-sdk-class.js': 'class',
  'lectern-sdk-assignments.js': 'assignments',
} as const;

/**
 * Builds the SDK as authors get it: ES modules without dependencies, their declarations, and the
 * manifest of a package. The workspace itself goes on with the sources, so that nobody waits for a build.
 *
 * @param output Is emptied first.
 * @throws {Error} with the compiler's words.
 */
export async function buildSdk(output: string): Promise<void> {
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  for (const [name, source] of Object.entries(modules)) await buildModule(output, name, source);
  await declarations(output);
  await writeFile(join(output, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`);
  await copyFile(join(folder, 'README.md'), join(output, 'README.md'));
  await copyFile(join(checkout, 'LICENSE'), join(output, 'LICENSE'));
}

/**
 * Builds the SDK, and packs it as npm publishes it.
 *
 * @returns the path of the archive, which `npm install` takes anywhere
 */
export async function packSdk(output: string): Promise<string> {
  await buildSdk(output);
  const { stdout } = await run('npm', ['pack', '--silent'], { cwd: output });
  return join(output, stdout.trim());
}

/** Unminified: who debugs a publication reads it, and who bundles one makes it small. */
async function buildModule(output: string, name: string, source: string): Promise<void> {
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    plugins: [refuseMissing()],
    build: {
      outDir: output,
      emptyOutDir: false,
      target: buildTargets,
      minify: false,
      lib: { entry: join(folder, 'src', `${source}.ts`), formats: ['es'], fileName: () => name },
    },
  });
}

async function declarations(output: string): Promise<void> {
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
  const project = join(folder, 'tsconfig.published.json');
  const types = join(output, 'types');
  const args = ['--project', project, '--outDir', types];
  try {
    await run(process.execPath, [join(dirname(compiler), 'bin', 'tsc'), ...args]);
  } catch (error) {
    const words = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    throw new Error(`The SDK's declarations could not be made.\n${words}`, { cause: error });
  }
  // The compiler keeps `.ts` in what it imports, which is not there any more.
  for (const name of await readdir(types, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    const file = join(types, name);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
}

/** Only what is published, and nothing of the workspace: there are no scripts and no dependencies. */
async function manifest() {
  const own = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
  };
  return {
    name: own.name,
    version: own.version,
    description: "The content author's side of the Lectern bridge",
    license: 'MIT',
    type: 'module',
    sideEffects: false,
    exports: {
      '.': { types: './types/client.d.ts', default: './lectern-sdk.js' },
      './answers': { types: './types/answers.d.ts', default: './lectern-sdk-answers.js' },
      './class': { types: './types/class.d.ts', default: './lectern-sdk-class.js' },
      './assignments': {
        types: './types/assignments.d.ts',
        default: './lectern-sdk-assignments.js',
      },
      './package.json': './package.json',
    },
    files: [...Object.keys(modules), 'types'],
  };
}
