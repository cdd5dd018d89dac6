import { randomBytes } from 'node:crypto';
import * as oidc from 'openid-client';
import {
  acceptedClientIds,
  demoAccounts,
  orderSystemClientId,
  servicesClientId,
  shellClientId,
  type DemoAccount,
} from '../accounts.ts';
import { startIdentityProvider } from '../identity-provider/start.ts';
import { signInByForm } from './sign-in-by-form.ts';

/** Someone who signed in. */
export interface SignedIn {
  readonly subject: string;
  /** Access token. */
  readonly token: string;
}

/** The embedded identity provider, and real tokens of it without a browser. */
export interface TestIdentityProvider {
  /** What the services need to ask it. */
  readonly servicesClient: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly acceptedClients: readonly string[];
  };
  /** Signs a demo account in by the code flow with PKCE, through the provider's own page. */
  signIn(username: (typeof demoAccounts)[number]['username']): Promise<SignedIn>;
  /** The ID token of the same, which opens nothing at the services. */
  idTokenOf(username: (typeof demoAccounts)[number]['username']): Promise<string>;
  /** A token of the order system by its client credentials. */
  clientToken(): Promise<string>;
  revoke(session: SignedIn): Promise<void>;
  close(): Promise<void>;
}

/** Only the shell's redirect addresses follow from it; nothing needs to listen there. */
const shellOrigin = 'http://localhost:1';

/** Starts the identity provider on a free port, with the demo accounts. */
export async function startTestIdentityProvider(
  databaseUrl: string,
): Promise<TestIdentityProvider> {
  const [servicesClientSecret, orderSystemClientSecret] = [newSecret(), newSecret()];
  const provider = await startIdentityProvider({
    port: 0,
    databaseUrl,
    shellOrigin,
    servicesClientSecret,
    orderSystemClientSecret,
    log: () => {},
  });
  const discover = (clientId: string, secret?: string) =>
    oidc.discovery(
      new URL(provider.issuer),
      clientId,
      undefined,
      secret ? oidc.ClientSecretBasic(secret) : oidc.None(),
      { execute: [oidc.allowInsecureRequests] },
    );
  const shell = await discover(shellClientId);
  const orderSystem = await discover(orderSystemClientId, orderSystemClientSecret);

  const authorize = async (username: string) => {
    const account: DemoAccount = demoAccounts.find((one) => one.username === username)!;
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
    const expectedState = oidc.randomState();
    const request = oidc.buildAuthorizationUrl(shell, {
      redirect_uri: `${shellOrigin}/auth-callback`,
      scope: 'openid profile email',
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
    });
    const callback = await signInByForm(request, account);
    const tokens = await oidc.authorizationCodeGrant(shell, callback, {
      pkceCodeVerifier,
      expectedState,
    });
    return { account, tokens };
  };

  return {
    servicesClient: {
      issuer: provider.issuer,
      clientId: servicesClientId,
      clientSecret: servicesClientSecret,
      acceptedClients: acceptedClientIds,
    },

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
    close: () => provider.close(),
  };
}

function newSecret(): string {
  return randomBytes(24).toString('base64url');
}
