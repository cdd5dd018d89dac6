import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { displayName } from '../src/groups/membership.ts';

const shown = (name: string) => z.parse(displayName, name);

test.each([
  ['Vietnamese', 'Nguyễn Thị Ngọc'],
  ['Vietnamese, decomposed', 'Nguyễn Thị Ngọc'.normalize('NFD')],
  ['Hindi', 'कृष्णा सिंह ज़ुल्फ़िक़ार'],
  ['Tamil', 'கிருஷ்ணமூர்த்தி'],
  ['Arabic with vowels', 'مُحَمَّدٌ آلُ ٱللّٰه'],
  ['Persian with a joiner', 'نرگس\u200cخاتون'],
  ['Hebrew with points', 'שִּׁ֑לֹה בְּרֵאשִׁית'],
  ['Thai', 'ผู้ใหญ่น้ำผึ้ง'],
  ['Tibetan', 'བསྒྲུབས་རྒྱུད'],
  ['Burmese', 'ကျွန်ုပ်မြွှား'],
  ['Khmer', 'ស្រីស្ទឹង'],
  ['a family, and a key', '👩🏽‍❤️‍👨 3️⃣'],
])('a name in %s stays whole', (_script, name) => {
  expect(shown(name)).toBe(name.normalize('NFC'));
});

test.each([
  ['of Latin', `Zo${'\u0316\u0301'.repeat(120)}e`],
  ['of Thai', `ด${'็้'.repeat(120)}`],
  ['that enclose', `Z${'\u20dd'.repeat(240)}`],
  ['with joiners in between', `Z${'\u0301\u034f\u200d\u20dd'.repeat(60)}`],
  ['on a sign that has room', `कि${'\u0301ि'.repeat(100)}`],
  ['on no letter', '\u0301'.repeat(255)],
])('no letter has more than four marks %s', (_kind, name) => {
  const [, ...pieces] = ` ${shown(name)}`.normalize('NFC').split(/(?![\p{M}\p{Cf}\u034f])/u);
  for (const piece of pieces)
    expect(piece.match(/[\p{Mn}\p{Me}]/gu)?.length ?? 0, piece).toBeLessThan(5);
  expect(shown(name).length).toBeLessThan(name.length);
});

test('a name that is composed only once a sign is left out counts its marks afterwards', () => {
  expect(shown('e\u202e\u0301')).toBe('é');
});
