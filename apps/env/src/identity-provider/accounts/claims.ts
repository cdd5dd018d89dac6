import type { AccountClaims } from 'oidc-provider';
import type { Account } from './directory.ts';

/**
 * Which claims a scope opens at user info (OpenID Connect Core, section 5.4). `identity_provider` and
 * `groups` are ours: the connector that a person comes from, and the person's groups there.
 */
export const claimsByScope = {
  openid: ['sub'],
  profile: ['name', 'given_name', 'family_name', 'locale', 'identity_provider', 'groups'],
  email: ['email'],
};

/** The demo platform speaks German. */
const locale = 'de';

/** Everything known of a person; the library leaves out what the token's scope does not open. */
export function claimsOf(account: Account): AccountClaims {
  return {
    sub: account.subject,
    name: `${account.given_name} ${account.family_name}`,
    given_name: account.given_name,
    family_name: account.family_name,
    locale,
    email: account.email,
    identity_provider: account.identity_provider,
    groups: account.groups,
  };
}
