import { registerApi, type Api as ApiOf } from '@lectern/contracts/api';
import { annotationsCalls } from '@lectern/contracts/calls/annotations/annotations';
import { assignmentCalls } from '@lectern/contracts/calls/annotations/assignment';
import { exerciseCalls } from '@lectern/contracts/calls/annotations/exercise';
import { feedbackCalls } from '@lectern/contracts/calls/annotations/feedback';
import { localStoreItemCalls } from '@lectern/contracts/calls/annotations/local-store-item';
import { searchCalls } from '@lectern/contracts/calls/annotations/search';
import { groupsCalls } from '@lectern/contracts/calls/group-management/groups';
import { dataCalls } from '@lectern/contracts/calls/learning-records/data';
import { deviceCalls } from '@lectern/contracts/calls/licenses/device';
import { licenseCalls } from '@lectern/contracts/calls/licenses/license';
import { licenseUsageCalls } from '@lectern/contracts/calls/licenses/license-usage';
import { couponCalls } from '@lectern/contracts/calls/orders/coupon';
import { orderCalls } from '@lectern/contracts/calls/orders/order';
import { userCalls } from '@lectern/contracts/calls/users/user';
import {
  createClient,
  type CallName,
  type Client,
  type ClientOptions,
  type HeaderValues,
} from '@lectern/contracts/client';
import type { ServiceCalls } from '@lectern/contracts';
import type { Bearer } from './auth/bearer.ts';
import type { ServicesConfiguration } from './configuration.ts';

/** The calls that the shell makes, by service: named one by one, so that a page loads no others. */
const calls = {
  aua: userCalls,
  clag: {
    ...annotationsCalls,
    ...assignmentCalls,
    ...exerciseCalls,
    ...feedbackCalls,
    ...localStoreItemCalls,
    ...searchCalls,
  },
  gms: groupsCalls,
  lars: dataCalls,
  lima: { ...deviceCalls, ...licenseCalls, ...licenseUsageCalls },
  osc: { ...couponCalls, ...orderCalls },
} as const;

/** The services that the shell asks, each with a method per call. */
export type Api = ApiOf<typeof calls>;

/** The caller, as far as known. */
export interface Caller {
  readonly subject: string | undefined;
  readonly roles: readonly string[];
  /** A service knows others. */
  forgetRoles(): void;
}

/**
 * The clients of the services, made once a page, with a token and a fresh correlation id on every
 * request; a failure carries the id (`CallFailed.correlationId`).
 */
export function createApi(
  { clusterBase, suffixes, withCredentials }: ServicesConfiguration,
  bearer: Bearer,
  caller: Caller,
  pauses: RetryPauses = {},
): Api {
  return registerApi(calls, {
    ...pauses,
    bases: {
      aua: clusterBase + suffixes.aua,
      clag: clusterBase + suffixes.clag,
      // Group management stands under the base of the group service.
      gms: clusterBase + suffixes.gres,
      lars: clusterBase + suffixes.lars,
      lima: clusterBase + suffixes.lima,
      osc: clusterBase + suffixes.osc,
    },
    withCredentials,
    headers: (call) => callerHeaders(call, bearer, caller),
    fetch: (input, init) => fetchAs(bearer, caller, input, init),
  });
}

/** Default: those of every client. */
type RetryPauses = Pick<ClientOptions, 'retryPausesInMs'>;

/** Makes the client of a service for calls that few pages need: what they are is loaded by then. */
export type CreateClient = <const Calls extends ServiceCalls>(
  service: 'atma' | 'aua' | 'clag' | 'gres' | 'lars',
  calls: Calls,
) => Client<Calls>;

/** Clients as those of {@link createApi}, for other calls. */
export function createFurtherClients(
  { clusterBase, suffixes, withCredentials }: ServicesConfiguration,
  bearer: Bearer,
  caller: Caller,
  pauses: RetryPauses = {},
): CreateClient {
  return (service, calls) =>
    createClient(calls, {
      ...pauses,
      service,
      base: clusterBase + suffixes[service],
      withCredentials,
      headers: (call) => callerHeaders(call, bearer, caller),
      fetch: (input, init) => fetchAs(bearer, caller, input, init),
    });
}

/** RFC 6750, section 2.1. */
const scheme = 'Bearer ';

async function callerHeaders(
  call: CallName,
  bearer: Bearer,
  { subject, roles }: Caller,
): Promise<HeaderValues> {
  const token = await bearer.tokenFor(call);
  return {
    xIaCorrelationId: crypto.randomUUID(),
    // None where none are known: the services go by all of the caller's then.
    xIaRoles: roles.join(','),
    ...(subject === undefined ? {} : { xIaSubject: subject }),
    ...(token === undefined ? {} : { authorization: `${scheme}${token}` }),
  };
}

/**
 * Repeats a request once with a renewed token when the service does not take the token, and once without
 * roles when the caller has not all of them any more. That is safe for every call: both are checked before
 * anything is done.
 */
async function fetchAs(
  bearer: Bearer,
  caller: Caller,
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  const response = await fetch(input, init);
  const sent = headers.get('Authorization');
  if (response.status === 401 && sent !== null) {
    const next = await bearer.insteadOf(sent.slice(scheme.length));
    if (next === undefined) return response;
    headers.set('Authorization', `${scheme}${next}`);
  } else if (response.status === 403 && headers.get(rolesHeader) && (await isOfRoles(response))) {
    caller.forgetRoles();
    headers.set(rolesHeader, '');
  } else return response;
  return fetch(input, { ...init, headers });
}

const rolesHeader = 'X-Ia-Roles';

async function isOfRoles(response: Response): Promise<boolean> {
  return (await response.clone().text()).includes('"ROLE_FORBIDDEN"');
}
