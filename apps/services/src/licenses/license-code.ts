import { randomInt } from 'node:crypto';

/** Capitals and digits that nobody takes for one another; 32, so that each stands for 5 bits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 5;
const charactersInGroup = 5;

/** A code for a licence: 125 random bits, which nobody guesses, in groups that people can read out. */
export function newLicenseCode(): string {
  return Array.from({ length: groups }, () =>
    Array.from({ length: charactersInGroup }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');
}
