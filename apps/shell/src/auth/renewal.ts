import * as oidc from 'openid-client';
import { authorizeSilently } from './silent-frame.ts';
import { checkSameSubject, redeemRefreshToken } from './authorization.ts';
import type { UserRecord } from './user-record.ts';

/**
 * Gets new tokens for the same user: by the refresh token where there is one, else, or where the
 * provider does not take it any more, by the hidden frame.
 *
 * A refused answer (forged, another subject) is not followed by a second way: whoever can forge one
 * would only have to wait.
 *
 * @throws Errors of openid-client, and SignInError.
 */
export async function renewTokens(
  provider: oidc.Configuration,
  scope: string,
  record: UserRecord,
): Promise<UserRecord> {
  if (record.refresh_token !== undefined) {
    try {
      return await redeemRefreshToken(provider, record.refresh_token, record);
    } catch (error) {
      // RFC 6749, section 5.2: expired, revoked or used before.
      const isSpent = error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant';
      if (!isSpent) throw error;
    }
  }
  const renewed = await authorizeSilently(provider, scope);
  checkSameSubject(renewed.profile.sub, record);
  return renewed;
}
