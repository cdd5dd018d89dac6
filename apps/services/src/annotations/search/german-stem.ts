/*
 * The German stemmer of the Snowball project (https://snowballstem.org/algorithms/german/stemmer.html),
 * for words whose umlauts and ß are folded already, in the order of its steps; with its later endings
 * -erin, -erinnen and -et. Of our own and not a library's: what is stored was stemmed when it was
 * indexed, so the stems must not change with somebody's release.
 *
 * Only endings are taken away. So a stem is how its word begins, and stands in each compound of it.
 */

const vowels = 'aeiouy';
const isVowel = (letter: string | undefined) => letter !== undefined && vowels.includes(letter);

/** A stem has at least so many letters before its first region. */
const lettersBeforeEndings = 3;
/** Of shorter stems -et is a part (Planet, Gebet) and no ending. */
const lettersBeforeEt = 5;

/** @returns where the two regions begin in which endings are looked for. */
function regionsOf(letters: string): readonly [number, number] {
  const after = (from: number) => {
    let place = from;
    while (place < letters.length && !isVowel(letters[place])) place++;
    while (place < letters.length && isVowel(letters[place])) place++;
    return Math.min(place + 1, letters.length);
  };
  const first = after(0);
  return [Math.max(first, lettersBeforeEndings), after(first)];
}

/** Takes the longest of the endings away, where it lies in the region and may be one. */
function without(
  stem: string,
  ending: RegExp,
  region: number,
  mayEnd: (rest: string, ending: string) => boolean = () => true,
): string {
  const [found] = ending.exec(stem) ?? [];
  if (found === undefined) return stem;
  const rest = stem.slice(0, -found.length);
  return rest.length >= region && mayEnd(rest, found) ? rest : stem;
}

/** @param word in small letters, without umlauts and ß */
export function germanStem(word: string): string {
  // Between vowels these two are consonants.
  const marked = word.replace(/(?<=[aeiouy])[uy](?=[aeiouy])/g, (letter) => letter.toUpperCase());
  const [first, second] = regionsOf(marked);
  let stem = inflectionEnding(marked, first);
  stem = without(stem, /(en|er|est|et|st)$/, first, (rest, ending) => {
    if (ending === 'st') return rest.length > 3 && /[bdfghklmnt]$/.test(rest);
    return ending !== 'et' || rest.length >= lettersBeforeEt;
  });
  return derivation(stem, first, second).toLowerCase();
}

function inflectionEnding(word: string, first: number): string {
  const rest = without(word, /(erinnen|erin|ern|em|er|en|es|e|s)$/, first, (before, ending) =>
    ending === 's' ? /[bdfghklmnrt]$/.test(before) : true,
  );
  const isPluralOfNis = rest.endsWith('niss') && /(en|es|e)$/.test(word) && rest !== word;
  return isPluralOfNis ? rest.slice(0, -1) : rest;
}

function derivation(word: string, first: number, second: number): string {
  const isNotAfterE = (rest: string) => !rest.endsWith('e');
  if (/(end|ung)$/.test(word)) {
    const rest = without(word, /(end|ung)$/, second);
    return rest === word ? word : without(rest, /ig$/, second, isNotAfterE);
  }
  if (/(ig|ik|isch)$/.test(word)) return without(word, /(isch|ig|ik)$/, second, isNotAfterE);
  if (/(lich|heit)$/.test(word)) {
    const rest = without(word, /(lich|heit)$/, second);
    return rest === word ? word : without(rest, /(er|en)$/, first);
  }
  const rest = without(word, /keit$/, second);
  return rest === word ? word : without(rest, /(lich|ig)$/, second);
}
