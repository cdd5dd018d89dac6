import { refuseMissing } from '@lectern/browsers/bundles';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';

/* What supported browsers lack fails a build, also where a library has it. */

function build(code: string, hasFallback = false): void {
  const bundle = { 'a.js': { type: 'chunk', code } };
  refuseMissing(hasFallback).generateBundle.call({ parse: parseAst }, {}, bundle);
}

it.each([
  ['/(?<=a)b/', 'lookbehind'],
  ["new RegExp('(?<!a)b')", 'lookbehind'],
  ['/[a--b]/v', 'unicodeSets'],
  ['/(?i:a)/', 'modifier'],
  ['new Set([1]).union(a)', 'Set.union'],
  ['Array.fromAsync(a)', 'Array.fromAsync'],
  ['URL.parse(a)', 'URL.parse'],
  ['a.toSorted()', 'Array.toSorted'],
])('refuses %s', (code, feature) => {
  expect(() => build(code)).toThrow(feature);
});

it.each(['/(?:a)(?<name>b)/u', 'a.map(b).at(-1)', 'Object.hasOwn(a, b)', "a['union']"])(
  'takes %s',
  (code) => {
    expect(() => build(code, true)).not.toThrow();
  },
);

it('takes what the fallback brings', () => {
  expect(() => build('URL.parse(a).toSorted()', true)).not.toThrow();
});
