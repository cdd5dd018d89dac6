import { X509Certificate } from 'node:crypto';
import type { Statement } from '@lectern/contracts/xapi';
import { compactVerify, decodeProtectedHeader } from 'jose';
import { checkStatement } from './check.ts';
import { sameStatement } from './comparison.ts';

/** What makes an attachment a signature (xAPI 1.0.3, Data 2.6). */
export const signatureUsageType = 'http://adlnet.gov/expapi/attachments/signature';
export const signatureContentType = 'application/octet-stream';

const algorithms = ['RS256', 'RS384', 'RS512'];

/**
 * Checks the signature of a statement (xAPI 1.0.3, Data 2.6): a JWS in its compact form (RFC 7515) over
 * the statement as it was before it was signed. Where the signature brings its certificate (`x5c`), it
 * has to hold for it; nobody asks who issued that. Without one there is nothing to check it by.
 *
 * @returns what is wrong with it
 */
export async function signatureFault(
  statement: Statement,
  signature: Buffer,
): Promise<string | undefined> {
  const jws = signature.toString('latin1');
  let header: ReturnType<typeof decodeProtectedHeader>;
  let signed: unknown;
  try {
    header = decodeProtectedHeader(jws);
    signed = JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString());
  } catch {
    return 'is no JSON web signature over a statement';
  }
  if (!algorithms.includes(header.alg ?? '')) return `needs one of ${algorithms.join(', ')}`;
  if (header.x5c && !(await holdsFor(jws, header.x5c[0]))) return 'does not hold';
  return isSame(signed, statement) ? undefined : 'is over another statement';
}

async function holdsFor(jws: string, certificate: string | undefined): Promise<boolean> {
  try {
    const { publicKey } = new X509Certificate(Buffer.from(certificate ?? '', 'base64'));
    await compactVerify(jws, publicKey, { algorithms });
    return true;
  } catch {
    return false;
  }
}

/** What was signed may be anything at all. */
function isSame(signed: unknown, statement: Statement): boolean {
  const { value } = checkStatement('2.0.0', signed, '');
  return value !== undefined && sameStatement(value, statement);
}
