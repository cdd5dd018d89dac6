import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { surfaceOf } from '../build/api.ts';
import { packSdk } from '../build/build-sdk.ts';

const run = promisify(execFile);
const sizeMaximumInBytes = 4_500;
/** Of what answers add, in a module of their own. */
const answersMaximumInBytes = 1_700;
/** Likewise of classes. */
const classMaximumInBytes = 1_800;
/** Likewise of assignments. */
const assignmentsMaximumInBytes = 1_600;
/** Of one that takes `deepLink` alone. */
const shakenMaximumInBytes = 300;

/** A project that has installed the package as npm publishes it, and nothing else. */
let project: string;
let built: string;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'lectern-published-'));
  built = join(project, 'built');
  const archive = await packSdk(built);
  const installed = join(project, 'node_modules', '@lectern', 'sdk');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', archive, '-C', installed, '--strip-components=1']);
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rm(project, { recursive: true, force: true }));

describe('the published package', () => {
  it('has no dependency, and nothing to find fault with', async () => {
    const { messages, pkg } = await publint({ pkgDir: built });
    expect(messages).toEqual([]);
    expect(pkg['dependencies']).toBeUndefined();
  });

  it('is imported by plain Node', async () => {
    const script = `
      import { BridgeError, connect, deepLink } from '@lectern/sdk';
      const place = deepLink(new URL('https://content.example/?themaId=bach&other=1'));
      console.log(typeof connect, BridgeError.name, JSON.stringify(place));`;
    const args = ['--input-type=module', '--eval', script];
    const { stdout } = await run(process.execPath, args, { cwd: project });
    expect(stdout.trim()).toBe('function BridgeError {"themaId":"bach"}');
  });

  it.each([
    ['bundler', 'esnext'],
    ['nodenext', 'nodenext'],
  ])(
    'has types under moduleResolution %s, by which the examples are right',
    async (moduleResolution, module) => {
      const examples = await readExamples();
      expect(examples.length).toBeGreaterThan(8);
      const files = await Promise.all(
        examples.map(async (example, index) => {
          const name = `example-${index}.ts`;
          // The first says what `container` is in all of them.
          const container = "declare const container: import('@lectern/sdk').Container;\n";
          await writeFile(
            join(project, name),
            `${index === 0 ? '' : container}${example}\nexport {};\n`,
          );
          return name;
        }),
      );
      const compilerOptions = {
        module,
        moduleResolution,
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.iterable'],
        types: [],
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
      };
      await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
      const checked = await run(
        process.execPath,
        [join(dirname(compiler), 'bin', 'tsc'), '--project', project],
        { cwd: project },
      ).catch((error: { stdout: string }) => error);
      expect(checked.stdout).toBe('');
    },
  );

  it('has the public surface that was reviewed', async () => {
    const reviewed = await readFile(new URL('../api.txt', import.meta.url), 'utf8');
    expect(await surfaceOf(built), 'node packages/sdk/build/write-api.ts').toBe(reviewed);
  });

  it('is small, and leaves out what nobody imports', async () => {
    const whole = await bundle("export * from '@lectern/sdk';");
    expect(gzipSync(whole).length).toBeLessThanOrEqual(sizeMaximumInBytes);
    const answers = await bundle("export * from '@lectern/sdk/answers';");
    expect(gzipSync(answers).length).toBeLessThanOrEqual(answersMaximumInBytes);
    const classes = await bundle("export * from '@lectern/sdk/class';");
    expect(gzipSync(classes).length).toBeLessThanOrEqual(classMaximumInBytes);
    const assignments = await bundle("export * from '@lectern/sdk/assignments';");
    expect(gzipSync(assignments).length).toBeLessThanOrEqual(assignmentsMaximumInBytes);
    const shaken = await bundle("export { deepLink } from '@lectern/sdk';");
    expect(shaken).not.toContain('postMessage');
    expect(gzipSync(shaken).length).toBeLessThanOrEqual(shakenMaximumInBytes);
  });
});

/** The README's examples, in their order. */
async function readExamples(): Promise<string[]> {
  const readme = await readFile(join(built, 'README.md'), 'utf8');
  return [...readme.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, example]) => example!);
}

/** Minified, as a bundler of an author's makes it. */
async function bundle(entry: string): Promise<string> {
  const file = join(project, 'entry.js');
  await writeFile(file, entry);
  const result = await build({
    root: project,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      rolldownOptions: { input: file, preserveEntrySignatures: 'strict', output: { format: 'es' } },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as {
    readonly output: readonly { readonly type: string; readonly code?: string }[];
  };
  return output.find(({ type }) => type === 'chunk')?.code ?? '';
}
