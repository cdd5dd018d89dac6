import { build, parseAst } from 'vite';
import { expect, it, vi } from 'vitest';
import { refuseMissing } from '../src/bundles.ts';

/* A build fails where supported browsers lack something, also where a library uses it. */

function check(code: string, options?: Parameters<typeof refuseMissing>[0]): void {
  const bundle = { 'a.js': { type: 'chunk', code } };
  refuseMissing(options).generateBundle.call({ parse: parseAst }, {}, bundle);
}

it.each([
  ['/(?<=a)b/', 'lookbehind'],
  ["new RegExp('(?<!a)b')", 'lookbehind'],
  ['RegExp(`(?<!a)b`)', 'lookbehind'],
  ['/[a--b]/v', 'unicodeSets'],
  ["RegExp(a, 'v')", 'unicodeSets'],
  ['new RegExp(a, `gv`)', 'unicodeSets'],
  ['/(?i:a)/', 'modifier'],
  ['new Intl.Segmenter()', 'Intl.Segmenter'],
  ['new SharedWorker(a)', 'SharedWorker'],
  ['new Set([1]).union(a)', 'Set.union'],
  ['Array.fromAsync(a)', 'Array.fromAsync'],
  ['URL.parse(a)', 'URL.parse'],
  ['a.toSorted()', 'Array.toSorted'],
])('refuses %s', (code, feature) => {
  expect(() => check(code)).toThrow(feature);
});

it.each([
  '/(?:a)(?<name>b)/u',
  "RegExp(a, 'gu')",
  'new Intl.NumberFormat()',
  'new Highlight()',
  'a.map(b).at(-1)',
  'Object.hasOwn(a, b)',
  "a['union']()",
  'class A { #union() {} b() { this.#union(); } }',
])('takes %s', (code) => {
  expect(() => check(code)).not.toThrow();
});

it('takes what the fallback brings', () => {
  expect(() => check('URL.parse(a).toSorted()', { hasFallback: true })).not.toThrow();
});

it('takes other names, and refuses one that nothing needs', () => {
  const code = 'a.take(1)';
  expect(() => check(code)).toThrow('Iterator.take');
  expect(() => check(code, { otherNames: ['take'] })).not.toThrow();
  expect(() => check(code, { otherNames: ['take', 'drop'] })).toThrow('the name drop');
});

it('reads what a build has minified', async () => {
  const entry = 'virtual:entry';
  const code =
    "for (const word of self.words) console.log(RegExp('(?<!a)' + word), RegExp(word, 'v'));";
  // Else Vite builds as for tests.
  vi.stubEnv('NODE_ENV', 'production');
  const building = build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
      refuseMissing(),
    ],
    build: { write: false, minify: true, rolldownOptions: { input: entry } },
  });
  await expect(building).rejects.toThrow(/lookbehind[^]*unicodeSets/);
});
