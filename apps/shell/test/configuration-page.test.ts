import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../src/configuration.ts';

const page = await readFile(
  new URL('../../../docs/operate/configuration.md', import.meta.url),
  'utf8',
);
const sources = await Promise.all(
  ['configuration.ts', 'opening-configuration.ts'].map((file) =>
    readFile(new URL(`../src/${file}`, import.meta.url), 'utf8'),
  ),
);

/** Fields of the page's table. A name that begins with a dot goes on where the one before it ends. */
const documented = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((row) => {
    let section = '';
    return [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => {
      const field = name!.startsWith('.') ? section + name : name!;
      section = field.slice(0, field.lastIndexOf('.'));
      return field;
    });
  });

/** Fields that the code can complain of: each is named in full where it is read. */
const named = new Set(
  sources.flatMap((source) => [
    ...[...source.matchAll(/'([a-z]\w*(?:\.\w+)+)'/gi)].map(([, field]) => field!),
    ...[...source.matchAll(/\b(?:text|languageTag|readOrigins)\([^,()]+, '(\w+)'/g)].map(
      ([, field]) => field!,
    ),
    ...[...source.matchAll(/\bsuffix\('(\w+)'/g)].map(([, code]) => `services.suffixes.${code}`),
  ]),
);

const read = [...named].filter((field) => ![...named].some((it) => it.startsWith(`${field}.`)));

const ownOrigin = 'https://shell.example';
const complete = {
  project: {
    title: 'Wasser entdecken',
    favicon: '/assets/favicon.svg',
    version: '1.2.0',
    contentOrigin: 'https://content.example',
    mandantIdentifier: 'LECTERN',
    productReference: 'wasser-entdecken',
  },
  signIn: { authority: 'https://id.example', clientId: 'lectern-shell', scope: 'openid' },
  services: { clusterBase: '', suffixes: { clag: '/clag', gres: '/gres', lars: '/lars' } },
  licenseDenied: { teacherArticle: 'T', studentArticle: 'S' },
  analytics: { address: 'https://analytics.example/', siteId: '1' },
};

/** The document with something at a field that no field can be. */
function spoilt(field: string): object {
  const names = field.split('.');
  const last = names.pop()!;
  const document: Record<string, unknown> = structuredClone(complete);
  const holder = names.reduce((at, name) => (at[name] ??= {}) as Record<string, unknown>, document);
  holder[last] = { wrong: true };
  return document;
}

describe('the page about the configuration', () => {
  it('names every field that is read, and no other', () => {
    expect(documented.toSorted()).toEqual(read.toSorted());
  });

  it.each(documented)('names %s, which is checked, and named when it is wrong', (field) => {
    expect(() => readConfiguration(complete, ownOrigin)).not.toThrow();
    expect(() => readConfiguration(spoilt(field), ownOrigin)).toThrow(
      expect.objectContaining({ name: 'ConfigurationError', field }),
    );
  });
});
