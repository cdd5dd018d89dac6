import { describe, expect, test } from 'vitest';
import { locate } from '../src/locate.ts';
import { selectorsOf } from '../src/passage.ts';
import type { TextSelectors } from '../src/selectors.ts';

const text =
  'Die Sonne erwärmt das Wasser in Meeren, Seen und Flüssen. Dabei steigen winzige Wasserteilchen als unsichtbares Gas in die Luft: Das Wasser verdunstet. Das Gas heisst Wasserdampf. Auch aus feuchter Erde und aus den Blättern der Pflanzen verdunstet Wasser. Warme Luft steigt auf. Je höher sie kommt, desto kälter wird sie.';

/** Selectors of the first such passage behind `after`. */
function selectorsFor(exact: string, after = '', within = text): TextSelectors {
  const start = within.indexOf(exact, within.indexOf(after) + after.length);
  return selectorsOf(within, { start, end: start + exact.length });
}

/** Text and kind of a found place. */
function found(selectors: TextSelectors, within: string) {
  const place = locate(within, selectors);
  return place && [within.slice(place.start, place.end), place.how, place.start];
}

describe('a passage that is as it was', () => {
  test('is found at its position', () => {
    expect(found(selectorsFor('Das Gas heisst'), text)).toEqual([
      'Das Gas heisst',
      'position',
      152,
    ]);
  });

  test('is found by its quote where text has come in before it', () => {
    const edited = `Wasser ist überall. ${text}`;
    expect(found(selectorsFor('winzige'), edited)).toEqual(['winzige', 'quote', 92]);
  });

  test('is told from equal ones by what stands around it', () => {
    const second = selectorsFor('verdunstet', 'Pflanzen ');
    const edited = text.replace('Auch aus', 'Wasser verdunstet überall: aus');
    expect(found(second, edited)?.[2]).toBe(edited.lastIndexOf('verdunstet'));
  });

  test('is told by its position from equal ones with equal surroundings', () => {
    const refrain =
      'Kreuze an, was stimmt, und vergleiche danach mit der Lösung auf der nächsten Seite. ';
    const song = refrain.repeat(6);
    const third = selectorsOf(song, { start: 2 * refrain.length, end: 2 * refrain.length + 9 });
    expect(found(third, `Hinweis. ${song}`)).toEqual([
      'Kreuze an',
      'quote',
      9 + 2 * refrain.length,
    ]);
  });

  test('is not found if its position tells two equal ones apart by little', () => {
    const refrain = 'Kreuze an, was stimmt. ';
    const song = refrain.repeat(20);
    const tenth = selectorsOf(song, { start: 9 * refrain.length, end: 9 * refrain.length + 9 });
    expect(found(tenth, `Zum Schluss ${song}`)).toBeUndefined();
  });

  test('keeps to its row when one of the same length comes in before it', () => {
    const row = (number: number) => `Schritt ${number}: Klicke auf Weiter. `;
    const rows = Array.from({ length: 12 }, (_, index) => row(11 + index)).join('');
    const edited = row(10) + rows;
    for (let number = 11; number < 23; number += 1) {
      const step = selectorsFor('Klicke auf Weiter.', `${number}: `, rows);
      const right = edited.indexOf('Klicke', edited.indexOf(`${number}:`));
      // At the edges of the text less is known of what stands around it.
      expect(number > 13 && number < 20 ? [right] : [right, undefined]).toContain(
        found(step, edited)?.[2],
      );
    }
  });
});

describe('a passage of which signs were exchanged', () => {
  const exchanged: readonly [string, string][] = [
    ["geht's", 'geht’s'],
    ["l'eau", 'l‘eau'],
    ['«Nein»', '„Nein“'],
    ['E-Mail', 'E\u2011Mail'],
    ['10-20', '10–20'],
    ['H2O', 'H₂O'],
  ];
  test.each([...exchanged, ...exchanged.map(([typed, set]) => [set, typed] as const)])(
    'is as it was, from %s to %s',
    (before, after) => {
      const within = (sign: string) => text.replace('Wasserdampf', sign);
      const selectors = selectorsFor(before, '', within(before));
      const at = text.indexOf('Wasserdampf');
      expect(found(selectors, within(after))).toEqual([after, 'position', at]);
    },
  );
});

describe('a passage that was changed', () => {
  test.each([
    ['a typo', 'winzige Wasserteilchen', 'winzige Wasserteilhcen'],
    ['another first word', 'winzige Wasserteilchen', 'kleine Wasserteilchen'],
    ['another last word', 'Das Gas heisst Wasserdampf', 'Das Gas heisst Dampf'],
    ['a word more', 'unsichtbares Gas in die Luft', 'unsichtbares, leichtes Gas in die Luft'],
    ['a word less', 'aus den Blättern der Pflanzen', 'aus Blättern der Pflanzen'],
    ['another spelling', 'Je höher sie kommt', 'Je hoeher sie kommt'],
  ])('by %s is found with its own ends', (_how, before, after) => {
    const edited = text.replace(before, after);
    expect(found(selectorsFor(before), edited)).toEqual([after, 'similar', edited.indexOf(after)]);
  });

  test.each([
    ['Wasserdampf', 'Nebel'],
    ['Das Gas heisst Wasserdampf.', 'Jetzt siehst du es nicht mehr.'],
    ['winzige', 'grosse'],
  ])('from «%s» to «%s» is not there any more', (before, after) => {
    expect(found(selectorsFor(before), text.replace(before, after))).toBeUndefined();
  });
});

describe('a passage beside one that says nearly the same', () => {
  const sentence = (name: string) =>
    `Gruppe ${name} hat gemessen, dass das Wasser am Abend um zwei Grad wärmer ist als am Morgen. `;
  const rest = 'Beide haben ihre Zahlen in die Tabelle geschrieben.';
  const [first, second] = [sentence('Alpha'), sentence('Beta')];

  test.each([
    ['a sentence', first.trim()],
    ['words of it', 'Gruppe Alpha hat gemessen'],
  ])('%s is gone with its sentence, and the neighbour is not it', (_what, exact) => {
    expect(found(selectorsFor(exact, '', first + second + rest), second + rest)).toBeUndefined();
    const behind = selectorsFor(exact, '', second + first + rest);
    expect(found(behind, second + rest)).toBeUndefined();
  });

  test('is found where it is said anew in its place', () => {
    const renamed = first.replace('Alpha', 'Beta');
    const selectors = selectorsFor(first.trim(), '', first + second + rest);
    expect(found(selectors, renamed + second + rest)).toEqual([renamed.trim(), 'similar', 0]);
  });

  test('is found among sentences that begin like it, with another one behind it', () => {
    const before = 'So beginnt der Brief, den sie am letzten Tag des Jahres vorlas: ';
    const dream = (what: string) => `Ich habe einen Traum ${what}. `;
    const passage = dream('vom Haus am See').trim();
    const behind = dream('von ruhigen Abenden') + dream('vom Schnee auf den Feldern');
    const changed = dream('frei vom Haus am See').trim();
    const was = `${before}${passage} ${dream('von Wiesen im Mai')}${behind}`;
    const is = `${before}${changed} Manche haben lieber Wiesen im Mai, andere Berge. ${behind}`;
    expect(found(selectorsFor(passage, '', was), is)).toEqual([changed, 'similar', before.length]);
  });
});

describe('a passage at an edge of the text', () => {
  test.each([
    ['beginning', 'Winzige Tropfen fallen', 'Kleine Tropfen fallen', ` auf die Erde. ${text}`, ''],
    ['end', 'fallen als Regen.', 'fallen als Schnee.', '', `${text} Die Tropfen `],
  ])('is found at its %s with other words', (_edge, before, after, behind, ahead) => {
    const selectors = selectorsFor(before, '', ahead + before + behind);
    const edited = ahead + after + behind;
    expect(found(selectors, edited)).toEqual([after, 'similar', edited.indexOf(after)]);
  });

  test('is found as long as the whole of a short text is little changed', () => {
    const selectors = selectorsFor('Pfütze', '', 'Pfütze');
    expect(found(selectors, 'Die Pfütze')).toEqual(['Pfütze', 'quote', 4]);
    expect(
      found(selectorsFor('Wasser', '', 'Das Wasser verdunstet'), 'Trinkwasser und Wasser'),
    ).toBeUndefined();
  });
});

describe('a passage that was deleted', () => {
  test.each(['Das Gas heisst Wasserdampf. ', 'Gas', 'Warme Luft steigt auf. ', 'verdunstet'])(
    '(«%s») is not found in other words',
    (passage) => {
      expect(found(selectorsFor(passage), text.replace(passage, ''))).toBeUndefined();
    },
  );

  test('is not found in the second of two equal sentences', () => {
    const instruction = 'Setze jedes Wort an die richtige Stelle im Bild.';
    const exercise = `Den Kreislauf beschriften. ${instruction} ${text}`;
    const both = `${exercise} Vom Berg ins Tal. ${instruction} Die runden Kiesel waren einmal kantig.`;
    const edited = both.replace(`Den Kreislauf beschriften. ${instruction} `, '');
    expect(found(selectorsFor(instruction, '', both), edited)).toBeUndefined();
  });
});

describe('selectors of others', () => {
  test('with a quote alone find the passage if there is one', () => {
    const selectors = { quote: { exact: 'Wasserdampf' }, position: { start: 3, end: 14 } };
    expect(found(selectors, text)?.slice(0, 2)).toEqual(['Wasserdampf', 'quote']);
  });

  test('with a quote alone find nothing if there are several, and none where it was', () => {
    const selectors = { quote: { exact: 'verdunstet' }, position: { start: 200, end: 210 } };
    expect(found(selectors, text)).toBeUndefined();
  });

  test('may have white space, hyphenation and accents of their own', () => {
    const quote = { exact: ' aus den\n Blät\u00ADtern ', prefix: 'Erde\u00A0und ', suffix: 'der' };
    expect(found({ quote, position: { start: 0, end: 1 } }, text)?.[0]).toBe('aus den Blättern');
  });

  test.each(['', ' ', '\u00AD'])('with a quote that says nothing (%j) find nothing', (exact) => {
    expect(found({ quote: { exact }, position: { start: 0, end: 1 } }, text)).toBeUndefined();
  });

  test.each([
    ['\u0002Die Sonne', 'Die Sonne', 0],
    ['\u0002'.repeat(12) + text, text, 0],
    ['wird sie.\u0002', 'wird sie.', text.length - 9],
    ['\u0002'.repeat(12), undefined, undefined],
  ])('may have control characters and find nothing beyond the text: %j', (exact, passage, at) => {
    const place = locate(text, {
      quote: { exact },
      position: { start: at ?? 0, end: text.length },
    });
    expect(place && [place.start, place.end - place.start]).toEqual(
      passage && [at, passage.length],
    );
    expect(place && text.slice(place.start, place.end)).toBe(passage);
  });

  test('with a position behind the text find the passage', () => {
    const quote = { exact: 'unsichtbares Gas', prefix: 'Wasserteilchen als ', suffix: ' in die' };
    expect(found({ quote, position: { start: 9e6, end: 1e7 } }, text)?.[1]).toBe('quote');
  });
});

describe('positions', () => {
  test('count code points, of which an emoji is one', () => {
    const sunny = `☀️🌧️👩‍👩‍👧 ${text}`;
    const selectors = selectorsFor('Das Gas heisst', '', sunny);
    expect(selectors.position).toEqual({ start: 162, end: 176 });
    expect(found(selectors, sunny)).toEqual([
      'Das Gas heisst',
      'position',
      sunny.indexOf('Das Gas'),
    ]);
  });

  test('and surroundings cut no character in two', () => {
    const emoji = '🌧'.repeat(120);
    const { quote } = selectorsFor('Regen', '', `a${emoji}Regen${emoji}`);
    expect([quote.prefix, quote.suffix]).toEqual(['🌧'.repeat(50), '🌧'.repeat(50)]);
    const odd = selectorsFor('Regen', '', `${emoji}. Regen ${emoji}`);
    expect([odd.quote.prefix, odd.quote.suffix].every((side) => side!.isWellFormed())).toBe(true);
  });
});
