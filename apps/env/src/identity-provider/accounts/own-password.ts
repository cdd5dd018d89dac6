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
  const rest = names
    .map((name) => name.normalize().toLowerCase())
    .filter((name) => name.length > 2)
    .reduce((left, name) => left.replaceAll(name, ''), plain.replaceAll(wordsOfAll, ''));
  // A name and a few digits are still the name.
  return rest.replaceAll(/\P{L}/gu, '').length < 3 && rest.length < plain.length;
}
