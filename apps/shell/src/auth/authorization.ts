import { isSameIssuer } from '@lectern/contracts/calls/issuer';
import * as oidc from 'openid-client';
import { checkIdToken } from './id-token.ts';
import { resourceParameters, runGrant } from './provider.ts';
import { assumedLifetimeInSeconds } from './sign-in-defaults.ts';
import { SignInError } from './sign-in-error.ts';
import type { UserRecord } from './user-record.ts';

/** How long an address at the identity provider may be, in characters: IIS takes 2,048 of a query. */
const addressLengthMaximum = 2000;

/** Values that an answer of the identity provider must fit; used once. */
export interface PendingAuthorization {
  readonly state: string;
  readonly nonce: string;
  /** PKCE code verifier (RFC 7636). */
  readonly verifier: string;
}

/**
 * Address of an authorization request: code flow with PKCE S256, state and nonce.
 *
 * @param prompt `login` makes the provider ask anew; `none` forbids it to ask at all.
 * @param idTokenHint ID token of who is to be signed in; left out where the address were too long.
 * @param uiLocales BCP 47 tags, separated by spaces, for what the provider shows (Core, section 3.1.2.1).
 */
export async function authorizationRequest(
  provider: oidc.Configuration,
  request: {
    readonly redirectUri: string;
    readonly scope: string;
    readonly prompt?: 'login' | 'none' | undefined;
    readonly uiLocales?: string | undefined;
    readonly idTokenHint?: string | undefined;
  },
): Promise<{ readonly address: URL; readonly pending: PendingAuthorization }> {
  const pending = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  };
  const address = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: request.redirectUri,
    scope: request.scope,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    ...resourceParameters(provider),
    ...(request.prompt === undefined ? {} : { prompt: request.prompt }),
    ...(request.uiLocales === undefined ? {} : { ui_locales: request.uiLocales }),
    ...(request.idTokenHint === undefined ? {} : { id_token_hint: request.idTokenHint }),
  });
  leaveOutLongHint(address);
  return { address, pending };
}

/**
 * Takes the ID token out of an address that is too long with it: servers refuse such addresses (414), and
 * an ID token with two hundred groups has 11,000 characters. The hint is optional everywhere.
 */
export function leaveOutLongHint(address: URL): void {
  if (address.href.length > addressLengthMaximum) address.searchParams.delete('id_token_hint');
}

/**
 * Exchanges the code of the provider's answer for tokens and verifies them.
 *
 * @param answer Address that the provider redirected to.
 * @throws Errors of openid-client and {@link SignInError}; nothing of a refused answer is kept.
 */
export async function redeemCode(
  provider: oidc.Configuration,
  answer: URL,
  pending: PendingAuthorization,
): Promise<UserRecord> {
  const tokens = await runGrant(provider, (named) =>
    oidc.authorizationCodeGrant(
      named,
      withIssuerOf(named, answer),
      {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.verifier,
        idTokenExpected: true,
      },
      resourceParameters(named),
    ),
  );
  return toUserRecord(provider, tokens);
}

/**
 * The answer, with its issuer (RFC 9207) as the metadata write it, where a slash is all that differs. An error
 * without issuer counts as the provider's, because some providers send `iss` with codes only. No code is exchanged
 * then, and the state has been checked.
 */
function withIssuerOf(provider: oidc.Configuration, answer: URL): URL {
  const { issuer } = provider.serverMetadata();
  const named = answer.searchParams.getAll('iss');
  // The library takes an empty error for none.
  const isNamelessError = named.length === 0 && Boolean(answer.searchParams.get('error'));
  const isSame = named.length === 1 && isSameIssuer(named[0]!, issuer);
  if (!isNamelessError && !isSame) return answer;
  const same = new URL(answer);
  same.searchParams.set('iss', issuer);
  return same;
}

/**
 * Exchanges the refresh token. The provider may give a new ID token and a new refresh token; where
 * it does not, the old ones stay (Core 1.0, section 12.2).
 *
 * @throws {SignInError} when the new ID token names another subject.
 */
export async function redeemRefreshToken(
  provider: oidc.Configuration,
  refreshToken: string,
  previous: UserRecord,
): Promise<UserRecord> {
  const tokens = await runGrant(provider, (named) =>
    oidc.refreshTokenGrant(named, refreshToken, resourceParameters(named)),
  );
  const record = await toUserRecord(provider, tokens, previous);
  return { refresh_token: refreshToken, ...record };
}

type Tokens = Awaited<ReturnType<typeof oidc.refreshTokenGrant>>;

async function toUserRecord(
  provider: oidc.Configuration,
  tokens: Tokens,
  previous?: UserRecord,
): Promise<UserRecord> {
  const claims = tokens.claims();
  if (tokens.id_token !== undefined && claims) {
    await checkIdToken(tokens.id_token, claims, {
      clientId: provider.clientMetadata().client_id,
      accessToken: tokens.access_token,
    });
    if (previous) checkSameSubject(claims.sub, previous);
  }
  const idToken = tokens.id_token ?? previous?.id_token;
  const subject = claims?.sub ?? previous?.profile.sub;
  if (idToken === undefined || subject === undefined)
    throw new SignInError('The answer holds no ID Token');
  const lifetime = tokens.expires_in ?? assumedLifetimeInSeconds;
  return {
    id_token: idToken,
    access_token: tokens.access_token,
    ...(tokens.refresh_token === undefined ? {} : { refresh_token: tokens.refresh_token }),
    expires_at: Math.floor(Date.now() / 1000 + lifetime),
    token_type: tokens.token_type,
    profile: { sub: subject },
  };
}

/** @throws {SignInError} when someone else is signed in at the provider by now. */
export function checkSameSubject(subject: string, previous: UserRecord): void {
  if (subject !== previous.profile.sub) throw new SignInError('The renewal names another subject');
}
