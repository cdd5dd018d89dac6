import { sha256InHex } from './sha256.ts';

/**
 * Names a person where nobody shall read who it is: SHA-256 of issuer and subject, as 64 hexadecimal
 * digits. The issuer keeps people of different providers apart.
 */
export function hashOfPerson(issuer: string, subject: string): Promise<string> {
  return sha256InHex(JSON.stringify([issuer, subject]));
}
