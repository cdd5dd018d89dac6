import type { Permission } from '@lectern/contracts';
import type { ActiveToken } from './active-token.ts';
import { isOfApplication } from './own-token.ts';
import type { SubjectDirectory } from './subject-directory.ts';
import type { VerifiedTokens } from './verified-tokens.ts';

/** A caller, proven by the token and narrowed by the identity headers. */
export interface Caller {
  /** The subject that the call is for: the token's own, or the one that the caller acts for. */
  readonly subject: string;
  /** The subject of the token's owner. */
  readonly tokenSubject: string;
  /** The subject that the token was issued to, where a link made another one of it. */
  readonly loginSubject: string | undefined;
  /** Names of the token's subject before it was linked, and its own. */
  readonly aliases: ReadonlySet<string>;
  readonly clientId: string;
  /** The token is an application's own; else a person's. */
  readonly isApplication: boolean;
  readonly roles: readonly string[];
  readonly permissions: ReadonlySet<Permission>;
  /** It was erased, and is no user again: nothing may be stored for it. */
  readonly isErased: boolean;
  /** The bearer token, to ask the identity provider in the caller's name. */
  readonly token: string;
  /** Facts of the token by its issuer. */
  readonly issued: ActiveToken;
}

/** Claims of a request about its caller. */
export interface Credentials {
  readonly token: string | undefined;
  /** X-Ia-Subject; absent where the call does not carry it. */
  readonly subject: string | undefined;
  /** X-Ia-Roles; empty: all that the caller holds. */
  readonly roles: readonly string[];
}

export type Refusal =
  | 'CSRF_REFUSED'
  | 'TOKEN_REQUIRED'
  | 'SUBJECT_ERASED'
  | 'SUBJECT_ERASING'
  | 'SUBJECT_FORBIDDEN'
  | 'SUBJECT_HOLDS_MORE'
  | 'NOT_OWN_TOKEN'
  | 'SIGN_IN_NOT_FRESH'
  | 'ROLE_FORBIDDEN'
  | 'PERMISSION_MISSING';

/** A request that may not go on. */
export class NotAuthorized extends Error {
  override readonly name = 'NotAuthorized';
  readonly code: Refusal;
  /** Owner of the token; unknown for a token that opens nothing. */
  readonly tokenSubject: string | undefined;
  readonly loginSubject: string | undefined;
  readonly clientId: string | undefined;

  constructor(code: Refusal, caller?: Pick<Caller, 'tokenSubject' | 'loginSubject' | 'clientId'>) {
    super(code);
    this.code = code;
    this.tokenSubject = caller?.tokenSubject;
    this.loginSubject = caller?.loginSubject;
    this.clientId = caller?.clientId;
  }
}

/** Decides whether a request may make a call that needs `permission`. */
export type Authorize = (credentials: Credentials, permission: Permission) => Promise<Caller>;

/**
 * The headers name the caller and prove nothing; the order of the checks is: token, erasure, roles,
 * subject, permission. X-Ia-Roles can narrow what the caller holds and never widen it.
 */
export function createAuthorize(
  tokens: Pick<VerifiedTokens, 'cached' | 'verify'>,
  directory: Pick<SubjectDirectory, 'resolve' | 'permissionsOf'>,
): Authorize {
  return async (credentials, permission) => {
    if (!credentials.token) throw new NotAuthorized('TOKEN_REQUIRED');
    // Without waiting where it is known: that is nearly every request.
    const verified = tokens.cached(credentials.token) ?? (await tokens.verify(credentials.token));
    if (!verified) throw new NotAuthorized('TOKEN_REQUIRED');
    const { token, owner, loginSubject } = verified;
    const proven = { tokenSubject: owner.subject, loginSubject, clientId: token.clientId };

    if (owner.isBeingErased) throw new NotAuthorized('SUBJECT_ERASING', proven);
    const roles = narrow(owner.roles, credentials.roles);
    if (!roles) throw new NotAuthorized('ROLE_FORBIDDEN', proven);
    const permissions = await directory.permissionsOf(roles);
    const { subject: named } = credentials;
    const isOwn = named === undefined || owner.aliases.has(named);
    const subject = isOwn ? owner.subject : await directory.resolve(named);
    if (subject !== owner.subject && !mayActForOthers(token, roles, permissions)) {
      throw new NotAuthorized('SUBJECT_FORBIDDEN', proven);
    }
    if (!permissions.has(permission)) throw new NotAuthorized('PERMISSION_MISSING', proven);
    return {
      subject,
      ...proven,
      aliases: owner.aliases,
      isApplication: isOfApplication(token),
      roles,
      permissions,
      isErased: owner.erased?.isUser === false,
      token: credentials.token,
      issued: token,
    };
  };
}

/**
 * Acting for others takes its permission, and a token that no pupil's browser can see: that of an
 * application itself, or of support staff. A permission given to the wrong role is not enough.
 */
function mayActForOthers(
  token: ActiveToken,
  roles: readonly string[],
  permissions: ReadonlySet<Permission>,
): boolean {
  return (
    permissions.has('subject.act-for') && (isOfApplication(token) || roles.includes('support'))
  );
}

/** @returns `undefined` when a role is named that is not held. */
function narrow(held: readonly string[], named: readonly string[]): readonly string[] | undefined {
  if (named.length === 0) return held;
  if (!named.every((role) => held.includes(role))) return undefined;
  return held.filter((role) => named.includes(role));
}
