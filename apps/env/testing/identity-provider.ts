import { randomBytes } from 'node:crypto';
import * as oidc from 'openid-client';
import {
  acceptedClientIds,
  demoAccounts,
  orderSystemClientId,
  publisherClientId,
  servicesClientId,
  shellClientId,
  type DemoAccount,
} from '../src/accounts.ts';
import {
  startIdentityProvider,
  type IdentityProviderOptions,
} from '../src/identity-provider/start.ts';
import { discoverClient, signInByCode } from '../src/sign-in/code-flow.ts';
import type { Cookies } from '../src/sign-in/cookies.ts';
import { rotateSigningKey } from './rotate-signing-key.ts';
import { signOutByForm } from './sign-out-by-form.ts';

export interface SignedIn {
  readonly subject: string;
  /** Access token. */
  readonly token: string;
}

/** The embedded identity provider, and real tokens of it without a browser. */
export interface TestIdentityProvider {
  readonly servicesClient: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly acceptedClients: readonly string[];
  };
  /** Credentials of the publishing command. */
  readonly publisherClient: { readonly clientId: string; readonly clientSecret: string };
  /** Signs a demo account in by the code flow with PKCE, through the provider's own page. */
  signIn(username: (typeof demoAccounts)[number]['username']): Promise<SignedIn>;
  /** The ID token of the same, which opens nothing at the services. */
  idTokenOf(username: (typeof demoAccounts)[number]['username']): Promise<string>;
  /** A token of the order system by its client credentials. */
  clientToken(): Promise<string>;
  revoke(session: SignedIn): Promise<void>;
  /**
   * Ends the session of a sign-in at the provider, as the shell does: by the end-session endpoint with
   * the ID token. @returns where the browser goes then.
   */
  signOut(session: SignedIn): Promise<URL>;
  /** Starts it anew, at the same address, with another signing key; the old one is still published. */
  rotateKeys(): Promise<void>;
  close(): Promise<void>;
}

/** Beside what follows, as `IdentityProviderOptions` have it: JWT access tokens, and a log. */
export interface TestIdentityProviderOptions extends Pick<
  IdentityProviderOptions,
  'audience' | 'log'
> {
  /**
   * Origin of shell and services: where it sends browsers, which nothing follows, and logout tokens.
   * Default: nothing listens there.
   */
  readonly shellOrigin?: string;
}

/** Starts the identity provider on a free port, with the demo accounts. */
export async function startTestIdentityProvider(
  databaseUrl: string,
  { shellOrigin = 'http://localhost:1', ...others }: TestIdentityProviderOptions = {},
): Promise<TestIdentityProvider> {
  const [servicesClientSecret, orderSystemClientSecret] = [newSecret(), newSecret()];
  const publisherClientSecret = newSecret();
  const start = (port: number) =>
    startIdentityProvider({
      port,
      databaseUrl,
      shellOrigin,
      servicesClientSecret,
      orderSystemClientSecret,
      publisherClientSecret,
      log: () => {},
      ...others,
    });
  let provider = await start(0);
  const { issuer } = provider;
  const shell = await discoverClient(issuer, shellClientId);
  const orderSystem = new oidc.Configuration(
    shell.serverMetadata(),
    orderSystemClientId,
    undefined,
    oidc.ClientSecretBasic(orderSystemClientSecret),
  );
  oidc.allowInsecureRequests(orderSystem);

  /** Browser state of a sign-in, by its access token. */
  const sessions = new Map<string, { readonly idToken: string; readonly cookies: Cookies }>();

  const authorize = async (username: string) => {
    const account: DemoAccount = demoAccounts.find((account) => account.username === username)!;
    const cookies: Cookies = new Map();
    const tokens = await signInByCode(shell, shellOrigin, account, cookies);
    sessions.set(tokens.access_token, { idToken: tokens.id_token!, cookies });
    return { account, tokens };
  };

  return {
    servicesClient: {
      issuer,
      clientId: servicesClientId,
      clientSecret: servicesClientSecret,
      acceptedClients: acceptedClientIds,
    },
    publisherClient: { clientId: publisherClientId, clientSecret: publisherClientSecret },

    async signIn(username) {
      const { account, tokens } = await authorize(username);
      return { subject: account.subject, token: tokens.access_token };
    },

    async idTokenOf(username) {
      const { tokens } = await authorize(username);
      return tokens.id_token!;
    },

    async clientToken() {
      return (await oidc.clientCredentialsGrant(orderSystem)).access_token;
    },

    revoke: ({ token }) => oidc.tokenRevocation(shell, token),

    async signOut({ token }) {
      const { idToken, cookies } = sessions.get(token)!;
      const endSession = oidc.buildEndSessionUrl(shell, {
        id_token_hint: idToken,
        post_logout_redirect_uri: `${shellOrigin}/login`,
      });
      return signOutByForm(endSession, cookies);
    },

    async rotateKeys() {
      await rotateSigningKey(databaseUrl);
      await provider.close();
      provider = await start(Number(new URL(issuer).port));
    },

    close: () => provider.close(),
  };
}

function newSecret(): string {
  return randomBytes(24).toString('base64url');
}
