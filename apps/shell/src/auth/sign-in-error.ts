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

/** What {@link SignInError} says of an ID token from the future; the device's clock may be behind. */
export const issuedInFuture = 'ID Token "iat" (issued at) lies in the future';

/** What {@link SignInError} says of a hidden frame that did not come back (section 8). */
export const frameTimedOut = 'Frame window timed out';

/** Whether the hidden frame did not come back in time: nobody has answered, neither yes nor no. */
export function isFrameTimeOut(error: unknown): boolean {
  return error instanceof SignInError && error.message === frameTimedOut;
}

/**
 * Whether the same may succeed later: the provider could not be reached, was too slow, or failed
 * inside. Everything else is a refusal for good.
 */
export function isTemporary(error: unknown): boolean {
  // `fetch` has no error of its own: failures of the network are TypeErrors. While the device is
  // offline, a hidden frame that timed out says nothing about the provider either.
  if (error instanceof TypeError || !navigator.onLine) return true;
  if (error instanceof oidc.ResponseBodyError) return isTemporaryStatus(error.status);
  if (!(error instanceof oidc.ClientError)) return false;
  if (error.code === 'OAUTH_TIMEOUT' || isBrokenOff(error)) return true;
  return error.cause instanceof Response && isTemporaryStatus(error.cause.status);
}

/** An answer whose body did not arrive as a whole; one that did and is no JSON is a SyntaxError. */
function isBrokenOff({ code, cause }: oidc.ClientError): boolean {
  if (code !== 'OAUTH_PARSE_ERROR' || !(cause instanceof Error)) return false;
  return cause.cause instanceof Error && !(cause.cause instanceof SyntaxError);
}

function isTemporaryStatus(status: number): boolean {
  return status >= 500 || status === 429;
}

/**
 * What a sign-in error says, without what came with it: the library's causes hold tokens.
 * A failed call of a service is named with its correlation id, a provider's error by its code, such as
 * `login_required` (section 8), and by what the provider says of it: shown as text, and no more of it than
 * a line. Whoever makes up an address writes it as well.
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
