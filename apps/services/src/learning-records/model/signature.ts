import { X509Certificate } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Checked, Statement } from '@lectern/contracts/xapi';
import { compactVerify, decodeProtectedHeader } from 'jose';
import { checkStatement, type XapiVersion } from './check.ts';
import { sameStatement } from './comparison.ts';
import { isTooLarge } from './statement-size.ts';
import { namesTooMany } from './term-limit.ts';

/** Usage type of a signature (xAPI 1.0.3, Data 2.6). */
export const signatureUsageType = 'http://adlnet.gov/expapi/attachments/signature';
export const signatureContentType = 'application/octet-stream';

/**
 * Largest signature, in bytes: the largest statement fits in, with spaces and escapes and as base64, and
 * the certificates beside it.
 */
const signatureMaximumInBytes = 512 * 1024;

/** Most signatures of a statement, each over what it was without them. The standard names no number. */
export const signaturesMaximum = 4;

/** Three parts, none of them empty (RFC 7515, 7.1). */
const compactJws = /^[\w-]+\.([\w-]+)\.[\w-]+$/;
const algorithms = ['RS256', 'RS384', 'RS512'];
const overAnother = 'is over another statement';

/**
 * Reads a signature (xAPI 1.0.3, Data 2.6): a JWS in its compact form (RFC 7515) over a statement. Where
 * it brings its certificate (`x5c`), it has to hold for it; nobody asks who issued that. Without one there
 * is nothing to check it by.
 *
 * @param version of the statement that it belongs to: the same times can be written in other ways
 * @returns what was signed, as JSON, or what is wrong with the signature
 */
export async function readSignature(
  signature: Buffer,
  version: XapiVersion,
): Promise<Checked<string>> {
  if (signature.length > signatureMaximumInBytes) {
    return { fault: `is larger than ${signatureMaximumInBytes} bytes` };
  }
  const jws = signature.toString('latin1');
  const [, payload] = compactJws.exec(jws) ?? [];
  let header: ReturnType<typeof decodeProtectedHeader>;
  let signed: unknown;
  try {
    header = decodeProtectedHeader(jws);
    signed = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
  } catch {
    return { fault: 'is no JSON web signature over a statement' };
  }
  if (!algorithms.includes(header.alg ?? '')) {
    return { fault: `needs one of ${algorithms.join(', ')}` };
  }
  if (header.crit !== undefined) return { fault: 'has extensions that nobody here knows (crit)' };
  if (header.x5c !== undefined && !(await holdsFor(jws, header.x5c)))
    return { fault: 'does not hold by its certificate (x5c)' };
  const { value } = checkStatement(version, signed, '');
  // Signed bytes may be anything. Only a storable value is kept for comparing.
  const isFit = value && !isTooLarge(value) && namesTooMany(value) === undefined;
  // As JSON: a request may bring hundreds, and parsed they take many times as much memory.
  return isFit ? { value: JSON.stringify(value) } : { fault: overAnother };
}

/**
 * A request may bring hundreds: others have their turn in between.
 *
 * @returns what is wrong with a signature of this statement, as it was before it was signed
 */
export async function signatureFault(
  { value: signed, fault }: Checked<string>,
  statement: Statement,
): Promise<string | undefined> {
  await setImmediate();
  if (fault !== undefined) return fault;
  return sameStatement(JSON.parse(signed) as Statement, statement) ? undefined : overAnother;
}

async function holdsFor(jws: string, certificates: unknown): Promise<boolean> {
  try {
    const [certificate] = certificates as readonly string[];
    const { publicKey } = new X509Certificate(Buffer.from(certificate!, 'base64'));
    await compactVerify(jws, publicKey, { algorithms });
    return true;
  } catch {
    return false;
  }
}
