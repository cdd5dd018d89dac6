import type { KoaContextWithOIDC } from 'oidc-provider';
import { shellScope } from './clients.ts';
import { refreshTokenLifetimeInSeconds } from './lifetimes.ts';

type Grant = InstanceType<KoaContextWithOIDC['oidc']['provider']['Grant']>;

/**
 * The grant of an authorization request: the session's own, or a new one that allows everything that
 * the shell may ask for. The only client with a browser flow is the platform's own shell, so nobody is
 * asked for consent.
 *
 * All tabs of a session share one grant, so that a sign-out ends them all. The session's grant may be
 * gone (revoked by a sign-out of the application, or because a token was used twice) while the session
 * still holds: then there is simply a new one.
 *
 * @param audience Of JWT access tokens, if the provider issues such.
 */
export async function firstPartyGrant(
  ctx: KoaContextWithOIDC,
  audience: string | undefined,
): Promise<Grant | undefined> {
  const { account, client, provider, session } = ctx.oidc;
  if (!account || !client || !session) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const known = grantId ? await provider.Grant.find(grantId) : undefined;
  // A token must not end before its time because its grant does.
  if (known && known.remainingTTL >= refreshTokenLifetimeInSeconds) return known;
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope(shellScope);
  if (audience !== undefined) grant.addResourceScope(audience, shellScope);
  await grant.save();
  return grant;
}
