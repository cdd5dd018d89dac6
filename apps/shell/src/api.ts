import { contract, type Contract } from '@lectern/contracts';
import { createClient, type Client, type HeaderValues } from '@lectern/contracts/client';
import type { TokenKeeper } from './auth/token-keeper.ts';
import type { Configuration } from './configuration.ts';

/** The services that the shell asks, each with a method per call. */
export type Api = {
  readonly [Service in 'aua' | 'clag' | 'gms' | 'lars' | 'lima']: Client<Contract[Service]>;
};

/**
 * The clients of the services, with the user's token and a fresh correlation id on every request.
 *
 * @param subject Subject of the session, once there is one.
 */
export function createApi(
  { clusterBase, suffixes }: Configuration['services'],
  tokens: TokenKeeper,
  subject: () => string | undefined,
): Api {
  const options = (suffix: string) => ({
    base: clusterBase + suffix,
    headers: () => callerHeaders(tokens, subject()),
    fetch: (input: RequestInfo | URL, init?: RequestInit) => fetchWithRenewal(tokens, input, init),
  });
  return {
    aua: createClient(contract.aua, options(suffixes.aua)),
    clag: createClient(contract.clag, options(suffixes.clag)),
    // Group management stands under the base of the group service.
    gms: createClient(contract.gms, options(suffixes.gres)),
    lars: createClient(contract.lars, options(suffixes.lars)),
    lima: createClient(contract.lima, options(suffixes.lima)),
  };
}

async function callerHeaders(
  tokens: TokenKeeper,
  subject: string | undefined,
): Promise<HeaderValues> {
  const record = await tokens.current();
  return {
    xIaCorrelationId: crypto.randomUUID(),
    // The services compute the roles themselves; none are known here.
    xIaRoles: '',
    ...(subject === undefined ? {} : { xIaSubject: subject }),
    ...(record === undefined ? {} : { authorization: `Bearer ${record.access_token}` }),
  };
}

/**
 * Repeats a request once with a renewed token when the service does not take the token. That is safe
 * for every call: the token is checked before anything is done.
 */
async function fetchWithRenewal(
  tokens: TokenKeeper,
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const response = await fetch(input, init);
  const headers = new Headers(init.headers);
  if (response.status !== 401 || !headers.has('Authorization')) return response;
  const sent = headers.get('Authorization');
  let record = await tokens.current();
  if (record && `Bearer ${record.access_token}` === sent) {
    await tokens.renew();
    record = await tokens.current();
  }
  if (!record || `Bearer ${record.access_token}` === sent) return response;
  headers.set('Authorization', `Bearer ${record.access_token}`);
  return fetch(input, { ...init, headers });
}
