import { readFileSync } from 'node:fs';
import { browserslistToTargets, transform } from 'lightningcss';
import { css, featureOf, widestFeature, type Feature } from './compat.ts';
import type { Use } from './scripts.ts';
import { oldestVersions } from './supported.ts';

const targets = browserslistToTargets(
  [...oldestVersions].map(([name, version]) => `${name} ${version}`),
);

/**
 * The platform's features that a style sheet uses. What stands within `@supports` counts as asked for, and a
 * declaration after one of the same property as having that for its fallback. Browsers read a value with `var()`, and
 * that of a custom property, only where it is used: what they cannot read there is unset, and no fallback is left.
 *
 * @param isBuilt Whether the build lowers it to the supported browsers.
 */
export function usesInStyles(file: string, isBuilt: boolean): readonly Use[] {
  const source = readFileSync(file);
  const text = isBuilt
    ? transform({ filename: file, code: source, targets }).code.toString()
    : source.toString();
  return featuresInStyles(text).map(({ feature, line }) => ({
    feature,
    file,
    // Of what the build has made, lines are no help.
    line: isBuilt ? 1 : line,
  }));
}

interface Found {
  readonly feature: Feature;
  readonly line: number;
}

/** Exported for tests. */
export function featuresInStyles(text: string): readonly Found[] {
  const bare = text.replaceAll(/\/\*[^]*?\*\/|"[^"\n]*"|'[^'\n]*'/g, (match) =>
    match.replaceAll(/[^\n]/g, ' '),
  );
  const found: Found[] = [];
  const blocks: { readonly isAskedFor: boolean; readonly safe: Set<string> }[] = [];
  let start = 0;
  for (const { 0: sign, index } of bare.matchAll(/[{};]/g)) {
    const part = bare.slice(start, index);
    const line = bare.slice(0, start + part.search(/\S|$/)).split('\n').length;
    start = index + 1;
    const words = part.trim();
    const block = blocks.at(-1);
    const isAskedFor = block?.isAskedFor === true || words.startsWith('@supports');
    const features = sign === '{' ? featuresInHead(words) : featuresInDeclaration(words);
    const [, property = ''] = /^(?:-webkit-)?([\w-]+)\s*:/.exec(words) ?? [];
    const isSafe = features.every(({ missing }) => missing.length === 0);
    const hasFallback =
      !/^--|\b(?:var|env)\(/.test(words) &&
      [...(block?.safe ?? [])].some((safe) => `${property}-`.startsWith(`${safe}-`));
    if (!isAskedFor && (sign === '{' || isSafe || !hasFallback))
      found.push(...features.map((feature) => ({ feature, line })));
    if (sign !== '{' && isSafe) block?.safe.add(property);
    if (sign === '{') blocks.push({ isAskedFor, safe: new Set() });
    if (sign === '}') blocks.pop();
  }
  return found;
}

function featuresInHead(head: string): readonly Feature[] {
  const [, rule] = /^@([\w-]+)/.exec(head) ?? [];
  const found = rule
    ? [
        featureOf(`css.at-rules.${rule}`),
        ...(rule === 'media' ? namesIn(head, /\(\s*([\w-]+)/g, 'css.at-rules.media') : []),
        rule === 'media' && /[<>]/.test(head)
          ? featureOf('css.at-rules.media.range_syntax')
          : undefined,
      ]
    : [
        ...namesIn(head, /::?([\w-]+)/g, 'css.selectors'),
        head.includes('&') ? featureOf('css.selectors.nesting') : undefined,
      ];
  return found.filter((feature) => feature !== undefined);
}

function featuresInDeclaration(declaration: string): readonly Feature[] {
  const [, property = '', value = ''] = /^([\w-]+)\s*:([^]*)$/.exec(declaration) ?? [];
  const found = [
    featureOf(`css.properties.${property}`),
    ...namesIn(value, /(?<![\w-])([a-z][\w-]*)(?![\w(-])/g, `css.properties.${property}`),
    ...[...value.matchAll(/([a-z][\w-]*)\(/g)].map(
      ([, name = '']) =>
        featureOf(`css.types.${name}`) ?? widestFeature(css['types']!, 'css.types', name),
    ),
    ...[...value.matchAll(/\d(d|s|l)?(vw|vh|vi|vb|vmin|vmax)\b/g)].map(([, size]) =>
      featureOf(`css.types.length.viewport_percentage_units_${viewports[size ?? ''] ?? ''}`),
    ),
    ...namesIn(value, /\d(cap|ic|lh|rlh|rch|rex)\b/g, 'css.types.length'),
    /\dcq\w/.test(value) ? featureOf('css.types.length.container_query_length_units') : undefined,
    property === 'content' && value.includes('/')
      ? featureOf('css.properties.content.alt_text')
      : undefined,
  ];
  return found.filter((feature) => feature !== undefined);
}

const viewports: Readonly<Record<string, string>> = { d: 'dynamic', s: 'small', l: 'large' };

function namesIn(text: string, pattern: RegExp, path: string): readonly (Feature | undefined)[] {
  return [...text.matchAll(pattern)].map(([, name = '']) =>
    featureOf(`${path}.${name}`, `${path}.${name.replaceAll('-', '_')}`),
  );
}
