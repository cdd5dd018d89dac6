import { registerApi, type Api as ApiOf } from '@lectern/contracts/api';
import { localStoreItemCalls } from '@lectern/contracts/calls/annotations/localStoreItem';
import { groupsCalls } from '@lectern/contracts/calls/group-management/groups';
import { dataCalls } from '@lectern/contracts/calls/learning-records/data';
import { deviceCalls } from '@lectern/contracts/calls/licenses/device';
import { licenseCalls } from '@lectern/contracts/calls/licenses/license';
import { licenseUsageCalls } from '@lectern/contracts/calls/licenses/licenseUsage';
import { couponCalls } from '@lectern/contracts/calls/orders/coupon';
import { userCalls } from '@lectern/contracts/calls/users/user';
import type { HeaderValues } from '@lectern/contracts/client';
import type { TokenKeeper } from './auth/token-keeper.ts';
import type { Configuration } from './configuration.ts';

/** The calls that the shell makes, by service: named one by one, so that a page loads no others. */
const calls = {
  aua: userCalls,
  clag: localStoreItemCalls,
  gms: groupsCalls,
  lars: dataCalls,
  lima: { ...deviceCalls, ...licenseCalls, ...licenseUsageCalls },
  osc: couponCalls,
} as const;

/** The services that the shell asks, each with a method per call. */
export type Api = ApiOf<typeof calls>;

/**
 * The clients of the services, made once a page, with the user's token and a fresh correlation id on every request.
 *
 * @param subject Subject of the session, once there is one.
 */
export function createApi(
  { clusterBase, suffixes }: Configuration['services'],
  tokens: TokenKeeper,
  subject: () => string | undefined,
): Api {
  return registerApi(calls, {
    bases: {
      aua: clusterBase + suffixes.aua,
      clag: clusterBase + suffixes.clag,
      // Group management stands under the base of the group service.
      gms: clusterBase + suffixes.gres,
      lars: clusterBase + suffixes.lars,
      lima: clusterBase + suffixes.lima,
      osc: clusterBase + suffixes.osc,
    },
    headers: () => callerHeaders(tokens, subject()),
    fetch: (input, init) => fetchWithRenewal(tokens, input, init),
  });
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
