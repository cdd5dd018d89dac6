import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attributeFeature } from './compat.ts';
import { exceptions, shellFallback } from './exceptions.ts';
import { usesInProjects, type Use } from './scripts.ts';
import { featuresInStyles, usesInStyles } from './styles.ts';

const shell = 'apps/shell/tsconfig.json';

/** Scripts that run in browsers, each with what it imports of other packages. */
const projects = [
  shell,
  'dev/demo-content/tsconfig.json',
  'packages/course-import/player/tsconfig.json',
  'dev/browsers/pages.tsconfig.json',
];

/** Styles and pages that Vite makes. */
const built = ['apps/shell', 'dev/demo-content', 'packages/course-import/player'];

/** Styles that are served as they are written, also within scripts. */
const plain = [
  'apps/services/src/docs/page/*.css',
  'apps/env/src/identity-provider/pages/*.css',
  'packages/author/template/*.css',
  'packages/simulator/src/start-page.ts',
];

/** All uses of the platform's features in the checkout, by features that MDN knows. */
export function usesIn(root: string): readonly Use[] {
  const scripts = usesInProjects(
    root,
    projects.map((file) => join(root, file)),
  );
  const styles = built.flatMap((folder) => filesIn(root, [`${folder}/**/*.css`]));
  const pages = filesIn(
    root,
    [...built, 'packages/author/template'].map((folder) => `${folder}/*.html`),
  );
  return [
    ...projects.flatMap((file) => scripts.get(join(root, file)) ?? []),
    ...styles.flatMap((file) => usesInStyles(file, true)),
    ...filesIn(root, plain).flatMap((file) =>
      file.endsWith('.css') ? usesInStyles(file, false) : stylesInScript(file),
    ),
    ...pages.flatMap(attributesIn),
  ].map((use) => ({ ...use, file: use.file.slice(root.length + 1) }));
}

/** Uses that neither the fallback nor an exception covers. */
export function faultsIn(uses: readonly Use[]): readonly Use[] {
  return uses.filter(
    ({ feature: { key, missing }, file }) =>
      missing.length > 0 &&
      !isExcepted(key, file) &&
      !(shellFallback.includes(key) && hasFallback(file)),
  );
}

function isExcepted(key: string, file: string): boolean {
  const exception = exceptions[key];
  return typeof exception === 'object' ? exception.files.includes(file) : exception !== undefined;
}

/** The pages that a sign-in comes back to load nothing but their own script. */
function hasFallback(file: string): boolean {
  return /^(apps\/shell|packages\/contracts)\//.test(file) && !file.endsWith('-callback.ts');
}

/** Exceptions and parts of the fallback that nothing needs any more. */
export function needlessIn(uses: readonly Use[]): readonly string[] {
  const needed = new Set(
    uses.flatMap(({ feature: { key, missing }, file }) =>
      missing.length > 0 ? [key, `${key} in ${file}`] : [],
    ),
  );
  const excepted = Object.entries(exceptions).flatMap(([key, exception]) =>
    typeof exception === 'object' ? exception.files.map((file) => `${key} in ${file}`) : [key],
  );
  return [...excepted, ...shellFallback].filter((part) => !needed.has(part));
}

function filesIn(root: string, patterns: readonly string[]): readonly string[] {
  return globSync(patterns, { cwd: root, exclude: ['**/node_modules', '**/dist', '**/test'] })
    .toSorted()
    .map((file) => join(root, file));
}

function stylesInScript(file: string): readonly Use[] {
  const [, style] = /const style = `([^`]*)`/.exec(readFileSync(file, 'utf8')) ?? [];
  if (style === undefined) throw new Error(`${file}: no style found.`);
  return featuresInStyles(style).map(({ feature }) => ({ feature, file, line: 1 }));
}

function attributesIn(file: string): readonly Use[] {
  const page = readFileSync(file, 'utf8');
  return [...page.matchAll(/\s([a-z-]+)(?==["'\s>])/g)].flatMap(({ 1: name = '', index }) => {
    const feature = attributeFeature(name);
    return feature ? [{ feature, file, line: page.slice(0, index).split('\n').length }] : [];
  });
}
