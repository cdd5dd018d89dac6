import * as oidc from 'openid-client';
import type { SignInConfiguration } from '../configuration.ts';
import { clockSkewInSeconds, providerTimeoutInSeconds } from './sign-in-defaults.ts';

/**
 * The identity provider as discovered (OpenID Connect Discovery 1.0, section 4). Requested once;
 * after a failure the next use tries again.
 */
export interface Provider {
  discovered(): Promise<oidc.Configuration>;
}

export function createProvider({ authority, clientId }: SignInConfiguration): Provider {
  let discovery: Promise<oidc.Configuration> | undefined;
  return {
    discovered() {
      discovery ??= discover(new URL(authority), clientId).catch((error: unknown) => {
        discovery = undefined;
        throw error;
      });
      return discovery;
    },
  };
}

function discover(authority: URL, clientId: string): Promise<oidc.Configuration> {
  // By default the library trusts an ID token that came over TLS. With non-repudiation checks it
  // verifies the signature against the provider's keys, as section 5 demands.
  const execute = [oidc.enableNonRepudiationChecks, askForKeysAnew];
  // The configuration has been checked to allow plain http on loopback addresses alone.
  if (authority.protocol === 'http:') execute.push(oidc.allowInsecureRequests);
  return oidc.discovery(
    authority,
    clientId,
    { [oidc.clockTolerance]: clockSkewInSeconds },
    oidc.None(),
    { execute, timeout: providerTimeoutInSeconds },
  );
}

/**
 * The library asks for the keys where it has none, or none that fits and is a minute old. A copy that
 * the browser has kept would be no answer to that: after a change of keys nobody could sign in.
 */
function askForKeysAnew(provider: oidc.Configuration): void {
  provider[oidc.customFetch] = (address, request) =>
    fetch(address, {
      ...(request as RequestInit),
      ...(address === provider.serverMetadata().jwks_uri ? { cache: 'no-cache' } : {}),
    });
}

/** Whether the provider offers an endpoint that not every one has. */
export function offers(
  provider: oidc.Configuration,
  endpoint: 'end_session_endpoint' | 'revocation_endpoint',
): boolean {
  return provider.serverMetadata()[endpoint] !== undefined;
}
