import { describe, expect, it } from 'vitest';
import { ConfigurationError, languageTag } from '../src/configuration-fields.ts';
import { texts as german } from '../src/texts/de.ts';
import { texts as english } from '../src/texts/en.ts';
import { texts as french } from '../src/texts/fr.ts';
import { texts as italian } from '../src/texts/it.ts';
import * as shown from '../src/texts/texts.ts';
import type { Language } from '../src/texts/language.ts';
import { speak } from './speak.ts';

const languages = { de: german, fr: french, it: italian, en: english };
const translations = Object.entries(languages).filter(([language]) => language !== 'de');

/** What may be the same in German and another language: names of products. */
const internationalWords = new Set(['Mac', 'Chromebook', 'iPhone', 'iPad']);

/** What no text of a language has, as it is written in Switzerland; English as in Britain. */
const foreignMarks: Readonly<Record<Language, RegExp>> = {
  de: /ß|[„“”]|«\s|\s»/,
  fr: /[^\u202f][;:!?»]|«[^\u202f]|[„“”]/,
  it: /\u202f|\s[;:!?»]|«\s|[„“”]/,
  en: /licens(?!ed)|color|[«»„“”]/i,
};

type Text = string | ((...parameters: readonly string[]) => string);

/** Every text by its path, such as `work.saved`. */
function textsOf(object: object, path: readonly string[] = []): ReadonlyMap<string, Text> {
  const entries = Object.entries(object) as [string, Text | object][];
  return new Map(
    entries.flatMap(([key, text]): [string, Text][] =>
      typeof text === 'object'
        ? [...textsOf(text, [...path, key])]
        : [[[...path, key].join('.'), text]],
    ),
  );
}

/** A text as it is read; its parameters are `<1>`, `<2>`. */
function filledIn(text: Text): string {
  if (typeof text === 'string') return text;
  return text(...Array.from({ length: text.length }, (_, index) => `<${index + 1}>`));
}

describe.each(translations)('in %s', (_language, texts) => {
  const translated = textsOf(texts);

  it.each([...textsOf(german)])('%s is there, and not German', (path, original) => {
    const text = translated.get(path)!;
    const read = filledIn(text);
    expect(read.trim()).not.toBe('');
    expect(typeof text).toBe(typeof original);
    expect(read === filledIn(original)).toBe(internationalWords.has(read));
  });

  it('has nothing that German lacks', () => {
    expect([...translated.keys()]).toEqual([...textsOf(german).keys()]);
  });
});

describe.each(Object.entries(languages))('the typography of %s', (language, texts) => {
  const all = [...textsOf(texts).values()].map(filledIn);

  it('knows no quotation marks of typewriters, and no spaces in excess', () => {
    for (const text of all) expect(text).not.toMatch(/["']| {2}|^\s|\s$/);
  });

  it('says everything that is given it', () => {
    for (const text of textsOf(texts).values()) {
      const parameters = typeof text === 'string' ? 0 : text.length;
      for (let index = 1; index <= parameters; index++)
        expect(filledIn(text)).toContain(`<${index}>`);
    }
  });

  it('keeps the marks of the language', () => {
    for (const text of all) expect(text).not.toMatch(foreignMarks[language as Language]);
  });
});

describe('the locale of the configuration', () => {
  it.each([
    ['fr-CH', 'fr-CH'],
    ['DE-ch', 'de-CH'],
    [undefined, 'en-US'],
    [null, 'en-US'],
  ])('%j is read as %s', (value, expected) => {
    expect(languageTag(value, 'locale', 'en-US')).toBe(expected);
  });

  it.each(['de_CH', 'deutsch-', 'x', '', 41])('%j is no language tag', (value) => {
    expect(() => languageTag(value, 'locale', 'en-US')).toThrow(ConfigurationError);
  });
});

describe('the language of a page', () => {
  it.each([
    ['de-CH', 'de-CH', german],
    ['de', 'de', german],
    ['fr-CH', 'fr-CH', french],
    ['FR', 'FR', french],
    ['it-CH', 'it-CH', italian],
    ['en-US', 'en-US', english],
    ['en-Latn-GB', 'en-Latn-GB', english],
    // German is the first language.
    ['rm-CH', 'de-CH', german],
    ['es', 'de-CH', german],
    ['fro', 'de-CH', german],
    ['', 'de-CH', german],
  ])('asked for as %j is %s', async (asked, said, texts) => {
    expect(await speak(asked)).toBe(said);
    expect(shown.locale).toBe(said);
    expect(shown.texts).toBe(texts);
  });
});

it('the first of a month is an ordinal in French', () => {
  expect(french.couponValidUntil('1 août 2027')).toBe('Valable jusqu’au 1er août 2027.');
  expect(french.couponValidUntil('11 août 2027')).toBe('Valable jusqu’au 11 août 2027.');
});
