import type { Identity, User } from '@lectern/contracts';
import type { Claims } from '../authorization/identity-provider.ts';

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

/** Connector id where the provider names none (specification, section 9). */
const defaultConnectorId = 'BEOOK_1';

const longestName = 255;
const longestEmail = 320;
const longestLocale = 35;

/** Reads a user and an identity from claims; what is missing or of a wrong type is left out. */
export function readUserInfo(
  claims: Claims,
  subject: string,
  mapping: ClaimMapping,
): { user: User; identity: Identity } {
  const text = (claim: string, longest: number): string | undefined => {
    const value = claims[claim];
    return typeof value === 'string' && value !== '' && isStorable(value)
      ? value.slice(0, longest)
      : undefined;
  };
  const given_name = text(mapping.given_name, longestName);
  const family_name = text(mapping.family_name, longestName);
  const email = text(mapping.email, longestEmail);
  const locale = text(mapping.locale, longestLocale);
  const groups = claims[mapping.groups];
  return {
    user: {
      subject,
      ...(given_name && { given_name }),
      ...(family_name && { family_name }),
      ...(email && { email }),
      ...(locale && { locale }),
    },
    identity: {
      identity_provider_identifier:
        text(mapping.identity_provider, longestName) ?? defaultConnectorId,
      external_id: text('sub', longestName) ?? subject,
      groups: Array.isArray(groups)
        ? groups.filter(
            (group): group is string =>
              typeof group === 'string' && group !== '' && isStorable(group),
          )
        : [],
    },
  };
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}
