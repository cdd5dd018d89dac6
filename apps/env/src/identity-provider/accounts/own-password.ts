import { passwordMinimumLength } from '@lectern/services/embedded-accounts';

/** Reasons to refuse a password that a person has chosen. */
export type PasswordProblem = 'incomplete' | 'different' | 'short' | 'easy' | 'first';

/** Rows that fingers run along, in both directions: alphabet, digits, and the keyboards of the platform's languages. */
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '012345678901234567890',
  'qwertzuiopasdfghjklyxcvbnm',
  'qwertyuiopasdfghjklzxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
].flatMap((row) => [row, Array.from(row).toReversed().join('')]);

const wordsOfAll = /passwor[dt]|motdepasse|lectern/g;
const betweenParts = /[^\p{L}\p{M}\p{N}]+/gu;

/**
 * @param names Of the account: user name, given and family name.
 * @returns nothing for a password that will do, but for being the first one, which takes its hash
 */
export function problemOf(
  password: string,
  repeated: string,
  names: readonly string[],
): Exclude<PasswordProblem, 'first'> | undefined {
  if (password === '' || repeated === '') return 'incomplete';
  if (password !== repeated) return 'different';
  if (password.length < passwordMinimumLength) return 'short';
  return isEasy(password, names) ? 'easy' : undefined;
}

/** True for passwords that classmates, and lists of frequent ones, try first. */
function isEasy(password: string, names: readonly string[]): boolean {
  const plain = password.normalize().toLowerCase();
  if (new Set(plain).size < 4) return true;
  // Digits and signs hide no row; pictures are chosen as letters are.
  const letters = plain.replaceAll(/[\d\s\p{P}\p{Sc}\p{Sk}\p{Sm}]/gu, '');
  const starts = [plain, letters].map((text) => text.slice(0, passwordMinimumLength));
  if (rows.some((row) => starts.some((start) => row.includes(start)))) return true;
  const spellings = spellingsOf(names);
  return (['e', ''] as const).some((dots) => {
    const typed = spelled(password, dots);
    const rest = spellings.reduce(
      (left, name) => left.replaceAll(name, ''),
      typed.replaceAll(wordsOfAll, ''),
    );
    // A name and a few digits are still the name.
    return rest.replaceAll(/\P{L}/gu, '').length < 3 && rest.length < typed.length;
  });
}

/** Ways to type a name or a part of it, such as both of `Anna-Lena`; longer ones first, which hold others. */
function spellingsOf(names: readonly string[]): readonly string[] {
  return names
    .flatMap((name) => [name, name.replaceAll(betweenParts, ''), ...name.split(betweenParts)])
    .flatMap((part) => [spelled(part, 'e'), spelled(part, '')])
    .filter((part) => part.length > 2)
    .toSorted((one, other) => other.length - one.length);
}

/** @param dots In place of those over a letter: keyboards without umlauts type `ue`, or leave them out. */
function spelled(text: string, dots: 'e' | ''): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('\u0308', dots)
    .replaceAll('ß', 'ss')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize();
}
