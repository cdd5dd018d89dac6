import { demoAccounts, findFreePorts, startIdentityProvider } from '@lectern/env';
import type { ScenarioName, Scenario } from './scenarios.ts';
import { authorize } from './sign-in.ts';

/** The embedded identity provider of one scenario, which says yes by itself. */
export interface Provider {
  /** Where it answers; browsers know it by the scenario's address. */
  readonly origin: string;
  readonly paths: {
    readonly authorization: string;
    readonly endSession: string;
    readonly token: string;
  };
  owns(path: string): boolean;
  /** Signs the scenario's person in. @returns the callback address. */
  authorize(request: string): Promise<URL>;
  close(): Promise<void>;
}

const metadataPath = '/.well-known/openid-configuration';

/**
 * Starts it on the platform's database: tokens that it issues are known to the services.
 *
 * @param issuer Origin of the scenario.
 */
export async function startProvider(
  { name, username }: Pick<Scenario, 'username'> & { readonly name: ScenarioName },
  issuer: string,
  databaseUrl: string,
): Promise<Provider> {
  const account = demoAccounts.find((account) => account.username === username)!;
  // Only the scenario's server asks it; no page in the browser may find it.
  const { identityProvider: port } = await findFreePorts();
  let isClosing = false;
  const provider = await startIdentityProvider({
    port,
    issuer,
    databaseUrl,
    shellOrigin: issuer,
    accounts: [account],
    // Their clients ask the platform's own provider.
    servicesClientSecret: crypto.randomUUID(),
    orderSystemClientSecret: crypto.randomUUID(),
    log: (level, message, details) => {
      // Requests that fail while it ends are no news.
      if (level === 'error' && !isClosing) console.error(`Sign-in of ${name}: ${message}`, details);
    },
  });
  const origin = `http://localhost:${port}`;
  const metadata = (await (await fetch(origin + metadataPath)).json()) as Readonly<
    Record<string, unknown>
  >;
  const addresses = Object.entries(metadata).filter(
    ([member]) => member.endsWith('_endpoint') || member === 'jwks_uri',
  );
  const pathBy = new Map(
    addresses.map(([member, address]) => [member, new URL(String(address)).pathname]),
  );
  const paths = new Set([metadataPath, ...pathBy.values()]);
  return {
    origin,
    paths: {
      authorization: pathBy.get('authorization_endpoint')!,
      endSession: pathBy.get('end_session_endpoint')!,
      token: pathBy.get('token_endpoint')!,
    },
    owns: (path) => paths.has(path),
    authorize: (request) => authorize(origin, issuer, request, account),
    close() {
      isClosing = true;
      return provider.close();
    },
  };
}
