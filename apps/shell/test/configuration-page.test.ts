import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../src/configuration.ts';
import { unknownFields } from '../src/unknown-fields.ts';
import { necessaryConfiguration, ownOrigin, withField } from './some-configuration.ts';

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

/** A field whose faults leave the dialog German, with a warning. */
const tolerated = 'consent.translations';

const complete = {
  ...necessaryConfiguration,
  licenseDenied: { teacherArticle: 'T', studentArticle: 'S' },
  analytics: { address: 'https://analytics.example/', siteId: '1' },
};

/** A value that no field can be. */
const nothing = [{ wrong: true }];

describe('the page about the configuration', () => {
  it('names every field that is read, and no other', () => {
    expect(documented.toSorted()).toEqual([...read, tolerated].toSorted());
  });

  const checked = documented.filter((field) => field !== tolerated);
  it.each(checked)('names %s, which is checked, and named when it is wrong', (field) => {
    expect(() => readConfiguration(complete, ownOrigin)).not.toThrow();
    expect(() => readConfiguration(withField(complete, field, nothing), ownOrigin)).toThrow(
      expect.objectContaining({ name: 'ConfigurationError', field }),
    );
  });

  it.each(documented)('names %s, of which nobody is warned', (field) => {
    expect(unknownFields(withField({}, field, 'given'))).toEqual([]);
    expect(unknownFields(withField({}, `${field}s`, 'given'))).toEqual([`${field}s`]);
  });
});
