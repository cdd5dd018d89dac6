import type { Configuration as DiscoveredProvider } from 'openid-client';
import { onAnswer } from './answer-message.ts';
import { authorizationRequest, redeemCode } from './authorization.ts';
import { silentRenewTimeoutInSeconds } from './sign-in-defaults.ts';
import { frameTimedOut, SignInError } from './sign-in-error.ts';
import { withSessionState, type UserRecord } from './user-record.ts';

/**
 * Signs in again without asking, by a hidden frame:
 *
 *   shell                      hidden frame                     identity provider
 *     │ ── authorization request, prompt=none ───────────────────▶ │
 *     │                            │ ◀─ redirect to silent-callback.html?code=… ─ │
 *     │ ◀─ postMessage(address) ── │
 *     │ ── code exchange, verified as at sign-in ────────────────▶ │
 *
 * @param idTokenHint Names who is to be signed in; some providers want it with `prompt=none`.
 * @throws {SignInError} 'Frame window timed out', and whatever {@link redeemCode} throws, such as
 *   `login_required` where the provider's session has ended or its cookies are blocked.
 */
export async function authorizeSilently(
  provider: DiscoveredProvider,
  scope: string,
  idTokenHint: string,
): Promise<UserRecord> {
  const redirectUri = `${location.origin}/silent-callback.html`;
  const { address, pending } = await authorizationRequest(provider, {
    redirectUri,
    scope,
    prompt: 'none',
    idTokenHint,
  });
  const answer = await visitInHiddenFrame(address, redirectUri, pending.state);
  return withSessionState(await redeemCode(provider, answer, pending), answer);
}

function visitInHiddenFrame(address: URL, redirectUri: string, state: string): Promise<URL> {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = address.href;
  const finished = new AbortController();

  return new Promise<URL>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new SignInError(frameTimedOut)),
      silentRenewTimeoutInSeconds * 1000,
    );
    finished.signal.addEventListener('abort', () => clearTimeout(timer));
    onAnswer(() => frame.contentWindow, { redirectUri, state }, resolve, finished.signal);
    document.body.append(frame);
  }).finally(() => {
    finished.abort();
    frame.remove();
  });
}
