import { inGroups, randomCode } from '../storage/random-code.ts';

/**
 * Signs of the codes that the service makes: none that look alike (0 O, 1 I L, 2 Z, 5 S, 8 B, U V), and
 * no vowels, which would make words.
 */
const alphabet = '34679CDFGHJKMNPQRTWXY';
/** 16 of 21 signs are 70 bits: nobody meets a code by guessing. */
const codeLength = 16;
/** Signs between two dashes: as many as people keep in mind while they type. */
const groupLength = 4;

/** A new code in the form in which codes are stored and compared: capitals, no dashes. */
export function makeCouponCode(): string {
  return randomCode(alphabet, codeLength);
}

/** A code as people read it, such as `WTRD-7K3M-Q9XP-4HTC`. */
export function readableCode(code: string): string {
  return inGroups(code, groupLength);
}
