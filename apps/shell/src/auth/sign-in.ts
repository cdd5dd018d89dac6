import { authorizationRequest, redeemCode } from './authorization.ts';
import { keepPendingSignIn, takePendingSignIn } from './pending-sign-in.ts';
import type { Provider } from './provider.ts';
import { SignInError } from './sign-in-error.ts';
import type { UserRecord } from './user-record.ts';

/**
 * Leaves for the identity provider.
 *
 * @param prompt `login` makes it ask anew, so that another user of this device can sign in.
 * @throws When the provider cannot be discovered; then the page stays.
 */
export async function redirectToProvider(
  provider: Provider,
  scope: string,
  prompt?: 'login',
): Promise<void> {
  const { address, pending } = await authorizationRequest(await provider.discovered(), {
    redirectUri: `${location.origin}/auth-callback`,
    scope,
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
  const pending = takePendingSignIn(answer.searchParams.get('state'));
  if (!pending) throw new SignInError('No matching state found in storage');
  return redeemCode(await provider.discovered(), answer, pending);
}
