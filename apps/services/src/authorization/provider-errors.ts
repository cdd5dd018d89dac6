/** The identity provider could not be asked; asking again may help. */
export class IdentityProviderUnavailable extends Error {
  override readonly name = 'IdentityProviderUnavailable';
}

/**
 * User information that is not believed: of another subject than the token's (OpenID Connect Core, section 5.3.2), for
 * another client, or with a signature that is none of the provider's.
 */
export class UserInfoRefused extends Error {
  override readonly name = 'UserInfoRefused';
}
