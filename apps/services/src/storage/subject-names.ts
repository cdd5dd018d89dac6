import { hash } from 'node:crypto';

const ofFurtherIssuer = /^iss-[A-Za-z0-9_-]{43}$/;

/**
 * Subjects are unique within their issuer only (OpenID Connect Core, section 5.7), so a further
 * issuer's are named by a hash of both.
 */
export function subjectOfFurtherIssuer(issuer: string, sub: string): string {
  return `iss-${hash('sha256', `${issuer}\n${sub}`, 'base64url')}`;
}

/** True for a subject that {@link subjectOfFurtherIssuer} gives. */
export function isOfFurtherIssuer(subject: string): boolean {
  return ofFurtherIssuer.test(subject);
}
