import { createRequire } from 'node:module';
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data';
import { oldestVersions } from './supported.ts';

/** Not imported: the compiler would make a type of 20 MB. */
const data: unknown = createRequire(import.meta.url)('@mdn/browser-compat-data');

/** Browsers of the list, by the names that MDN's data have for them. */
const browsers = new Map(
  [...oldestVersions].map(
    ([name, version]) => [name === 'ios_saf' ? 'safari_ios' : name, version] as const,
  ),
);
type Browser = 'chrome' | 'edge' | 'firefox' | 'safari' | 'safari_ios';

/** A feature of the platform, under its key in MDN's data, such as `api.URL.parse_static`. */
export interface Feature {
  readonly key: string;
  /**
   * First version of a browser that has it without a flag; absent: none yet. In styles a prefix counts, because the
   * build adds it. Partial support counts, because most often a detail is missing.
   */
  readonly first: ReadonlyMap<string, string>;
  /** Supported browsers that lack it in their oldest supported version. */
  readonly missing: readonly string[];
}

const features = new Map<string, Feature | undefined>();

/** The first of these keys that MDN knows. */
export function featureOf(...keys: readonly string[]): Feature | undefined {
  for (const key of keys) {
    if (!features.has(key)) features.set(key, readFeature(key));
    const feature = features.get(key);
    if (feature) return feature;
  }
  return undefined;
}

/** Of all features with this name in this part of the data, the one that most browsers have. */
export function widestFeature(part: Identifier, path: string, name: string): Feature | undefined {
  return Object.keys(part)
    .map((holder) => featureOf(`${path}.${holder}.${name}`))
    .filter((feature) => feature !== undefined)
    .sort((a, b) => a.missing.length - b.missing.length)[0];
}

export const { api, css, html } = data as Readonly<Record<'api' | 'css' | 'html', Identifier>>;
export const builtins = (data as { readonly javascript: Identifier }).javascript['builtins']!;

export function attributeFeature(name: string): Feature | undefined {
  return (
    featureOf(`html.global_attributes.${name}`) ??
    widestFeature(html['elements']!, 'html.elements', name)
  );
}

function identifierOf(key: string): Identifier | undefined {
  let entry: Identifier | undefined = data as Identifier;
  for (const part of key.split('.'))
    entry = entry && Object.hasOwn(entry, part) ? entry[part] : undefined;
  return entry;
}

function readFeature(key: string): Feature | undefined {
  const statement = identifierOf(key)?.['__compat'];
  if (!statement) return undefined;
  const isPrefixed = key.startsWith('css.');
  const first = new Map<string, string>();
  for (const browser of browsers.keys()) {
    const version = firstVersion(statement, browser as Browser, isPrefixed);
    if (version !== undefined) first.set(browser, version);
  }
  const missing = [...browsers]
    .filter(([name, oldest]) => isNewer(first.get(name) ?? '9999', oldest))
    .map(([name]) => name);
  return { key, first, missing };
}

function firstVersion(
  { support }: CompatStatement,
  browser: Browser,
  isPrefixed: boolean,
): string | undefined {
  const versions = [support[browser] ?? []].flat().flatMap((statement) => {
    const {
      version_added: added,
      version_removed: removed,
      flags,
      alternative_name,
      prefix,
    } = statement;
    return !flags &&
      !alternative_name &&
      (isPrefixed || !prefix) &&
      !removed &&
      typeof added === 'string' &&
      added !== 'preview'
      ? [added.replace('≤', '')]
      : [];
  });
  return versions.sort((a, b) => (isNewer(a, b) ? 1 : -1))[0];
}

function isNewer(version: string, other: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return major > otherMajor || (major === otherMajor && minor > otherMinor);
}
