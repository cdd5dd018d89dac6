import { CallFailed, type CallName } from './call-failed.ts';
import type { Call } from './define.ts';
import { csrf, identityHeaders, requiredHeaders, type IdentityHeader } from './headers.ts';
import * as z from 'zod/mini';

/** The values of the identity headers and of `Authorization`, by their names in the client. */
export interface HeaderValues {
  readonly xIaCorrelationId?: string;
  readonly xIaSubject?: string;
  readonly xIaRoles?: string;
  /** The whole header value: `Bearer …`. */
  readonly authorization?: string;
}

/** A request as a method of the client is given it; its type there says what the call wants. */
export interface GivenRequest extends HeaderValues {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  readonly repeat?: boolean;
  readonly outlivesPage?: boolean;
}

interface Options {
  readonly base: string;
  readonly headers?: (call: CallName) => HeaderValues | Promise<HeaderValues>;
  readonly withCredentials?: boolean;
}

interface PreparedRequest {
  readonly url: string;
  readonly init: RequestInit;
  readonly correlationId: string | undefined;
}

/**
 * Makes what is sent of what was given.
 *
 * @throws {CallFailed} before anything is sent: a required parameter is missing (section 5), or a
 *   value fits no request.
 */
export async function prepareRequest(
  name: CallName,
  call: Call,
  given: GivenRequest,
  options: Options,
): Promise<PreparedRequest> {
  try {
    const values: HeaderValues = { ...(await options.headers?.(name)), ...definedHeaders(given) };
    const headers = requestHeaders(name, call, values);
    const query = queryString(name, call, given.query);
    const body = requestBody(name, call, given.body);
    if (typeof body === 'string') headers.set('Content-Type', 'application/json');
    const token = csrfToken(call, options.base);
    if (token !== undefined) headers.set(csrf.header, token);
    return {
      url: options.base + call.path + query,
      init: {
        method: call.method,
        headers,
        ...(body === undefined ? {} : { body }),
        ...(options.withCredentials ? { credentials: 'include' } : {}),
      },
      correlationId: values.xIaCorrelationId,
    };
  } catch (cause) {
    if (cause instanceof CallFailed) throw cause;
    throw new CallFailed(name, 'invalid-request', `${name.name}: cannot be sent`, { cause });
  }
}

function requestHeaders(name: CallName, call: Call, values: HeaderValues): Headers {
  const headers = new Headers({ Accept: 'application/json' });
  for (const header of requiredHeaders[call.headers] as readonly IdentityHeader[]) {
    const { name: headerName, parameter } = identityHeaders[header];
    headers.set(headerName, required(name, parameter, values[parameter]));
  }
  // Sent wherever one is known: calls that do not require it are traced, too.
  if (values.xIaCorrelationId)
    headers.set(identityHeaders.correlationId.name, values.xIaCorrelationId);
  if (values.authorization && call.permission !== 'public')
    headers.set('Authorization', values.authorization);
  return headers;
}

/** Parts of a form: files, and what is written as text. */
type FormFields = Readonly<Record<string, Blob | string | number | boolean | undefined>>;

function requestBody(name: CallName, call: Call, body: unknown): string | FormData | undefined {
  if (!call.body) return undefined;
  const given = call.bodyUnchecked ? (body ?? {}) : required(name, 'body', body);
  if (call.bodyFormat !== 'multipart') return JSON.stringify(given);
  const form = new FormData();
  for (const [field, value] of Object.entries(given as FormFields)) {
    if (value instanceof Blob) form.set(field, value);
    else if (value !== undefined) form.set(field, String(value));
  }
  return form;
}

/** Encodes plus signs as %2B (section 9), as URLSearchParams does. */
function queryString(
  name: CallName,
  { query }: Call,
  given: Readonly<Record<string, unknown>> = {},
): string {
  for (const [parameter, type] of Object.entries(query?.def.shape ?? {})) {
    const isOptional = z.safeParse(type, undefined).success;
    if (!isOptional) required(name, parameter, given[parameter]);
  }
  const entries = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]): [string, string] => [key, String(value)]);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

/**
 * Section 7: requests that are not GET and go to a relative address carry the token of the cookie. So do
 * those to the whole address of the page's own origin: the browser sends the cookie along there, too.
 *
 * The token as it stands, since that is what the services compare. Neighbours under the same domain can
 * set cookies of the same name: of several the last one, because browsers put those of narrower paths
 * first (RFC 6265, section 5.4), which may not go along to the services.
 */
function csrfToken({ method }: Call, base: string): string | undefined {
  const { document, location } = globalThis as {
    readonly document?: { readonly cookie: string };
    readonly location?: { readonly href: string; readonly origin: string };
  };
  const isRelative = !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(base);
  const isOwn = isRelative || (location && new URL(base, location.href).origin === location.origin);
  if (method === 'GET' || !isOwn) return undefined;
  return document?.cookie
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${csrf.cookie}=`))
    .map((cookie) => cookie.slice(csrf.cookie.length + 1))
    .findLast((token) => sendable.test(token));
}

/** What a header can hold (RFC 9110, section 5.5) and means the same in a cookie. */
const sendable = /^[\x21-\x7e]+$/;

/** @throws {CallFailed} with the text of section 5 when the value is missing; an empty text is a value. */
function required<T>(call: CallName, parameter: string, value: T | null | undefined): T {
  if (value !== null && value !== undefined) return value;
  throw new CallFailed(
    call,
    'missing-parameter',
    `Required parameter ${parameter} was null or undefined when calling ${call.name}`,
  );
}

function definedHeaders({
  xIaCorrelationId,
  xIaSubject,
  xIaRoles,
  authorization,
}: HeaderValues): HeaderValues {
  return {
    ...(xIaCorrelationId === undefined ? {} : { xIaCorrelationId }),
    ...(xIaSubject === undefined ? {} : { xIaSubject }),
    ...(xIaRoles === undefined ? {} : { xIaRoles }),
    ...(authorization === undefined ? {} : { authorization }),
  };
}
