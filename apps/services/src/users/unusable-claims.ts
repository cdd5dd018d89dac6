import type { FastifyBaseLogger } from 'fastify';
import type { ClaimField } from '../authorization/claim-mapping.ts';

/**
 * Warns once of each claim of a provider that has a form which cannot be used, as an object has in the place of a
 * name. The log names the field and never the value.
 */
export function warnOfUnusableClaims(
  log: Pick<FastifyBaseLogger, 'warn'>,
): (issuer: string, fields: readonly ClaimField[]) => void {
  const warned = new Set<string>();
  return (issuer, fields) => {
    for (const field of fields) {
      const key = `${issuer} ${field}`;
      if (warned.has(key)) continue;
      warned.add(key);
      log.warn({ issuer, field }, 'A claim of the identity provider cannot be used.');
    }
  };
}
