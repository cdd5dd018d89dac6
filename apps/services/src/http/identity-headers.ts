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
const noRoles: readonly string[] = [];

/** Names in lower case, as Node gives them. */
const lowerNames = {
  correlationId: identityHeaders.correlationId.name.toLowerCase(),
  subject: identityHeaders.subject.name.toLowerCase(),
  roles: identityHeaders.roles.name.toLowerCase(),
} as const satisfies Record<IdentityHeader, string>;
const lowerNameList = Object.values(lowerNames);
const identityHeaderNames = new Set<string>(lowerNameList);

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
  for (const header of requiredHeaders[required]) {
    // Some proxies take headers without a value away.
    if (header !== 'roles' && headers[lowerNames[header]] === undefined) {
      throw generalError('HEADER_INVALID', `${identityHeaders[header].name} is missing.`);
    }
  }
  // Node joins repeated lines with a comma, so without one there is nothing to look for.
  if (lowerNameList.some((name) => headers[name]?.includes(','))) {
    refuseRepeated(rawHeaders);
  }
  if (headers[lowerNames.correlationId] !== undefined && !readCorrelationId(headers)) {
    throw generalError(
      'HEADER_INVALID',
      `X-Ia-Correlation-Id must be 1 to ${correlationIdMaximumLength} printable ASCII characters.`,
    );
  }
  const subject = headers[lowerNames.subject] as string | undefined;
  if (subject !== undefined && !subjectPattern.test(subject)) {
    throw generalError('HEADER_INVALID', 'X-Ia-Subject must be one subject.');
  }
  const roles = headers[lowerNames.roles] as string | undefined;
  return { subject, roles: roles ? readRoles(roles) : noRoles };
}

/** The correlation id, unless it is missing or nothing that may stand in a log. */
export function readCorrelationId(headers: IncomingHttpHeaders): string | undefined {
  const value = headers[lowerNames.correlationId];
  return typeof value === 'string' && correlationIdShape.test(value) ? value : undefined;
}

function readRoles(value: string): string[] {
  const roles = value.split(',').map((role) => role.trim());
  if (roles.every((role) => roleShape.test(role))) return roles;
  throw generalError('HEADER_INVALID', 'X-Ia-Roles must be role names separated by commas.');
}

function refuseRepeated(rawHeaders: readonly string[]): void {
  const seen: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    if (!identityHeaderNames.has(name)) continue;
    if (seen.includes(name)) throw generalError('HEADER_INVALID', `${name} is repeated.`);
    seen.push(name);
  }
}
