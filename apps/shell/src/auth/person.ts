/**
 * Names a person where nobody shall read who it is: SHA-256 of issuer and subject, as 64 hexadecimal
 * digits. The issuer keeps people of different providers apart.
 */
export async function hashOfPerson(issuer: string, subject: string): Promise<string> {
  const person = new TextEncoder().encode(JSON.stringify([issuer, subject]));
  const hash = await crypto.subtle.digest('SHA-256', person);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
