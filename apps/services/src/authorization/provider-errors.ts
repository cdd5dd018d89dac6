/** The identity provider could not be asked; asking again may help. */
export class IdentityProviderUnavailable extends Error {
  override readonly name = 'IdentityProviderUnavailable';
}

/** The provider knows a user's token and names no subject (RFC 7662 has `sub` as optional): its settings are wrong. */
export class SubjectMissing extends Error {
  override readonly name = 'SubjectMissing';

  constructor(issuer: string) {
    super(`The introspection of a user's token at ${issuer} names no "sub".`);
  }
}

/**
 * User information that is not believed: of another subject than the token's (OpenID Connect Core, section 5.3.2), for
 * another client, or with a signature that is none of the provider's.
 */
export class UserInfoRefused extends Error {
  override readonly name = 'UserInfoRefused';
}
