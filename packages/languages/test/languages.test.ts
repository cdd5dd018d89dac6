import { expect, test } from 'vitest';
import { inFederalGerman } from '../src/german.ts';
import { isFederalGerman, languageOf } from '../src/index.ts';

test.each([
  ['de', 'de', false],
  ['de-CH', 'de', false],
  ['de-LI', 'de', false],
  ['de-DE', 'de', true],
  ['DE-at', 'de', true],
  ['de-Latn-DE', 'de', true],
  ['de-DE-u-co-phonebk', 'de', true],
  ['de-LU', 'de', true],
  ['de-IT', 'de', true],
  ['de-DEVA', 'de', false],
  ['de-1901', 'de', false],
  ['fr-CH', 'fr', false],
  ['it', 'it', false],
  ['en-US', 'en', false],
  ['rm-CH', undefined, false],
  ['', undefined, false],
])('%s', (tag, language, isFederal) => {
  expect([languageOf(tag), isFederalGerman(tag)]).toEqual([language, isFederal]);
});

test('German is written as in Germany, and what it is given stays as it is', () => {
  const texts = inFederalGerman({
    close: 'Schliessen',
    size: 'Der Eintrag ist zu gross.',
    group: { teacher: 'Fehlt einer Lehrperson die Klasse?', label: 'Bildschirmgrösse' },
    title: (title: string, count: number) => `${count} Grüsse aus «${title}», ausser heute`,
  });
  expect([texts.close, texts.size, texts.group]).toEqual([
    'Schließen',
    'Der Eintrag ist zu groß.',
    { teacher: 'Fehlt einer Lehrkraft die Klasse?', label: 'Bildschirmgröße' },
  ]);
  expect(texts.title('Grosse Strassen «Bern»', 3)).toBe(
    '3 Grüße aus „Grosse Strassen «Bern»“, außer heute',
  );
});
