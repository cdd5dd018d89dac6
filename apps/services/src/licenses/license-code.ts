import { inGroups, randomCode } from '../storage/random-code.ts';

/** Capitals and digits that nobody takes for one another; 32, so that each stands for 5 bits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 125 bits. */
const codeLength = 25;
const groupLength = 5;

/** A code for a licence, which nobody guesses, in groups that people can read out. */
export function newLicenseCode(): string {
  return inGroups(randomCode(alphabet, codeLength), groupLength);
}
