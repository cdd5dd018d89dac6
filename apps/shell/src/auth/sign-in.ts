import { authorizationRequest, redeemCode } from './authorization.ts';
import { keepPendingSignIn, takePendingSignIn } from './pending-sign-in.ts';
import type { Provider } from './provider.ts';
import { noMatchingState, SignInError } from './sign-in-error.ts';
import type { Popup } from './popup.ts';
import { withSessionState, type UserRecord } from './user-record.ts';

/**
 * Leaves for the identity provider.
 *
 * @param locale BCP 47 tag of the language that the provider is asked to show.
 * @param prompt `login` makes it ask anew, so that another user of this device can sign in.
 * @throws When the provider cannot be discovered; then the page stays.
 */
export async function redirectToProvider(
  provider: Provider,
  scope: string,
  locale: string,
  prompt?: 'login',
): Promise<void> {
  const { address, pending } = await authorizationRequest(await provider.discovered(), {
    redirectUri: `${location.origin}/auth-callback`,
    scope,
    uiLocales: locale,
    prompt,
  });
  keepPendingSignIn(pending);
  location.assign(address);
}

/**
 * Takes the answer that the provider has sent back, once.
 *
 * @param answer Address of the callback page as it was opened.
 * @throws {SignInError} when no sign-in of this tab fits; errors of openid-client when the answer is
 *   an error or does not stand its checks.
 */
export async function acceptAnswer(provider: Provider, answer: URL): Promise<UserRecord> {
  const pending = takePendingSignIn(answer);
  if (!pending) throw new SignInError(noMatchingState);
  const record = await redeemCode(await provider.discovered(), answer, pending);
  return withSessionState(record, answer);
}

/**
 * Lets the popup ask the identity provider.
 *
 * @returns how to take the answer, which is verified then as that of a redirect.
 * @throws {SignInError} 'Popup window closed' (section 8); and when the provider cannot be discovered.
 */
export async function askInPopup(
  popup: Popup,
  provider: Provider,
  scope: string,
  locale: string,
  prompt?: 'login',
): Promise<() => Promise<UserRecord>> {
  const discovered = await provider.discovered();
  const redirectUri = `${location.origin}/popup-callback.html`;
  const { address, pending } = await authorizationRequest(discovered, {
    redirectUri,
    scope,
    uiLocales: locale,
    prompt,
  });
  const answer = await popup.visit(address, redirectUri, pending.state);
  return async () => withSessionState(await redeemCode(discovered, answer, pending), answer);
}
