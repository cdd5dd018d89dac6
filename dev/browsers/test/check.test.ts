import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usesInProjects, type Use } from '../src/scripts.ts';
import { featuresInStyles } from '../src/styles.ts';
import { buildTargets } from '../src/supported.ts';
import { faultsIn, needlessIn } from '../src/uses.ts';

test('bundlers get the list by their own names', () => {
  expect(buildTargets).toEqual(['chrome109', 'edge109', 'firefox115', 'safari15.4', 'ios15.4']);
});

/* Each line of a script, with the feature that it must not use; nothing: it may. */
const lines: readonly [line: string, missing: string | undefined][] = [
  ['[1, 2].toSorted();', 'javascript.builtins.Array.toSorted'],
  ['[1, 2].sort();', undefined],
  ['const own = { toSorted() {} }; own.toSorted();', undefined],
  ["URL.parse('https://a.example');", 'api.URL.parse_static'],
  ["JSON.parse('1');", undefined],
  ['new URLSearchParams().size;', 'api.URLSearchParams.size'],
  ['new Map().size;', undefined],
  ["document.body.ariaBusy = 'true';", 'api.Element.ariaBusy'],
  ['document.body.showPopover();', 'api.HTMLElement.showPopover'],
  // Safari had it under another name.
  ['document.body.requestFullscreen();', 'api.Element.requestFullscreen'],
  ["document.body.setAttribute('popover', 'auto');", 'html.global_attributes.popover'],
  ["document.body.setAttribute('hidden', '');", undefined],
  ["document.addEventListener('scrollend', () => {});", 'api.Document.scrollend_event'],
  ["addEventListener('scrollend', () => {});", 'api.Document.scrollend_event'],
  ["document.addEventListener('scroll', () => {});", undefined],
  ['new Intl.Segmenter();', 'javascript.builtins.Intl.Segmenter'],
  ["document.body.style.fieldSizing = 'content';", 'css.properties.field-sizing'],
  ['Promise.withResolvers();', 'javascript.builtins.Promise.withResolvers'],
  ['let types: PromiseWithResolvers<string> | undefined;', undefined],
];

let folder: string;
let uses: readonly Use[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'browsers-'));
  const compilerOptions = { lib: ['esnext', 'dom', 'dom.iterable'], types: [], module: 'esnext' };
  const configFile = join(folder, 'tsconfig.json');
  writeFileSync(configFile, JSON.stringify({ compilerOptions, files: ['script.ts'] }));
  writeFileSync(join(folder, 'script.ts'), lines.map(([line]) => `{ ${line} }`).join('\n'));
  uses = usesInProjects(folder, [configFile]).get(configFile) ?? [];
});

afterAll(() => rmSync(folder, { recursive: true }));

const missingAt = (line: number) =>
  uses.flatMap(({ feature: { key, missing }, line: at }) =>
    at === line && missing.length > 0 ? [key] : [],
  );

test.each(lines.map(([line, missing], index) => ({ line, missing, at: index + 1 })))(
  '$line: $missing',
  ({ missing, at }) => {
    const keys = missingAt(at).filter((key) => key === (missing ?? key));
    expect(keys).toEqual(missing === undefined ? [] : [missing]);
  },
);

test.each([
  ['a { color: light-dark(#fff, #000); }', 'css.types.color.light-dark'],
  ['a { background: color-mix(in srgb, red, blue); }', 'css.types.color.color-mix'],
  ['a { color: red; color: color-mix(in srgb, red, blue); }', undefined],
  ['a { border: 1px solid red; border-color: color-mix(in srgb, red, blue); }', undefined],
  ['a { color: red; color: color-mix(in srgb, var(--b), blue); }', 'css.types.color.color-mix'],
  ['a { color: red; color: color-mix(in srgb, env(--b), blue); }', 'css.types.color.color-mix'],
  ['a { --b: red; --b: color-mix(in srgb, red, blue); }', 'css.types.color.color-mix'],
  ["a::before { content: '✓' / ''; }", 'css.properties.content.alt_text'],
  ["a::before { content: '✓'; content: '✓' / ''; }", undefined],
  ["a::before { content: ':has(b)'; }", undefined],
  ['a:has(b) { color: red; }', 'css.selectors.has'],
  ['@supports selector(:has(a)) { a:has(b) { color: red; } }', undefined],
  ['a { b & { color: red; } }', 'css.selectors.nesting'],
  ['@media (width < 40em) { a { color: red; } }', 'css.at-rules.media.range_syntax'],
  ['@media (max-width: 40em) { a { color: red; } }', undefined],
  ['a { width: 10cqi; }', 'css.types.length.container_query_length_units'],
  ['a { height: 100dvh; }', undefined],
  ['/* :has() */ a { display: grid; }', undefined],
])('%s: %s', (text, missing) => {
  const keys = featuresInStyles(text).flatMap(({ feature }) =>
    feature.missing.length > 0 ? [feature.key] : [],
  );
  expect(keys).toEqual(missing === undefined ? [] : [missing]);
});

test('a part of the fallback is the shell’s alone', () => {
  const use = uses.find(({ feature }) => feature.key === 'api.URL.parse_static')!;
  const files = ['apps/shell/src/a.ts', 'packages/contracts/src/b.ts', 'packages/sdk/src/c.ts'];
  expect(faultsIn(files.map((file) => ({ ...use, file }))).map(({ file }) => file)).toEqual([
    'packages/sdk/src/c.ts',
  ]);
});

test('an exception may hold in the files that it names alone', () => {
  const { feature } = featuresInStyles('a:has(b) { color: red; }')[0]!;
  const style = 'dev/demo-content/src/styles/exercise.css';
  const uses = [style, 'apps/shell/src/main.css'].map((file) => ({ feature, file, line: 1 }));
  expect(faultsIn(uses)).toEqual([uses[1]]);
  expect(needlessIn(uses)).not.toContain(`css.selectors.has in ${style}`);
});

test('an exception that nothing needs is told', () => {
  for (const part of [
    'css.at-rules.page',
    'css.selectors.has in dev/demo-content/src/styles/exercise.css',
  ])
    expect(needlessIn([])).toContain(part);
  expect(needlessIn(uses)).not.toContain('api.URL.parse_static');
});
