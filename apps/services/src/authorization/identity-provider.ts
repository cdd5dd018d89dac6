import { isSameIssuer } from '@lectern/contracts/calls/issuer';
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import * as oidc from 'openid-client';
import { fetchConfigured } from '../outgoing/client.ts';
import { isSafeAddress } from '../outgoing/safe-address.ts';
import type { ActiveToken, Claims } from './active-token.ts';
import type { ClaimMapping } from './claim-mapping.ts';
import { clientSecretBasic } from './client-secret-basic.ts';
import type { Signer } from './jwt.ts';
import { isOfPerson } from './own-token.ts';
import { IdentityProviderUnavailable, SubjectMissing } from './provider-errors.ts';
import { isRefusal, readUserInfoAnswer } from './user-info-answer.ts';

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
   * Audience of JWT access tokens (RFC 9068). Absent: the provider is asked about every token (RFC 7662), whatever
   * its form.
   */
  readonly audience?: string;
  /**
   * Connector ids whose identities this provider may speak for. Absent: any id is believed of the
   * primary provider, and none of a further one, which could otherwise claim everybody's.
   */
  readonly connectorIds?: readonly string[];
  /** Which claims carry what, as far as they are not the standard ones. */
  readonly claims?: Partial<ClaimMapping>;
  /** How long it may take for an answer, in milliseconds. Absent: five seconds. */
  readonly answerTimeInMs?: number;
}

/** A client gives up after 15 s: it is to hear before that whom the services wait for. */
const defaultAnswerTimeInMs = 5_000;
/** How long signing keys are used before they are fetched again, in milliseconds. */
const keysCacheInMs = 300_000;
/** How long an unknown key does not lead to another fetch: it may be the sender's invention. */
export const keysCooldownInMs = 10_000;

/**
 * Answers of introspection that say that something is no token of its kind (RFC 6750, section 3.1; RFC 7009,
 * section 2.2.1). With anything else the provider, or a proxy in its place, has not answered the question.
 */
const notTokens: ReadonlySet<string> = new Set([
  'invalid_request',
  'invalid_token',
  'unsupported_token_type',
]);

/**
 * Fetches the keys once more within the cooldown for a key that is not among them, and once in a cooldown:
 * the provider may have changed its keys a moment after they were fetched. All tokens with such a key wait for
 * this one request, and a failure of it says nothing about any of them.
 */
function withEarlyReload(keys: ReturnType<typeof createRemoteJWKSet>): JWTVerifyGetKey {
  let reloadedAt = -Infinity;
  let reloaded: Promise<void> | undefined;
  return async (...parts) => {
    const isCoolingDown = keys.coolingDown;
    try {
      return await keys(...parts);
    } catch (error) {
      const isUnknown = error instanceof errors.JWKSNoMatchingKey;
      if (!isUnknown || !isCoolingDown) throw error;
      // Also where the clock was set back since then.
      if (Math.abs(Date.now() - reloadedAt) >= keysCooldownInMs) {
        reloadedAt = Date.now();
        reloaded = keys.reload();
      }
      await reloaded;
      return keys(...parts);
    }
  };
}

/** The services' side of the identity provider. */
export interface IdentityProvider
  extends
    Signer,
    Pick<
      IdentityProviderOptions,
      'issuer' | 'acceptedClients' | 'audience' | 'claims' | 'connectorIds'
    > {
  /** The provider's metadata (OpenID Connect Discovery, section 3). */
  metadata(): Promise<oidc.ServerMetadata>;
  /**
   * @returns the token's owner, or `undefined` for a token that does not hold.
   * @throws {SubjectMissing}
   */
  introspect(token: string): Promise<ActiveToken | undefined>;
  /**
   * User information by the user's own token (OpenID Connect Core, section 5.3).
   * @returns `undefined` where the provider has no such endpoint or refuses this token.
   * @throws {UserInfoRefused} when the answer speaks of another subject, or is for another client.
   */
  userInfo(
    token: string,
    issued: Pick<ActiveToken, 'sub' | 'clientId'>,
  ): Promise<Claims | undefined>;
  /** A token of the services' own (RFC 6749, section 4.4), for asking others in their own name. */
  clientToken(): Promise<{ readonly token: string; readonly expiresInSeconds: number }>;
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
    discovered ??= discover().catch(async (cause: unknown) => {
      discovered = undefined;
      throw await unavailable('Discovery failed', cause);
    });
    return discovered;
  }

  async function discover(): Promise<oidc.Configuration> {
    // By its whole address: by the issuer alone the library wants the very slash at the end of that.
    const address = new URL(issuer);
    address.pathname = `${address.pathname.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const configured = await oidc.discovery(
      address,
      options.clientId,
      undefined,
      clientSecretBasic(options.clientSecret),
      {
        [oidc.customFetch]: fetchConfigured as oidc.CustomFetch,
        execute: isPlain ? [oidc.allowInsecureRequests] : [],
        // In seconds; of this request and of all that follow.
        timeout: answerTimeInMs / 1000,
      },
    );
    const named = configured.serverMetadata().issuer;
    if (isSameIssuer(new URL(named).href, issuer.href)) return configured;
    throw new Error(`The provider calls itself ${named}, and not ${options.issuer}.`);
  }

  async function signingKeys(): Promise<JWTVerifyGetKey> {
    const { jwks_uri } = (await configuration()).serverMetadata();
    if (!jwks_uri) throw new IdentityProviderUnavailable('The provider names no signing keys');
    keys ??= withEarlyReload(
      createRemoteJWKSet(new URL(jwks_uri), {
        cacheMaxAge: keysCacheInMs,
        cooldownDuration: keysCooldownInMs,
        timeoutDuration: answerTimeInMs,
        [customFetch]: fetchConfigured,
      }),
    );
    return keys;
  }

  return {
    issuer: options.issuer,
    acceptedClients: options.acceptedClients,
    signingKeys,
    async metadata() {
      return (await configuration()).serverMetadata();
    },
    ...(options.audience === undefined ? {} : { audience: options.audience }),
    ...(options.connectorIds === undefined ? {} : { connectorIds: options.connectorIds }),
    ...(options.claims === undefined ? {} : { claims: options.claims }),

    async introspect(token) {
      const provider = await configuration();
      if (provider.serverMetadata().introspection_endpoint === undefined) {
        throw new IdentityProviderUnavailable(
          `${options.issuer} names no introspection_endpoint, and a token is no JWT of type at+jwt for a configured audience.`,
        );
      }
      let answer: oidc.IntrospectionResponse;
      try {
        answer = await oidc.tokenIntrospection(provider, token);
      } catch (cause) {
        // Something that is no token of this kind, such as an ID token: it opens nothing.
        if (cause instanceof oidc.ResponseBodyError && notTokens.has(cause.error)) return undefined;
        throw await unavailable('Introspection failed', cause);
      }
      const { iss, exp } = answer;
      const isOfOther = iss !== undefined && !isSameIssuer(iss, options.issuer);
      if (!answer.active || isOfOther || !isAccessToken(answer)) return undefined;
      const named = answer.client_id ?? text(answer['azp']);
      const clientId = named ?? clientOf(answer.aud, options.acceptedClients);
      if (clientId === undefined || !options.acceptedClients.includes(clientId)) return undefined;
      if (!answer.sub && isOfPerson(answer)) throw new SubjectMissing(options.issuer);
      // A token of a client itself (client credentials) has no subject: the client is the subject. An audience does
      // not show that it is the client's own.
      const sub = answer.sub ?? named;
      if (!sub || !exp || (named === undefined && sub === clientId)) return undefined;
      return { issuer: options.issuer, sub, clientId, expiresAt: exp, claims: answer };
    },

    async userInfo(token, issued) {
      const provider = await configuration();
      const { userinfo_endpoint } = provider.serverMetadata();
      if (!userinfo_endpoint) return undefined;
      const headers = new Headers({ Accept: 'application/json, application/jwt' });
      let answer: Response;
      try {
        const address = new URL(userinfo_endpoint);
        answer = await oidc.fetchProtectedResource(provider, token, address, 'GET', null, headers);
      } catch (cause) {
        if (!(cause instanceof oidc.WWWAuthenticateChallengeError))
          throw await unavailable('User information failed', cause);
        answer = cause.response;
      }
      if (answer.status !== 200) {
        await giveUp(answer);
        if (isRefusal(answer.status)) return undefined;
        throw new IdentityProviderUnavailable(`User information failed with ${answer.status}`);
      }
      const clients = [options.clientId, issued.clientId];
      const self = { issuer: options.issuer, signingKeys };
      return readUserInfoAnswer(answer, self, issued, clients);
    },

    async clientToken() {
      const provider = await configuration();
      try {
        const { access_token, expires_in } = await oidc.clientCredentialsGrant(provider);
        return { token: access_token, expiresInSeconds: expires_in ?? 0 };
      } catch (cause) {
        throw await unavailable('The services got no token of their own', cause);
      }
    },
  };
}

/** The failure of a request, whose answer the library has not read where its status or type is not the expected one. */
async function unavailable(message: string, cause: unknown): Promise<IdentityProviderUnavailable> {
  if (cause instanceof oidc.ClientError) await giveUp(cause.cause);
  if (cause instanceof oidc.WWWAuthenticateChallengeError) await giveUp(cause.response);
  return new IdentityProviderUnavailable(message, { cause });
}

/** Cancels the body of an answer: unread it keeps its connection. */
async function giveUp(answer: unknown): Promise<void> {
  await (answer as Partial<Response> | undefined)?.body?.cancel().catch(() => {});
}

/**
 * Anything else that can be introspected, such as a refresh token or an ID token, opens nothing. Providers say in
 * different ways what it is, and need not say it.
 */
function isAccessToken(answer: oidc.IntrospectionResponse): boolean {
  const { token_type = 'bearer', client_id } = answer;
  if (!/^(bearer|access_token)$/i.test(token_type)) return false;
  if (/^(id|refresh|offline|logout)$/i.test(text(answer['typ']) ?? '')) return false;
  // An ID token is for a client as well; where no client is named, nothing else tells the two apart.
  const isOfSignIn = answer['nonce'] !== undefined || answer['at_hash'] !== undefined;
  return client_id !== undefined || !isOfSignIn;
}

/** RFC 7662 lets a provider name no client: then the audience tells which one it is, where it is a single one. */
function clientOf(
  audience: string | readonly string[] | undefined,
  acceptedClients: readonly string[],
): string | undefined {
  const clients = acceptedClients.filter((client) => [audience].flat().includes(client));
  return clients.length === 1 ? clients[0] : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
