/** Letters that Unicode does not take apart, and umlauts as German spells them without dots. */
const spellings: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'oe',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/** Longest name in characters: one that can still be typed, and leaves room for a number. */
const maximumLength = 60;

/**
 * The user name that a pupil can type on every keyboard: `Jürg Émile` `von Ah` is `juerg.vonah`.
 *
 * @returns '' where neither name has a letter of the Latin alphabet
 */
export function userNameOf(givenName: string, familyName: string): string {
  const [first = ''] = givenName.trim().split(/\s/u);
  return [first, familyName].map(plain).filter(Boolean).join('.').slice(0, maximumLength);
}

function plain(name: string): string {
  return name
    .normalize()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, (letter) => spellings[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/[^a-z0-9-]/gu, '')
    .replaceAll(/^-+|-+$/g, '');
}
