import { randomInt } from 'node:crypto';

/** A code that nobody guesses: each character is one of an alphabet, all with the same chance. */
export function randomCode(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** A code in groups that people can read out and type, such as `WTRD-7K3M-Q9XP-4HN`. */
export function inGroups(code: string, groupLength: number): string {
  return code.match(new RegExp(`.{1,${groupLength}}`, 'g'))!.join('-');
}
