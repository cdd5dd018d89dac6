import { createHash } from 'node:crypto';
import { builtInRoles, type Permission, type Role } from '@lectern/contracts';
import { LRUCache } from 'lru-cache';
import type { ActiveToken, Claims, IdentityProvider } from './identity-provider.ts';

/** Who calls, proven by the token and narrowed by the identity headers. */
export interface Caller {
  /** The subject that the call is for: the token's own, or the one that the caller acts for. */
  readonly subject: string;
  /** The subject that the token was issued to. */
  readonly tokenSubject: string;
  readonly clientId: string;
  readonly roles: readonly Role[];
  readonly permissions: ReadonlySet<Permission>;
  /** The bearer token, to ask the identity provider in the caller's name. */
  readonly token: string;
  /** What the identity provider says of the token. */
  readonly claims: Claims;
}

/** What a request says of its caller. */
export interface Credentials {
  readonly token: string | undefined;
  /** X-Ia-Subject; absent where the call does not carry it. */
  readonly subject: string | undefined;
  /** X-Ia-Roles; empty: all that the caller holds. */
  readonly roles: readonly string[];
}

export type Refusal =
  | 'TOKEN_REQUIRED'
  | 'SUBJECT_FORBIDDEN'
  | 'NOT_OWN_TOKEN'
  | 'ROLE_FORBIDDEN'
  | 'PERMISSION_MISSING';

/** A request that may not go on. */
export class NotAuthorized extends Error {
  override readonly name = 'NotAuthorized';
  readonly code: Refusal;
  /** Whose token it was, for the log; unknown for a token that opens nothing. */
  readonly tokenSubject: string | undefined;

  constructor(code: Refusal, tokenSubject?: string) {
    super(code);
    this.code = code;
    this.tokenSubject = tokenSubject;
  }
}

/** Who holds which roles; the user service knows. */
export interface RoleDirectory {
  rolesOf(subject: string): Promise<readonly Role[]>;
}

/** Decides whether a request may make a call that needs `permission`. */
export type Authorize = (credentials: Credentials, permission: Permission) => Promise<Caller>;

/** How long a verified token is not verified again, in milliseconds: a sign-out holds within this. */
const verificationCacheInMs = 60_000;
/** How many verified tokens are kept. */
const verificationCacheSize = 20_000;

interface Verified {
  readonly token: ActiveToken;
  readonly roles: readonly Role[];
}

/**
 * The headers name the caller and prove nothing; the order of the checks is: token, roles, subject,
 * permission. X-Ia-Roles can narrow what the caller holds and never widen it.
 */
export function createAuthorize(
  identityProvider: IdentityProvider,
  roleDirectory: RoleDirectory,
): Authorize {
  // Parallel requests with one new token share one verification. A refused token is remembered as
  // `false`; a failed verification is not remembered.
  const verified = new LRUCache<string, Verified | false, string>({
    max: verificationCacheSize,
    ttl: verificationCacheInMs,
    fetchMethod: async (_key, _stale, { context, options }) => {
      const token = await identityProvider.introspect(context);
      if (!token) return false;
      options.ttl = Math.max(
        1,
        Math.min(verificationCacheInMs, token.expiresAt * 1000 - Date.now()),
      );
      return { token, roles: await roleDirectory.rolesOf(token.subject) };
    },
  });

  return async (credentials, permission) => {
    if (!credentials.token) throw new NotAuthorized('TOKEN_REQUIRED');
    const known = await verified.fetch(fingerprint(credentials.token), {
      context: credentials.token,
    });
    if (!known) throw new NotAuthorized('TOKEN_REQUIRED');
    const { token, roles: held } = known;

    const roles = narrow(held, credentials.roles, token.subject);
    const permissions = permissionsOf(roles);
    const subject = credentials.subject ?? token.subject;
    if (subject !== token.subject && !permissions.has('subject.act-for')) {
      throw new NotAuthorized('SUBJECT_FORBIDDEN', token.subject);
    }
    if (!permissions.has(permission)) throw new NotAuthorized('PERMISSION_MISSING', token.subject);
    return {
      subject,
      tokenSubject: token.subject,
      clientId: token.clientId,
      roles,
      permissions,
      token: credentials.token,
      claims: token.claims,
    };
  };
}

function narrow(
  held: readonly Role[],
  named: readonly string[],
  tokenSubject: string,
): readonly Role[] {
  if (named.length === 0) return held;
  const roles = held.filter((role) => named.includes(role));
  if (roles.length !== new Set(named).size) throw new NotAuthorized('ROLE_FORBIDDEN', tokenSubject);
  return roles;
}

function permissionsOf(roles: readonly Role[]): ReadonlySet<Permission> {
  return new Set(roles.flatMap((role) => builtInRoles[role]));
}

/** Tokens themselves are not kept as keys, so that a memory dump of the cache gives none away. */
function fingerprint(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
