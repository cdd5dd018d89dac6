import type { Identity, User } from '@lectern/contracts';
import { defaultConnectorId } from '@lectern/contracts/calls/orders/orderSystem';
import type { Claims, IdentityProvider } from '../authorization/identity-provider.ts';

/**
 * Which claims of the identity provider carry what. Providers differ: SWITCH edu-ID, Keycloak and
 * VIDIS name the same things differently, and an e-mail is never certain.
 */
export interface ClaimMapping {
  readonly given_name: string;
  readonly family_name: string;
  readonly email: string;
  readonly locale: string;
  /** Connector id of the identity provider behind this one. */
  readonly identity_provider: string;
  /** List of the user's groups there. */
  readonly groups: string;
}

/** The standard claims of OpenID Connect Core, section 5.1, and the two that it lacks. */
export const standardClaims: ClaimMapping = {
  given_name: 'given_name',
  family_name: 'family_name',
  email: 'email',
  locale: 'locale',
  identity_provider: 'identity_provider',
  groups: 'groups',
};

const longestName = 255;
const longestEmail = 320;
const longestLocale = 35;

/** What claims say of a user, and of the identity that the user comes with. */
export interface UserInfo {
  readonly user: User;
  /** Absent where the claims say nothing about it, or nothing that is believed. */
  readonly identity: Identity | undefined;
}

/**
 * Connector ids that a provider is believed about. External ids are unique within their connector only,
 * and issuers may give the same ones: a further provider speaks for what it was given.
 *
 * @returns `undefined`: any.
 */
export function believedConnectorIds(
  provider: IdentityProvider,
  [primary]: readonly IdentityProvider[],
): readonly string[] | undefined {
  return provider === primary ? provider.connectorIds : (provider.connectorIds ?? []);
}

/**
 * Reads a user and an identity from claims; what is missing or of a wrong type is left out.
 *
 * @param isComplete Whether these are all claims of the user, as user information is: then a user
 *   without any word about an identity provider comes from the default one. The claims of a token
 *   may be silent about everything but the subject.
 * @param connectorIds Those whose identities are believed, a single one being the default; absent: all.
 */
export function readUserInfo(
  claims: Claims,
  subject: string,
  mapping: ClaimMapping,
  isComplete: boolean,
  connectorIds?: readonly string[],
): UserInfo {
  const text = (claim: string, longest: number): string | undefined => {
    const value = claims[claim];
    return isStorable(value) ? value.slice(0, longest).toWellFormed() : undefined;
  };
  const given_name = text(mapping.given_name, longestName);
  const family_name = text(mapping.family_name, longestName);
  const email = text(mapping.email, longestEmail);
  const locale = text(mapping.locale, longestLocale);
  const user: User = {
    subject,
    ...(given_name && { given_name }),
    ...(family_name && { family_name }),
    ...(email && { email }),
    ...(locale && { locale }),
  };
  const named = text(mapping.identity_provider, longestName);
  const connectorId = named ?? (isComplete ? defaultOf(connectorIds) : undefined);
  const isBelieved = connectorId && (!connectorIds || connectorIds.includes(connectorId));
  if (!isBelieved) return { user, identity: undefined };
  const identity = {
    identity_provider_identifier: connectorId,
    external_id: text('sub', longestName) ?? subject,
    groups: readGroups(claims[mapping.groups]),
  };
  return { user, identity };
}

/** The connector id of who names none; nothing where several could be meant. */
function defaultOf(connectorIds: readonly string[] | undefined): string | undefined {
  if (!connectorIds) return defaultConnectorId;
  return connectorIds.length === 1 ? connectorIds[0] : undefined;
}

/** A name that is too long to be compared is left out: cut, it would be another group's. */
export function readGroups(claim: unknown): string[] {
  if (!Array.isArray(claim)) return [];
  return claim.filter(isStorable).filter((group) => group.length <= longestName);
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
function isStorable(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.includes('\0') && value.isWellFormed();
}
