import type { Provider } from 'oidc-provider';
import type { Log } from './log.ts';

/**
 * Sends a request of the provider's own, such as a logout token.
 *
 * The library would reach no address within the machine or its network, so that no registrant of a client
 * leads it there. Here the clients are the installation's own, and the services mostly are near. What
 * remains is the library's time limit of 2.5 s, so that services that hang keep nobody from signing out.
 */
export function fetchAnywhere(
  address: string | URL | Request,
  options: RequestInit & { readonly dispatcher?: unknown } = {},
): Promise<Response> {
  const { dispatcher: _refusesNearAddresses, ...rest } = options;
  return fetch(address, rest);
}

/**
 * Says in the log when the services could not be told of a sign-out; the sign-out itself goes on. They
 * learn of it when they next ask about the token.
 */
export function logFailedLogouts(provider: Provider, log: Log): void {
  provider.on('backchannel.error', (_ctx, error, client) => {
    log('warn', 'sign-out not delivered', {
      client: client.clientId,
      message: error.message,
      ...(error.cause instanceof Error ? { cause: error.cause.message } : {}),
    });
  });
}
