import type { Language } from '@lectern/languages';
import { describe, expect, it } from 'vitest';
import { texts as classesInGerman } from '../src/classes/texts/de.ts';
import { texts as classesInEnglish } from '../src/classes/texts/en.ts';
import { texts as classesInFrench } from '../src/classes/texts/fr.ts';
import { texts as classesInItalian } from '../src/classes/texts/it.ts';
import { readConfiguration } from '../src/configuration.ts';
import { texts as german, toTeachers as germanFormally } from '../src/texts/de.ts';
import { texts as english } from '../src/texts/en.ts';
import { texts as french, toTeachers as frenchFormally } from '../src/texts/fr.ts';
import { texts as italian, toTeachers as italianFormally } from '../src/texts/it.ts';
import * as shown from '../src/texts/texts.ts';
import { necessaryConfiguration, ownOrigin } from './some-configuration.ts';
import { speak } from './speak.ts';

const languages = { de: german, fr: french, it: italian, en: english };
const translations = Object.entries(languages).filter(([language]) => language !== 'de');

const formal = { de: germanFormally, fr: frenchFormally, it: italianFormally };

/** Texts for children alone. */
const informal = {
  de: /(?<!\p{L})(du|dich|dir|dein\p{L}*|hast|kannst|prüfe|lösche|öffne|entferne)(?!\p{L})/iu,
  fr: /(?<!\p{L})(tu|toi|ton|ta|tes|essaie|vérifie|supprime|retires?|ouvre|réessaie)(?!\p{L})/iu,
  it: /(?<!\p{L})(tuo|tua|tuoi|tue|hai|puoi|ti|stai|apri|rimuovine)(?!\p{L})/iu,
};

/** Words that may be the same in German and another language: names of products, signs. */
const internationalWords = new Set(['Mac', 'Chromebook', 'iPhone', 'iPad', 'Name', 'Ø', '–']);

/** Marks that no text of a language has, as it is written in Switzerland; English as in Britain. */
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

describe.each(['de', 'fr', 'it'] as const)('teachers in %s', (language) => {
  const toPupils = [...textsOf(languages[language]).values()].map(filledIn);
  const toTeachers = [...textsOf(formal[language]).values()].map(filledIn);

  it('are spoken to formally, wherever pupils are not', () => {
    expect(toPupils.filter((text) => informal[language].test(text)).length).toBeGreaterThan(15);
    expect(toTeachers.filter((text) => informal[language].test(text))).toEqual([]);
  });

  it('read the same texts else', () => {
    const others = toTeachers.filter((text, index) => text !== toPupils[index]);
    expect(others.length).toBeLessThan(40);
    expect([...textsOf(formal[language]).keys()]).toEqual([...textsOf(languages[language]).keys()]);
  });
});

describe('a child reads', () => {
  const ofClasses = {
    de: classesInGerman,
    fr: classesInFrench,
    it: classesInItalian,
    en: classesInEnglish,
  };
  /** The most of a sentence (docs/texts.md). */
  const wordsMaximum = 15;
  /** Texts that teachers read in other words. */
  const paths = [...textsOf(german).keys()].filter(
    (path) => filledIn(textsOf(german).get(path)!) !== filledIn(textsOf(germanFormally).get(path)!),
  );
  const wordsOf = (sentence: string) =>
    sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word));

  it.each(Object.keys(languages) as Language[])(
    'sentences of at most 15 words in %s',
    (language) => {
      const ofShell = textsOf(languages[language]);
      const toChildren = [
        ...paths.map((path) => ofShell.get(path)!),
        ...textsOf(ofClasses[language].pupil).values(),
      ].map(filledIn);
      expect(toChildren.length).toBeGreaterThan(50);
      const sentences = toChildren.flatMap((text) => text.split(/(?<=[.!?…])\s+/));
      const isLong = (sentence: string) => wordsOf(sentence).length > wordsMaximum;
      expect(sentences.filter(isLong)).toEqual([]);
    },
  );
});

it.each(Object.entries(languages))('a title has at most 44 characters in %s', (_, texts) => {
  const titles = [...textsOf(texts)].filter(([path]) => /title$/i.test(path));
  expect(titles.length).toBeGreaterThan(20);
  expect(titles.map(([, text]) => filledIn(text)).filter(({ length }) => length > 44)).toEqual([]);
});

describe.each([...Object.entries(languages), ...Object.entries(formal)])(
  'the typography of %s',
  (language, texts) => {
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
  },
);

it('speaks to a teacher, and then to the pupil who comes after', async () => {
  await speak('de-DE');
  shown.speakTo(true);
  expect(shown.texts.myData.deleted).toBe('Ihre Daten sind gelöscht.');
  expect(shown.texts.myData.about('x')).toContain('in „x“');
  shown.speakTo(false);
  expect(shown.texts.myData.deleted).toBe('Deine Daten sind gelöscht.');
});

describe('the locale of the configuration', () => {
  const readLocale = (locale: unknown) =>
    readConfiguration({ ...necessaryConfiguration, locale }, ownOrigin).locale;

  it.each([
    ['fr-CH', 'fr-CH'],
    ['DE-ch', 'de-CH'],
    [undefined, 'en-US'],
    [null, 'en-US'],
  ])('%j is read as %s', (value, expected) => {
    expect(readLocale(value)).toBe(expected);
  });

  it.each(['de_CH', 'deutsch-', 'x', '', 41])('%j is no language tag', (value) => {
    expect(() => readLocale(value)).toThrow('locale');
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
  ])('asked for as %j is %s', async (asked, tag, texts) => {
    expect(await speak(asked)).toBe(tag);
    expect(shown.locale).toBe(tag);
    expect(shown.texts).toBe(texts);
  });
});

it('the first of a month is an ordinal in French', () => {
  expect(french.couponValidUntil('1 août 2027')).toBe('Valable jusqu’au 1er août 2027.');
  expect(french.couponValidUntil('11 août 2027')).toBe('Valable jusqu’au 11 août 2027.');
});

it.each([
  ['de-DE', 'Schließen', '„Wasser“ ist dort noch offen'],
  ['de-AT', 'Schließen', '„Wasser“ ist dort noch offen'],
  ['de-CH', 'Schliessen', '«Wasser» ist dort noch offen'],
  ['de', 'Schliessen', '«Wasser» ist dort noch offen'],
])('German for %s is spelt as there', async (tag, close, elsewhere) => {
  await speak(tag);
  expect(shown.texts.close).toBe(close);
  expect(shown.texts.usedElsewhere('Wasser')).toContain(elsewhere);
  const all = [...textsOf(shown.texts).values()].map((text) =>
    typeof text === 'string' ? text : text('Wasser', 'Wasser'),
  );
  const ofElsewhere = close === 'Schließen' ? /[«»]|chliess|gross|grösse|Lehrperson/ : /[ß„“]/;
  for (const text of all) expect(text).not.toMatch(ofElsewhere);
});
