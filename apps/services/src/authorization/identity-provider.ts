import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import { clientSecretBasic } from './client-secret-basic.ts';
import { isLoopback } from './loopback.ts';

/** An identity provider whose tokens the services accept, and their own client there. */
export interface IdentityProviderOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * Clients whose tokens are accepted. An opaque token names no audience, and the provider may issue
   * tokens for applications that have nothing to do with this platform.
   */
  readonly acceptedClients: readonly string[];
  /**
   * What JWT access tokens (RFC 9068) must name as their audience. Absent: the provider is asked about
   * every token (RFC 7662), whatever its form.
   */
  readonly audience?: string;
  /**
   * Connector ids whose identities this provider may speak for. Absent: any id is believed of the
   * primary provider, and none of a further one, which could otherwise claim everybody's.
   */
  readonly connectorIds?: readonly string[];
  /** How long it may take for an answer, in milliseconds. Absent: five seconds. */
  readonly answerTimeInMs?: number;
}

export type Claims = Readonly<Record<string, unknown>>;

/** An access token that its identity provider issued and that holds. */
export interface ActiveToken {
  readonly issuer: string;
  /** Who it was issued to, in the issuer's own words; for a client's own token the client. */
  readonly sub: string;
  readonly clientId: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  readonly claims: Claims;
}

/** The identity provider could not be asked; asking again may help. */
export class IdentityProviderUnavailable extends Error {
  override readonly name = 'IdentityProviderUnavailable';
}

/** A client gives up after 15 s: it is to hear before that whom the services wait for. */
const defaultAnswerTimeInMs = 5_000;
/** How long signing keys are used before they are fetched again, in milliseconds. */
const keysCacheInMs = 300_000;
/** How long an unknown key does not lead to another fetch: it may be the sender's invention. */
export const keysCooldownInMs = 10_000;

/** Whether nobody on the way can read what is sent to an address: https, or within the machine. */
export function isSafeAddress({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** The services' side of the identity provider. */
export interface IdentityProvider extends Pick<
  IdentityProviderOptions,
  'issuer' | 'acceptedClients' | 'audience' | 'connectorIds'
> {
  /** The provider's signing keys: kept, and fetched anew for a key that is not among them. */
  signingKeys(): Promise<JWTVerifyGetKey>;
  /** @returns the token's owner, or `undefined` for a token that does not hold. */
  introspect(token: string): Promise<ActiveToken | undefined>;
  /**
   * User information by the user's own token (OpenID Connect Core, section 5.3).
   * @returns `undefined` where the provider has no such endpoint or refuses this token.
   * @throws {SubjectMismatch} when the answer speaks of another subject.
   */
  userInfo(token: string, expectedSubject: string): Promise<Claims | undefined>;
  /** A token of the services' own (RFC 6749, section 4.4), for asking others in their own name. */
  clientToken(): Promise<{ readonly token: string; readonly expiresInSeconds: number }>;
}

/** User information of another subject than the token's (OpenID Connect Core, section 5.3.2). */
export class SubjectMismatch extends Error {
  override readonly name = 'SubjectMismatch';
}

/** @throws {IdentityProviderUnavailable} from every method while the provider does not answer. */
export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  const issuer = new URL(options.issuer);
  const isPlain = issuer.protocol === 'http:';
  if (!isSafeAddress(issuer)) {
    throw new Error(
      `The issuer ${options.issuer} must be https: client secret and tokens go there.`,
    );
  }
  let discovered: Promise<oidc.Configuration> | undefined;
  let keys: JWTVerifyGetKey | undefined;
  const { answerTimeInMs = defaultAnswerTimeInMs } = options;

  /** Discovers once; a failure is forgotten, so that the next request tries again. */
  function configuration(): Promise<oidc.Configuration> {
    discovered ??= oidc
      .discovery(issuer, options.clientId, undefined, clientSecretBasic(options.clientSecret), {
        execute: isPlain ? [oidc.allowInsecureRequests] : [],
        // In seconds; of this request and of all that follow.
        timeout: answerTimeInMs / 1000,
      })
      .catch((cause: unknown) => {
        discovered = undefined;
        throw new IdentityProviderUnavailable('Discovery failed', { cause });
      });
    return discovered;
  }

  return {
    issuer: options.issuer,
    acceptedClients: options.acceptedClients,
    ...(options.audience === undefined ? {} : { audience: options.audience }),
    ...(options.connectorIds === undefined ? {} : { connectorIds: options.connectorIds }),

    async signingKeys() {
      const { jwks_uri } = (await configuration()).serverMetadata();
      if (!jwks_uri) throw new IdentityProviderUnavailable('The provider names no signing keys');
      keys ??= createRemoteJWKSet(new URL(jwks_uri), {
        cacheMaxAge: keysCacheInMs,
        cooldownDuration: keysCooldownInMs,
        timeoutDuration: answerTimeInMs,
      });
      return keys;
    },

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
      const sub = answer.sub ?? answer.client_id;
      if (!sub || !answer.exp) return undefined;
      const { issuer } = options;
      return { issuer, sub, clientId: answer.client_id, expiresAt: answer.exp, claims: answer };
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

    async clientToken() {
      const provider = await configuration();
      try {
        const { access_token, expires_in } = await oidc.clientCredentialsGrant(provider);
        return { token: access_token, expiresInSeconds: expires_in ?? 0 };
      } catch (cause) {
        throw new IdentityProviderUnavailable('The services got no token of their own', { cause });
      }
    },
  };
}
