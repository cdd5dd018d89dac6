import * as oidc from 'openid-client';
import type { FixedText } from '../logging/detail.ts';

/** Sign-in or renewal was refused; the message is the reason. */
export class SignInError<Text extends string = string> extends Error {
  override readonly name = 'SignInError';
  readonly reason: string;

  /**
   * @param reason A text of section 8, or the check that failed. It goes into the log as it is: what is put
   *   together from variables does not compile.
   */
  constructor(reason: FixedText<Text>) {
    super(reason);
    this.reason = reason;
  }
}

/** Text of {@link SignInError} for an ID token from the future; the device's clock may be behind. */
export const issuedInFuture = 'ID Token "iat" (issued at) lies in the future';

/** Message of a {@link SignInError} for an answer that belongs to no sign-in of this tab. */
export const noMatchingState = 'No matching state found in storage';

/** Text of {@link SignInError} for a hidden frame that did not come back (section 8). */
export const frameTimedOut = 'Frame window timed out';

/**
 * Errors by which a token endpoint refuses (RFC 6749, section 5.2; RFC 8693, section 2.2.2). Some use the words of the
 * authorization endpoint (OpenID Connect Core 1.0, section 3.1.2.6): Entra ID wants a person by `interaction_required`.
 */
const refusals: ReadonlySet<string> = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_target',
  'access_denied',
  'consent_required',
  'interaction_required',
  'login_required',
]);

/** Errors of an authorization endpoint where the same may succeed later (RFC 6749, section 4.1.2.1). */
const passingErrors: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable']);

/** Codes of openid-client where something else than the provider has answered, or nothing has. */
const noAnswers: ReadonlySet<string | undefined> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
]);

/**
 * True where the same may succeed later: the provider has not answered, or has named a failure that passes.
 * Refusals are the words of the standards and failed checks alone, because proxies, portals and gateways
 * answer in the provider's place with any status, page or JSON.
 */
export function isTemporary(error: unknown): boolean {
  // `fetch` has no error of its own: failures of the network are TypeErrors.
  if (error instanceof TypeError || error instanceof SyntaxError) return true;
  if (error instanceof SignInError) return error.message === frameTimedOut;
  // It comes with the state of the request, so it is the provider's.
  if (error instanceof oidc.AuthorizationResponseError) return passingErrors.has(error.error);
  if (error instanceof oidc.ResponseBodyError)
    return isTemporaryStatus(error.status) || !refusals.has(error.error);
  if (error instanceof oidc.WWWAuthenticateChallengeError) return true;
  if (!(error instanceof oidc.ClientError)) return false;
  return noAnswers.has(error.code) || isIncomplete(error);
}

/** JSON without what an answer must hold; a failed check of a token has the same code, but no body. */
function isIncomplete({ code, cause }: oidc.ClientError): boolean {
  if (code !== 'OAUTH_INVALID_RESPONSE' || !(cause instanceof Error)) return false;
  return typeof cause.cause === 'object' && cause.cause !== null && 'body' in cause.cause;
}

function isTemporaryStatus(status: number): boolean {
  return status >= 500 || status === 429;
}

/**
 * Errors of an authorization endpoint that has asked a person. LemonLDAP::NG says `consent_required` where somebody
 * refuses it.
 */
const denials: ReadonlySet<string> = new Set(['access_denied', 'consent_required']);

/** True where the user has cancelled the sign-in at the provider, or the provider has denied it. */
export function isDenied(error: unknown): boolean {
  return error instanceof oidc.AuthorizationResponseError && denials.has(error.error);
}

/**
 * True where a token endpoint refuses by status alone: 400 or 401 without the words of RFC 6749, section 5.2,
 * as glewlwyd answers to a spent refresh token. A proxy may have said it, too.
 */
export function isWordlessRefusal(error: unknown): boolean {
  const status =
    error instanceof oidc.ResponseBodyError || error instanceof oidc.WWWAuthenticateChallengeError
      ? error.status
      : error instanceof oidc.ClientError && error.cause instanceof Response && error.cause.status;
  return isTemporary(error) && (status === 400 || status === 401);
}

/**
 * Text of a sign-in error, without its causes: those of the library hold tokens. A failed call of a service is
 * named with its correlation id, a provider's error by its code, such as `login_required` (section 8), and one
 * line of the provider's text, shown as text: the author of an address writes it as well.
 */
export function signInErrorText(error: unknown): string {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError)
    return oneLine(
      error.error_description ? `${error.error}: ${error.error_description}` : error.error,
    );
  if (!(error instanceof Error)) return 'unknown error';
  // By the id of its request a failed call is found in the services' log.
  const { correlationId } = error as { readonly correlationId?: unknown };
  return typeof correlationId === 'string' ? `${error.message} (${correlationId})` : error.message;
}

/** How much of a provider's words is shown. */
const wordsShown = /^.{0,200}/u;

function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  const start = wordsShown.exec(line)![0];
  return start.length < line.length ? `${start.trimEnd()}…` : line;
}
