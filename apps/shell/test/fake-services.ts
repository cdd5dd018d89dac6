import { vi } from 'vitest';
import { createApi, createFurtherClients, type Api, type CreateClient } from '../src/api.ts';
import { userBearer } from '../src/auth/bearer.ts';
import type { TokenKeeper } from '../src/auth/token-keeper.ts';
import { someUserRecord } from './some-user-record.ts';

/** A request as a service sees it. */
export interface ServiceRequest {
  readonly path: string;
  /** The query, with its question mark; empty where there is none. */
  readonly search: string;
  readonly headers: Headers;
  readonly body: unknown;
  /** The browser goes on with it when the page is closed. */
  readonly outlivesPage: boolean;
}

/** An answer: a file, the payload of a success, an HTTP status with an error code, or none. */
export type ServiceAnswer =
  | Blob
  | object
  | 'none'
  | { readonly status: number; readonly code: string };

/** Tokens that `renew` replaces by the next. */
export function fakeTokens(subject = 'mia'): TokenKeeper {
  let generation = 1;
  const unused = () => {
    throw new Error('No part of this test');
  };
  return {
    current: async () =>
      someUserRecord({ access_token: `token-${generation}`, profile: { sub: subject } }),
    renew: async () => void generation++,
    held: undefined,
    isLost: false,
    confirm: unused,
    take: unused,
    hold: () => {},
    release: unused,
    dropRefreshToken: unused,
  };
}

/** As `fetch` waits for a host that never answers. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(signal.reason as Error);
    if (signal.aborted) end();
    signal.addEventListener('abort', end);
  });
}

/**
 * The shell's real clients in front of services behind `fetch`.
 *
 * @param answer Gives the answer to a request; what it returns stands beside `result_state`.
 */
export function fakeServices(
  answer: (request: ServiceRequest) => ServiceAnswer,
  subject?: string,
): {
  readonly api: Api;
  readonly clientOf: CreateClient;
  readonly requests: ServiceRequest[];
} {
  const requests: ServiceRequest[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const request = {
      path: new URL(input).pathname,
      search: new URL(input).search,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      outlivesPage: init.keepalive === true,
    };
    requests.push(request);
    const reply = answer(request);
    if (reply === 'none') return untilAborted(init.signal!);
    if (reply instanceof Blob) return new Response(reply);
    if (!('status' in reply)) return Response.json({ result_state: 'OK', ...reply });
    const { status, code } = reply as { status: number; code: string };
    return Response.json(
      { result_state: 'ERROR', result_messages: [{ code, text: code }] },
      { status },
    );
  });
  const suffixes = {
    aua: '/aua/v1',
    atma: '/atma',
    lima: '/lima',
    osc: '/osc',
    clag: '/clag',
    gres: '/gres',
    lars: '/lars',
  };
  const services = { clusterBase: 'https://services.example', suffixes, withCredentials: false };
  // Each test is a page of its own.
  Reflect.deleteProperty(globalThis, Symbol.for('@lectern/contracts/api'));
  const bearer = userBearer(fakeTokens());
  const pauses = { retryPausesInMs: [0, 0] };
  const caller = { subject, roles: [], forgetRoles() {} };
  return {
    api: createApi(services, bearer, caller, pauses),
    clientOf: createFurtherClients(services, bearer, caller, pauses),
    requests,
  };
}
