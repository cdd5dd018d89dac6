/**
 * The identity headers of the specification (sections 5 and 7). They name the caller; they prove
 * nothing: the bearer token does.
 *
 * `parameter` is the name that the client's 'Required parameter …' error uses.
 */
export const identityHeaders = {
  correlationId: { name: 'X-Ia-Correlation-Id', parameter: 'xIaCorrelationId' },
  subject: { name: 'X-Ia-Subject', parameter: 'xIaSubject' },
  roles: { name: 'X-Ia-Roles', parameter: 'xIaRoles' },
} as const;

export type IdentityHeader = keyof typeof identityHeaders;

/** Which identity headers a call requires; a word per row kind of the sheet of calls. */
export const requiredHeaders = {
  caller: ['correlationId', 'subject', 'roles'],
  subject: ['subject'],
  'correlation-id': ['correlationId'],
  none: [],
} as const satisfies Record<string, readonly IdentityHeader[]>;

export type HeaderSet = keyof typeof requiredHeaders;

/** A platform subject: printable ASCII without comma, so that it fits a header. */
export const subjectPattern = /^[\x21-\x2b\x2d-\x7e]{1,255}$/;

/**
 * The platform's subject of a person whose identity provider calls it what fits no header, such as a name with commas.
 *
 * @param digest SHA-256 of that in UTF-8, as base64url.
 */
export function hashedSubject(digest: string): string {
  return `sub-${digest}`;
}

/** Longest accepted correlation id, in characters. */
export const correlationIdMaximumLength = 128;

/** Double submit of a token that only pages of the shell's own origin can read (section 7). */
export const csrf = { cookie: 'XSRF-TOKEN', header: 'X-XSRF-TOKEN' } as const;
