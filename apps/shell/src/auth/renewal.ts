import * as oidc from 'openid-client';
import type { Configuration } from '../configuration.ts';
import { authorizeSilently } from './silent-frame.ts';
import { checkSameSubject, redeemRefreshToken } from './authorization.ts';
import { fetchKeys } from './provider.ts';
import { providerTimeoutInSeconds } from './sign-in-defaults.ts';
import { frameTimedOut, isTemporary, isWordlessRefusal, SignInError } from './sign-in-error.ts';
import type { UserRecord } from './user-record.ts';

/** Fields of the configuration that renewing needs. */
type RenewalConfiguration = Pick<Configuration['signIn'], 'scope' | 'silentRedirect'>;

/**
 * Errors of a refresh token that is expired, revoked or used before (RFC 6749, section 5.2), or was not given for the
 * resource (RFC 8707, section 2.2). LemonLDAP::NG says `invalid_request` of one that it does not know.
 */
const spentErrors: ReadonlySet<string> = new Set([
  'invalid_grant',
  'invalid_request',
  'invalid_target',
]);

/**
 * Gets new tokens for the same user: by the refresh token where there is one, else by the hidden frame. The frame is
 * also asked where the provider refuses the refresh token, or may have refused it: without the words of the standard,
 * or, at the last attempt, without an answer that the page may see.
 *
 * A refused answer (forged, another subject) is not followed by a second way, because a forger would only have to
 * wait for it.
 *
 * @param isLastAttempt True where the token ends before another attempt.
 * @throws Errors of openid-client, and SignInError.
 */
export async function renewTokens(
  provider: oidc.Configuration,
  signIn: RenewalConfiguration,
  record: UserRecord,
  isLastAttempt: boolean,
): Promise<UserRecord> {
  if (record.refresh_token !== undefined) {
    try {
      const renewed = await redeemRefreshToken(provider, record.refresh_token, record);
      // The session at the provider is the one of before; no answer of its page was involved.
      const { session_state } = record;
      return session_state === undefined ? renewed : { ...renewed, session_state };
    } catch (error) {
      if (isWordlessRefusal(error)) return renewInstead(provider, signIn, record, error);
      // Once per renewal: during an outage each attempt of each tab would ask for keys and frame, too.
      if (
        signIn.silentRedirect &&
        isLastAttempt &&
        (await mayBeRefusedWithoutCors(provider, error))
      )
        return renewInstead(provider, signIn, record, error);
      const isSpent = error instanceof oidc.ResponseBodyError && spentErrors.has(error.error);
      if (!isSpent || isTemporary(error) || !signIn.silentRedirect) throw error;
      return renewSpent(provider, signIn, record, error);
    }
  }
  return renewSilently(provider, signIn, record);
}

/** The refused refresh token after which the hidden frame has not come back, either. */
let silentAfter: string | undefined;

/**
 * Renews by the hidden frame after the provider has refused the refresh token. A frame that does not come back twice
 * shows a page that waits for a person: LemonLDAP::NG shows its sign-in in spite of `prompt=none`. Once may be a slow
 * network.
 *
 * @throws The refusal where the frame does not come back the second time.
 */
async function renewSpent(
  provider: oidc.Configuration,
  signIn: RenewalConfiguration,
  record: UserRecord,
  refusal: oidc.ResponseBodyError,
): Promise<UserRecord> {
  try {
    return await renewSilently(provider, signIn, record);
  } catch (error) {
    if (!(error instanceof SignInError && error.reason === frameTimedOut)) throw error;
    if (silentAfter === record.refresh_token) throw refusal;
    silentAfter = record.refresh_token;
    throw error;
  }
}

/**
 * True where the token endpoint may have refused, and the browser hides the answer from the page: some providers, and
 * proxies before them, send CORS headers with successes only. The provider can be reached, because its keys come.
 */
async function mayBeRefusedWithoutCors(
  provider: oidc.Configuration,
  error: unknown,
): Promise<boolean> {
  const { jwks_uri } = provider.serverMetadata();
  if (!(error instanceof TypeError) || jwks_uri === undefined) return false;
  try {
    const signal = AbortSignal.timeout(providerTimeoutInSeconds * 1000);
    await fetchKeys(jwks_uri, { signal });
    return true;
  } catch {
    return false;
  }
}

/**
 * Renews by the hidden frame where the token endpoint may have refused, or a proxy in its place. Where nobody
 * is signed in by the frame's cookies the refresh token is tried again, because these may be blocked.
 *
 * @throws The failed check of a forged answer, else what the token endpoint said.
 */
async function renewInstead(
  provider: oidc.Configuration,
  signIn: RenewalConfiguration,
  record: UserRecord,
  unclear: unknown,
): Promise<UserRecord> {
  if (!signIn.silentRedirect) throw unclear;
  try {
    return await confirmTokens(provider, signIn, record);
  } catch (error) {
    const isAnswer = error instanceof oidc.AuthorizationResponseError;
    throw isAnswer || isTemporary(error) ? unclear : error;
  }
}

/**
 * Asks by the hidden frame who is signed in at the provider now, and keeps the refresh token: it may
 * hold on, or be refused at the next renewal.
 *
 * @throws As {@link renewTokens}: `login_required` when nobody is.
 */
export async function confirmTokens(
  provider: oidc.Configuration,
  signIn: RenewalConfiguration,
  record: UserRecord,
): Promise<UserRecord> {
  const confirmed = await renewSilently(provider, signIn, record);
  const { refresh_token } = record;
  return refresh_token === undefined ? confirmed : { refresh_token, ...confirmed };
}

async function renewSilently(
  provider: oidc.Configuration,
  { scope, silentRedirect }: RenewalConfiguration,
  record: UserRecord,
): Promise<UserRecord> {
  // Section 8. The provider would refuse an address that is not registered there.
  if (!silentRedirect) throw new SignInError('No silent_redirect_uri configured');
  const renewed = await authorizeSilently(provider, scope, record.id_token);
  checkSameSubject(renewed.profile.sub, record);
  return renewed;
}
