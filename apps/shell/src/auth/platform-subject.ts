import { hashedSubject, subjectPattern } from '@lectern/contracts/calls/headers';
import { calculatePKCECodeChallenge } from 'openid-client';

/** The services' name of a person whose `sub` the identity provider tells: a header carries no umlauts and commas. */
export async function platformSubject(sub: string): Promise<string> {
  // A code challenge is SHA-256 in base64url (RFC 7636, section 4.2).
  return subjectPattern.test(sub) ? sub : hashedSubject(await calculatePKCECodeChallenge(sub));
}
