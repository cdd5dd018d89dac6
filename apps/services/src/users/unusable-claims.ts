import type { FastifyBaseLogger } from 'fastify';
import type { ClaimField } from '../authorization/claim-mapping.ts';
import type { ScimAttribute } from './scim-users.ts';

/**
 * Warns once of each claim of a provider that has a form which cannot be used, as an object has in the place of a
 * name. The log names the field and never the value.
 */
export function warnOfUnusableClaims(
  log: Pick<FastifyBaseLogger, 'warn'>,
): (issuer: string, fields: readonly ClaimField[]) => void {
  const warn = once((issuer, field) =>
    log.warn({ issuer, field }, 'A claim of the identity provider cannot be used.'),
  );
  return (issuer, fields) => fields.forEach((field) => warn(issuer, field));
}

/** The same for attributes of users in a directory; without one that names a person the person is left out. */
export function warnOfUnusableAttributes(
  log: Pick<FastifyBaseLogger, 'warn'>,
): (directory: string, attribute: ScimAttribute) => void {
  return once((directory, attribute) =>
    log.warn({ directory, attribute }, 'An attribute of a user in the directory cannot be used.'),
  );
}

/** Calls once for each pair of arguments. */
function once(call: (source: string, field: string) => void) {
  const called = new Set<string>();
  return (source: string, field: string): void => {
    const key = `${source} ${field}`;
    if (called.has(key)) return;
    called.add(key);
    call(source, field);
  };
}
