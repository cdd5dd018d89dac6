import { type Configuration, Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { servicesClientId, shellClientId } from '../accounts.ts';
import { claimsByScope, claimsOf } from './accounts/claims.ts';
import type { Directory } from './accounts/directory.ts';
import { fetchAnywhere, logFailedLogouts } from './back-channel-logout.ts';
import { type ClientOptions, clients } from './clients.ts';
import { firstPartyGrant } from './grant.ts';
import { answerError, guard } from './http/guard.ts';
import { signInSteps } from './http/sign-in.ts';
import { signOutPages } from './http/sign-out.ts';
import { signInPolicy } from './interaction-policy.ts';
import { jwtAccessTokens } from './jwt-access-tokens.ts';
import * as lifetimes from './lifetimes.ts';
import type { Log } from './log.ts';
import { paths, protocolPath, signInPath } from './paths.ts';
import { leaveWithBrowser } from './storage/browser-adapter.ts';
import type { Keys } from './storage/keys.ts';
import { PostgresAdapter } from './storage/postgres-adapter.ts';

export interface ProviderOptions extends ClientOptions {
  readonly issuer: string;
  /** Requests come from a reverse proxy, whose word for the browser's address is taken. */
  readonly isBehindProxy: boolean;
  /** Audience of JWT access tokens, an absolute URI. Absent: access tokens are opaque. */
  readonly audience?: string;
  readonly pool: Pool;
  readonly keys: Keys;
  readonly directory: Directory;
  readonly log: Log;
}

/** The protocol library, configured, with the pages of our own around it. */
export function createProvider(options: ProviderOptions): Provider {
  const { directory, log, shellOrigin } = options;
  const provider = new Provider(options.issuer, configuration(options));
  if (options.isBehindProxy) {
    // The last address of the list is the proxy's own word; those before it are the sender's.
    provider.proxy = true;
    provider.maxIpsCount = 1;
  }
  provider.on('server_error', (ctx, error) => {
    ctx.state['failure'] = error;
  });
  logFailedLogouts(provider, log);
  provider.use(guard({ shellOrigin, log }));
  provider.use(signInSteps(provider, directory));
  return provider;
}

function configuration(options: ProviderOptions): Configuration {
  const { audience, directory, keys, pool, shellOrigin } = options;
  const isSecure = options.issuer.startsWith('https:');
  const jwt = audience === undefined ? undefined : jwtAccessTokens(audience);
  return {
    adapter: (model: string) => leaveWithBrowser(model, new PostgresAdapter(pool, model)),
    clients: clients(options),
    jwks: keys.signing,
    routes: paths,

    // Only the code flow (RFC 9700, section 2.1.2), always with PKCE S256, the library's only method.
    responseTypes: ['code'],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },

    features: {
      // The library's own sign-in page accepts any password.
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      // By default any confidential client may look into every token. Only the services need to, and
      // never into a refresh token: whoever presents one to a service has leaked it.
      introspection: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) =>
          client.clientId === servicesClientId && token.kind !== 'RefreshToken',
      },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true, ...signOutPages(shellOrigin) },
      // On by default and not used here: the less is open, the less can go wrong.
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      // Without resource indicators access tokens are opaque: user info and revocation work.
      resourceIndicators: jwt?.resourceIndicators ?? { enabled: false },
    },
    ...(jwt && { formats: jwt.formats }),
    fetch: fetchAnywhere,

    findAccount: async (_ctx, subject) => {
      const account = await directory.find(subject);
      return account && { accountId: subject, claims: () => claimsOf(account) };
    },
    scopes: ['openid', 'offline_access'],
    claims: claimsByScope,
    // Names and groups are for user info; the ID token, which travels further, says only who it is.
    conformIdTokenClaims: true,
    // A client's own token speaks for the client (RFC 9068, section 2.2). A person's says when the person has
    // signed in (RFC 9470, section 6): at a renewal, too, the time of the sign-in that it goes back to.
    extraTokenClaims: ({ oidc: { entities } }, token) => {
      if (token.kind === 'ClientCredentials') return { sub: token.clientId };
      const { authTime } = entities.RefreshToken ?? entities.AuthorizationCode ?? {};
      return authTime === undefined ? undefined : { auth_time: authTime };
    },

    loadExistingGrant: (ctx) => firstPartyGrant(ctx, audience),
    // The library drops offline_access unless consent is asked for; the shell needs no asking.
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    // A sign-out of this browser, or the end of the session, ends the tokens, too.
    expiresWithSession: () => true,

    clientBasedCORS: (_ctx, origin, client) =>
      origin === shellOrigin && client.clientId === shellClientId,
    cookies: {
      keys: keys.cookies,
      names: {
        session: isSecure ? '__Host-lectern_session' : 'lectern_session',
        interaction: 'lectern_sign_in',
        resume: 'lectern_sign_in_resume',
      },
      // With https nobody can set another one of this name, from no neighbouring host and for no path: whoever
      // could would have others sign in as somebody else. Without it, the path keeps the cookie from other
      // servers of the host, since cookies do not know ports.
      long: {
        httpOnly: true,
        sameSite: 'lax',
        signed: true,
        path: isSecure ? '/' : protocolPath,
      },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    interactions: {
      policy: signInPolicy(),
      url: (_ctx, interaction) => signInPath(interaction.uid),
    },
    renderError: (ctx, _out, error) => answerError(ctx, error, shellOrigin),
    ttl: {
      AccessToken: lifetimes.accessTokenLifetimeInSeconds,
      AuthorizationCode: lifetimes.authorizationCodeLifetimeInSeconds,
      ClientCredentials: lifetimes.accessTokenLifetimeInSeconds,
      Grant: lifetimes.grantLifetimeInSeconds,
      IdToken: lifetimes.idTokenLifetimeInSeconds,
      Interaction: lifetimes.interactionLifetimeInSeconds,
      RefreshToken: (ctx) =>
        remaining(
          ctx.oidc.entities.RotatedRefreshToken?.exp,
          lifetimes.refreshTokenLifetimeInSeconds,
        ),
      Session: (_ctx, session) =>
        remaining(
          session.loginTs && session.loginTs + lifetimes.sessionLifetimeInSeconds,
          lifetimes.sessionLifetimeInSeconds,
        ),
    },
  };
}

/** Time until a fixed end (seconds since 1970), or the whole lifetime where none is fixed yet. */
function remaining(end: number | undefined, lifetimeInSeconds: number): number {
  if (end === undefined) return lifetimeInSeconds;
  return Math.max(1, end - Math.floor(Date.now() / 1000));
}
