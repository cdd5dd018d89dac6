import type { IncomingHttpHeaders } from 'node:http';
import {
  correlationIdMaximumLength,
  identityHeaders,
  requiredHeaders,
  subjectPattern,
  type HeaderSet,
  type IdentityHeader,
} from '@lectern/contracts';
import { generalError } from './errors.ts';

export interface IdentityHeaderValues {
  readonly subject: string | undefined;
  readonly roles: readonly string[];
}

const correlationIdShape = new RegExp(`^[\\x21-\\x7e]{1,${correlationIdMaximumLength}}$`);
const roleShape = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Reads the identity headers of a request.
 *
 * @param rawHeaders Names and values in turn, as received: Node joins repeated lines with a comma,
 *   and two subjects must not pass for one.
 * @throws {CallError} HEADER_INVALID for a missing, repeated or malformed header.
 */
export function readIdentityHeaders(
  required: HeaderSet,
  headers: IncomingHttpHeaders,
  rawHeaders: readonly string[],
): IdentityHeaderValues {
  const values: Partial<Record<IdentityHeader, string>> = {};
  for (const [key, { name }] of Object.entries(identityHeaders) as [
    IdentityHeader,
    { name: string },
  ][]) {
    const lowerName = name.toLowerCase();
    const value = headers[lowerName];
    if (typeof value === 'string') {
      if (count(rawHeaders, lowerName) > 1)
        throw generalError('HEADER_INVALID', `${name} is repeated.`);
      values[key] = value;
    } else if ((requiredHeaders[required] as readonly IdentityHeader[]).includes(key)) {
      throw generalError('HEADER_INVALID', `${name} is missing.`);
    }
  }
  const { correlationId, subject, roles } = values;
  if (correlationId !== undefined && !readCorrelationId(headers)) {
    throw generalError(
      'HEADER_INVALID',
      `X-Ia-Correlation-Id must be 1 to ${correlationIdMaximumLength} printable ASCII characters.`,
    );
  }
  if (subject !== undefined && !subjectPattern.test(subject)) {
    throw generalError('HEADER_INVALID', 'X-Ia-Subject must be one subject.');
  }
  return { subject, roles: roles ? readRoles(roles) : [] };
}

/** The correlation id, unless it is missing or nothing that may stand in a log. */
export function readCorrelationId(headers: IncomingHttpHeaders): string | undefined {
  const value = headers[identityHeaders.correlationId.name.toLowerCase()];
  return typeof value === 'string' && correlationIdShape.test(value) ? value : undefined;
}

function readRoles(value: string): string[] {
  const roles = value.split(',').map((role) => role.trim());
  if (roles.every((role) => roleShape.test(role))) return roles;
  throw generalError('HEADER_INVALID', 'X-Ia-Roles must be role names separated by commas.');
}

function count(rawHeaders: readonly string[], lowerName: string): number {
  let found = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.toLowerCase() === lowerName) found++;
  }
  return found;
}
