import * as oidc from 'openid-client';

/** The platform's own client at the identity provider, for introspection (RFC 7662). */
export interface IdentityProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * Clients whose tokens are accepted. An opaque token names no audience, and the provider may issue
   * tokens for applications that have nothing to do with this platform.
   */
  readonly acceptedClients: readonly string[];
}

export type Claims = Readonly<Record<string, unknown>>;

/** What the identity provider says of an access token that it issued and that holds. */
export interface ActiveToken {
  readonly subject: string;
  readonly clientId: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  readonly claims: Claims;
}

/** The identity provider could not be asked; asking again may help. */
export class IdentityProviderUnavailable extends Error {
  override readonly name = 'IdentityProviderUnavailable';
}

/** Hosts that a request reaches without leaving the machine. */
const loopbackHosts = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** The services' side of the identity provider. */
export interface IdentityProvider {
  readonly issuer: string;
  /** @returns the token's owner, or `undefined` for a token that does not hold. */
  introspect(token: string): Promise<ActiveToken | undefined>;
  /**
   * User information by the user's own token (OpenID Connect Core, section 5.3).
   * @returns `undefined` where the provider has no such endpoint or refuses this token.
   * @throws {SubjectMismatch} when the answer speaks of another subject.
   */
  userInfo(token: string, expectedSubject: string): Promise<Claims | undefined>;
}

/** User information of another subject than the token's (OpenID Connect Core, section 5.3.2). */
export class SubjectMismatch extends Error {
  override readonly name = 'SubjectMismatch';
}

/** @throws {IdentityProviderUnavailable} from every method while the provider does not answer. */
export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  const issuer = new URL(options.issuer);
  const isPlain = issuer.protocol === 'http:';
  if (isPlain && !loopbackHosts.test(issuer.hostname)) {
    throw new Error(
      `The issuer ${options.issuer} must be https: client secret and tokens go there.`,
    );
  }
  let discovered: Promise<oidc.Configuration> | undefined;

  /** Discovers once; a failure is forgotten, so that the next request tries again. */
  function configuration(): Promise<oidc.Configuration> {
    discovered ??= oidc
      .discovery(
        issuer,
        options.clientId,
        undefined,
        oidc.ClientSecretBasic(options.clientSecret),
        {
          execute: isPlain ? [oidc.allowInsecureRequests] : [],
        },
      )
      .catch((cause: unknown) => {
        discovered = undefined;
        throw new IdentityProviderUnavailable('Discovery failed', { cause });
      });
    return discovered;
  }

  return {
    issuer: options.issuer,

    async introspect(token) {
      const provider = await configuration();
      let answer: oidc.IntrospectionResponse;
      try {
        answer = await oidc.tokenIntrospection(provider, token);
      } catch (cause) {
        // Something that is no token of this kind, such as an ID token: it opens nothing.
        const isRefused = cause instanceof oidc.ResponseBodyError && cause.status === 400;
        if (isRefused) return undefined;
        throw new IdentityProviderUnavailable('Introspection failed', { cause });
      }
      if (!answer.active || (answer.iss !== undefined && answer.iss !== options.issuer))
        return undefined;
      // Anything else that can be introspected, such as a refresh token, opens nothing.
      if (answer.token_type !== undefined && !/^bearer$/i.test(answer.token_type)) return undefined;
      if (!answer.client_id || !options.acceptedClients.includes(answer.client_id))
        return undefined;
      // A token of a client itself (client credentials) has no subject: the client is the subject.
      const subject = answer.sub ?? answer.client_id;
      if (!subject || !answer.exp) return undefined;
      return { subject, clientId: answer.client_id, expiresAt: answer.exp, claims: answer };
    },

    async userInfo(token, expectedSubject) {
      const provider = await configuration();
      if (!provider.serverMetadata().userinfo_endpoint) return undefined;
      try {
        return await oidc.fetchUserInfo(provider, token, expectedSubject);
      } catch (cause) {
        if (cause instanceof oidc.WWWAuthenticateChallengeError) return undefined;
        if (
          cause instanceof oidc.ClientError &&
          cause.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'
        ) {
          throw new SubjectMismatch('User information of another subject', { cause });
        }
        throw new IdentityProviderUnavailable('User information failed', { cause });
      }
    },
  };
}
