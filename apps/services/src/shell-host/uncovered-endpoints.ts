import { originOf, originsIn, type Addresses } from './addresses.ts';

/** Endpoints that the shell's page calls or frames. The browser leaves the page for the others. */
const called = ['token_endpoint', 'jwks_uri', 'revocation_endpoint'] as const;
const framed = ['authorization_endpoint', 'check_session_iframe'] as const;

/**
 * Which endpoints of the identity provider the page's content policy does not let the shell reach: those of some large
 * providers are on other hosts than the issuer.
 *
 * @param metadata What the provider says of itself (OpenID Connect Discovery, section 3).
 * @returns what to warn of; `undefined`: nothing
 */
export function uncoveredEndpoints(
  { signIn }: Pick<Addresses, 'signIn'>,
  metadata: Readonly<Record<string, unknown>>,
  publicUrl: string,
): string | undefined {
  const covered = new Set([
    new URL(publicUrl).origin,
    originOf(signIn.authority),
    ...originsIn(signIn.providerOrigins),
  ]);
  const used = signIn.silentRedirect === false ? called : [...called, ...framed];
  const uncovered = used.filter((endpoint) => {
    const origin = originOf(metadata[endpoint]);
    return origin !== '' && !covered.has(origin);
  });
  if (uncovered.length === 0) return undefined;
  const endpoints = uncovered.map((endpoint) => `${endpoint} (${originOf(metadata[endpoint])})`);
  return `Browsers will not let the shell reach these endpoints of the identity provider: ${endpoints.join(', ')}. Name their origins in signIn.providerOrigins of the shell's configuration.`;
}
