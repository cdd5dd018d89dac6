import type { Configuration } from 'oidc-provider';
import { shellScope } from './clients.ts';
import { accessTokenLifetimeInSeconds } from './lifetimes.ts';

type Settings = Required<Pick<Configuration, 'formats'>> & {
  readonly resourceIndicators: NonNullable<
    NonNullable<Configuration['features']>['resourceIndicators']
  >;
};

/**
 * Makes every access token a JWT (RFC 9068) for one audience, whether its client asks for that
 * (RFC 8707) or not.
 *
 * @param audience Absolute URI.
 */
export function jwtAccessTokens(audience: string): Settings {
  return {
    resourceIndicators: {
      enabled: true,
      defaultResource: () => audience,
      // Else a token with the scope openid would be an opaque one, for user info.
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        audience,
        scope: shellScope,
        accessTokenFormat: 'jwt',
        accessTokenTTL: accessTokenLifetimeInSeconds,
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
    formats: {
      customizers: {
        // The library leaves it out. A sign-out names the session, and a JWT cannot be asked for it.
        jwt: (_ctx, token, { payload }) => {
          if ('sid' in token && token.sid !== undefined) payload.sid = token.sid;
        },
      },
    },
  };
}
