import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/*
 * The dependencies of a package that is shipped are what its sources import, and nothing under `dev`. Knip
 * compares imports with all that a package lists; this is about which list.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const manifests = globSync('{apps,packages,dev}/*/package.json', { cwd: root });
const folders = new Map(manifests.map((file) => [manifestOf(file).name, dirname(file)]));
const shipped = manifests
  .map((file) => dirname(file))
  .filter((folder) => !folder.startsWith('dev'));

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

function manifestOf(file: string): Manifest {
  return JSON.parse(readFileSync(`${root}/${file}`, 'utf8')) as Manifest;
}

/** Packages that the sources in the folder import, also for their types alone. */
function importedIn(folder: string): readonly string[] {
  const files = globSync(`${folder}/{src,player}/**/*.{ts,tsx,mjs}`, {
    cwd: root,
    exclude: ['**/vite.config.ts'],
  });
  const specifiers = files.flatMap((file) => {
    const source = readFileSync(`${root}/${file}`, 'utf8');
    const imports = source.matchAll(/^(?:import|(?:import|export|\}).* from) '([^']+)';$/gm);
    const dynamic = source.matchAll(/\b(?:import|require\.resolve)\('([^']+)'\)/g);
    return [...imports, ...dynamic].map(([, specifier = '']) => specifier);
  });
  const names = specifiers
    .filter((specifier) => !/^(\.|node:)/.test(specifier))
    .map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)![0])
    .filter((name) => !builtinModules.includes(name));
  return [...new Set(names)].toSorted();
}

test.each(shipped)('%s depends on what its sources import', (folder) => {
  const { dependencies = {} } = manifestOf(`${folder}/package.json`);
  expect(Object.keys(dependencies).toSorted()).toEqual(importedIn(folder));
});

test.each(shipped)('%s depends on nothing under dev', (folder) => {
  const { dependencies = {} } = manifestOf(`${folder}/package.json`);
  const own = Object.keys(dependencies).flatMap((name) => folders.get(name) ?? []);
  expect(own.filter((path) => path.startsWith('dev/'))).toEqual([]);
});
