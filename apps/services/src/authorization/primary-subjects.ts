import { hash } from 'node:crypto';
import { hashedSubject, subjectPattern } from '@lectern/contracts';
import { isOfFurtherIssuer } from '../storage/subject-names.ts';

const hashed = /^sub-[A-Za-z0-9_-]{43}$/;

/** The first issuer's subjects are the platform's; those that fit no header are hashed, as the shell does. */
export function subjectOfPrimaryIssuer(sub: string): string {
  return subjectPattern.test(sub) ? sub : hashedSubject(hash('sha256', sub, 'base64url'));
}

/** True for a hash of some issuer's subject: no subject of the first issuer may look so. */
export function isHashedSubject(subject: string): boolean {
  return hashed.test(subject) || isOfFurtherIssuer(subject);
}
