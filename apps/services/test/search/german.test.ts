import { describe, expect, test } from 'vitest';
import { startBeforeAll } from '../platform.ts';
import { startLibrary, type Course } from './library.ts';

const library = startBeforeAll(startLibrary);

/** A text, a query, and the expected outcome. */
const cases: readonly [text: string, query: string, isFound: boolean][] = [
  ['Häuser', 'Haus', true],
  ['Häuser', 'Haeuser', true],
  ['Häuser', 'Hauser', true],
  ['Häuser', 'HAUS', true],
  ['Haus', 'Häuser', true],
  ['Haeuser', 'Häuser', true],
  ['HÄUSER', 'haus', true],
  ['Ha\u0308user', 'Häuser', true],
  ['Häu\u00ADser', 'Häuser', true],
  ['Häu\uFEFFser', 'Häuser', true],
  ['Häu\u200Eser', 'Häuser', true],
  ['Straße', 'Strasse', true],
  ['Strasse', 'Straße', true],
  ['STRASSE', 'straße', true],
  ['Straßen', 'strasse', true],
  ['Fluss', 'Flüsse', true],
  ['Flüsse', 'Fluß', true],
  ['Gewässerschutz', 'schutz', true],
  ['Gewässerschutz', 'Gewässer', true],
  ['Gewaesserschutz', 'gewässer', true],
  ['Hochhäuser', 'Haus', true],
  ['Bodensee', 'See', true],
  ['Seeufer', 'See', true],
  ['Kleister', 'Eis', false],
  ['gesehen', 'See', false],
  ['Pfütze', 'Pfützen', true],
  ['verdunstet', 'verdunsten', true],
  ['verdunsten', 'Verdunstung', true],
  ['neuen', 'neu', true],
  ['Frauen', 'Frau', true],
  ['Statuen', 'Statue', true],
  ['Statue', 'Statuen', true],
  ['Erkenntnisse', 'Erkenntnis', true],
  ['Möglichkeiten', 'möglich', true],
  ['Quellen', 'Quelle', true],
  ['Wasserdampf', 'wasserd', true],
  ['Wasserdampf', 'asserd', true],
  ['Bäche', 'bä', true],
  ['Bäche', 'bae', true],
  ['Haus', 'Maus', false],
  ['Der Bach ist klein', 'kleine Bäche', true],
  ['Der Bach ist klein', 'kleine Flüsse', false],
  ['Der Bach ist klein', 'der Bach und die Quelle', false],
  ['Der Bach ist klein', 'die Bäche', true],
  ['Der Bach ist klein', 'der', true],
  ['Der Bach ist klein', 'ist die', false],
  ['Das Haus der Kunst', '"Haus der Kunst"', true],
  ['Das Haus der Kunst', '„Häuser der Kunst“', true],
  ['Die Kunst und das Haus', '"Haus der Kunst"', false],
  ['Die Kunst der Häuser', '"Haus der Kunst"', false],
  ['Das Haus der Kunst', '«Haus»', true],
  ['Das Haus der Kunst', '"Haus der', true],
  ['100 % Wasser', '100 %', true],
  ['100 % Wasser', 'Was%er', false],
  ['100 % Wasser', 'Was_er', false],
  ["O'Neill", "o'neill", true],
  ['Wasser', `' or 1=1 --`, false],
  ['Wasser', '\\', false],
  ['H₂O und CO2', 'co2', true],
  ['H₂O und CO2', 'h2o', true],
  ['E-Mail', 'e-mail', true],
  ['E-Mail', 'Email', true],
  ['Email', 'E-Mail', true],
  ['E\u2011Mails', 'email', true],
  ['Per E-Mail', '"per E-Mail"', true],
  ['Der Nord-Süd-Konflikt', 'Nordsüdkonflikt', true],
  ['Der Nord-Süd-Konflikt', 'Konflikt Nord', true],
  ['Der Konflikt zwischen Nord und Süd', 'Nord-Süd-Konflikt', true],
  ['Ein Wasserkreislauf', 'Wasser-Kreislauf', true],
  ['Der Wasser- und der Stoffkreislauf', 'wasserund', false],
  ['COVID-19', 'covid19', true],
  ["10'000 Tonnen", '10000', true],
  ['10’000 Tonnen', '10 000 Tonnen', true],
  ['10\u202F000 Tonnen', "10'000", true],
  ['1.250.000 Tonnen', '1250000', true],
  ['10000 Tonnen', '10’000', true],
  ['Seiten 10-12', '1012', false],
  ['3.14159', '314159', false],
  ['œuvre', 'Oeuvre', true],
  ['Œuvre', 'ouvre', true],
  ['curriculum vitæ', 'vitae', true],
  ['Øresund', 'Oresund', true],
  ['Łódź', 'Lodz', true],
  ['Seen 🌊 und Wellen', '🌊', true],
  ['Seen 🌊 und Wellen', '🌊 Wellen', true],
  ['Seen 🌊 und Wellen', '🏔️', false],
  ['Élève', 'eleve', true],
  ['ﬂießen', 'fliessen', true],
  ['Вода', 'вода', true],
  ['水の循環', '循環', false],
  ['x'.repeat(10_000), 'x'.repeat(200), true],
  [`${'wort '.repeat(1_999)}ende`, 'ende', true],
  ['Wasser', '…', false],
  ['Wasser', ' ', false],
  ['Wasser', '""', false],
];

describe('a note', () => {
  let course: Course;

  test.each(cases)('%j, asked for %j, is found: %j', async (text, query, isFound) => {
    course = library.newCourse();
    await course.write(library.mia, [text]);
    const { hits, next_cursor } = await course.search(library.mia, query);
    expect(hits).toHaveLength(isFound ? 1 : 0);
    expect(next_cursor).toBeUndefined();
    for (const { excerpt, matches } of hits) {
      expect(text).toContain(excerpt);
      expect(matches.length).toBeGreaterThan(0);
    }
  });
});

test.each(cases)('a topic %j, asked for %j, is found: %j', async (text, query, isFound) => {
  const course = library.newCourse();
  await course.publish([{ title: 'T', text }]);
  const { hits } = await course.search(library.mia, query);
  expect(hits).toHaveLength(isFound ? 1 : 0);
  for (const { excerpt, matches } of hits) {
    expect(text).toContain(excerpt);
    expect(matches.length).toBeGreaterThan(0);
  }
});

describe('completions', () => {
  test.each([
    ['wasserd', ['wasserdampf']],
    ['Wasserd', ['Wasserdampf']],
    ['pfü', ['pfütze', 'pfützen']],
    ['pfue', ['pfütze', 'pfützen']],
    ['PFU', ['Pfütze', 'Pfützen']],
    ['die grosse Pf', ['die grosse Pfütze', 'die grosse Pfützen']],
    ['straß', ['straße', 'strasse']],
    ['was%', ['wasser', 'wasserdampf']],
    ['d', ['dampf']],
    ['dampf ', ['dampf']],
    ['%', []],
    ["'", []],
    ['zzz', []],
  ])('of %j are %j', async (prefix, completions) => {
    const notes = [
      'Wasser, Wasser und Wasserdampf.',
      'Wasser in einer Pfütze',
      'Die Pfütze, die Pfützen',
      'Straße, Straße',
      'Straße und Strasse',
      'Der Dampf',
    ];
    const own = library.newCourse();
    await own.write(library.mia, notes);
    const published = library.newCourse();
    await published.publish(notes.map((text) => ({ text })));
    for (const course of [own, published]) {
      const words = await course.complete(library.mia, prefix);
      expect(words.map(([text]) => text)).toEqual(completions);
    }
  });
});
