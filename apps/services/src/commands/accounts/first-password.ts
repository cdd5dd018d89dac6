import { randomInt } from 'node:crypto';

const consonants = 'bdfghkmnprst';
const vowels = 'aeiou';
const syllables = 6;

/** Beginnings of insults and of words for the body, in German, French, Italian and English. */
const unfit =
  /bite|fika|figa|fuku|hode|hure|kaka|kike|kono|mude|nega|nege|nigo|nigu|nude|pedo|pene|peni|pipi|popo|puta|pute|rape|suka|tete|tito/;

/**
 * A password that is printed on a slip: small letters without l, so that nothing is taken for 1, I, O or 0, in
 * syllables that every language of the platform can read. 35 bits.
 */
export function makeFirstPassword(): string {
  for (;;) {
    let password = '';
    for (let syllable = 0; syllable < syllables; syllable++) {
      password += consonants[randomInt(consonants.length)]! + vowels[randomInt(vowels.length)]!;
    }
    if (!unfit.test(password)) return password;
  }
}
