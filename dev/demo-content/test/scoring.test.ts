import { describe, expect, it } from 'vitest';
import { fittingPairs } from '../src/exercises/pairs.ts';
import { scoreChoice, scoreGaps, scorePairs } from '../src/exercises/scoring.ts';

describe('pairs', () => {
  const solution = { regen: 'fluessig', schnee: 'fest', hagel: 'fest' };

  it('count right, wrong and missing ones', () => {
    expect(scorePairs(solution, { regen: 'fluessig', schnee: 'fluessig' })).toEqual({
      right: 1,
      total: 3,
      missing: 1,
      parts: { regen: true, schnee: false },
    });
  });

  it('ignore what is no part of the solution', () => {
    expect(scorePairs(solution, { ...solution, nebel: 'fest' })).toMatchObject({
      right: 3,
      total: 3,
      missing: 0,
    });
  });
});

describe('gaps', () => {
  const gaps = { strasse: ['Strasse'], tropfen: ['Tröpfchen', 'Tropfen'] } as const;
  it.each([
    ['as it stands', 'Strasse', true],
    ['in small letters', 'strasse', true],
    ['with spaces around', '  Strasse ', true],
    ['with ß', 'Straße', true],
    ['in capitals', 'STRASSE', true],
    ['with the full stop of two spaces', 'Strasse. ', true],
    ['with signs that nobody sees', 'Stra\u00ADsse\u200B\u200E', true],
    ['in letters of full width', 'Ｓｔｒａｓｓｅ', true],
    ['another word', 'Gasse', false],
  ])('take the word %s', (_, typed, right) => {
    expect(scoreGaps(gaps, { strasse: typed }).parts['strasse']).toBe(right);
  });

  it('take each fitting word, composed or not', () => {
    expect(scoreGaps(gaps, { tropfen: 'Tropfen' }).parts['tropfen']).toBe(true);
    expect(scoreGaps(gaps, { tropfen: 'Tröpfchen'.normalize('NFD') }).parts['tropfen']).toBe(true);
  });

  it.each([
    ["don't", 'don’t'],
    ["l'eau", 'l´eau'],
    ['Nord-Süd', 'Nord‑Süd'],
    ['Nord–Süd', 'Nord-Süd'],
    ['-5 °C', '−5 °C'],
    ['fliessen', 'ﬂießen'],
    ['z.B.', 'z.B'],
    ['«Bach»', '“bach”'],
    ['"Bach"', '„Bach“'],
    ['.', '．'],
  ])('forgive what keyboards make of %s: %s', (word, typed) => {
    expect(scoreGaps({ gap: [word] }, { gap: typed }).parts['gap']).toBe(true);
  });

  it.each([
    ['10²', '102'],
    ['.', 'x'],
  ])('do not take for %s: %s', (word, typed) => {
    expect(scoreGaps({ gap: [word] }, { gap: typed }).parts['gap']).toBe(false);
  });

  it('are missing, not wrong, while empty', () => {
    expect(scoreGaps(gaps, { strasse: ' ', tropfen: 'Tropfen' })).toEqual({
      right: 1,
      total: 2,
      missing: 1,
      parts: { tropfen: true },
    });
  });
});

describe('choices', () => {
  const choices = [
    { id: 'a', text: '', right: true },
    { id: 'b', text: '', right: false },
    { id: 'c', text: '', right: true },
  ];

  it.each([
    ['nothing', [], 0],
    ['all right ones', ['a', 'c'], 3],
    ['one of two', ['a'], 2],
    ['everything', ['a', 'b', 'c'], 2],
    ['the wrong one only', ['b'], 0],
  ])('of several: %s', (_, chosen, right) => {
    const verdict = scoreChoice({ choices, several: true }, new Set(chosen));
    expect(verdict).toMatchObject({ right, total: 3 });
    expect(Object.keys(verdict.parts), 'only what was chosen is marked').toEqual(chosen);
  });

  it.each([
    ['a', 1],
    ['b', 0],
  ])('of one: %s', (chosen, right) => {
    const verdict = scoreChoice({ choices, several: false }, new Set([chosen]));
    expect(verdict).toMatchObject({ right, total: 1, missing: 0 });
  });
});

describe('saved pairs', () => {
  const board = {
    cards: [
      { id: 'quelle', text: 'Quelle' },
      { id: 'see', text: 'See' },
    ],
    targets: [
      { id: 'oben', name: 'oben' },
      { id: 'unten', name: 'unten' },
    ],
  };

  it.each([
    ['nothing', undefined, {}],
    ['text', 'quelle', {}],
    [
      'unknown cards and targets',
      { quelle: 'oben', fluss: 'unten', see: 'links' },
      { quelle: 'oben' },
    ],
    ['inherited names', { constructor: 'oben', quelle: 'toString' }, {}],
    ['a target taken twice', { quelle: 'oben', see: 'oben' }, { quelle: 'oben' }],
  ])('are cleaned of what does not fit: %s', (_, saved, fitting) => {
    expect(fittingPairs(saved, { ...board, onePerTarget: true })).toEqual(fitting);
  });

  it('may share a target where it takes many', () => {
    const saved = { quelle: 'oben', see: 'oben' };
    expect(fittingPairs(saved, { ...board, onePerTarget: false })).toEqual(saved);
  });
});
