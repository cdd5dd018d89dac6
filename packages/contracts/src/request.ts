import { CallFailed, type CallName } from './call-failed.ts';
import { answersWithFile, type Call } from './define.ts';
import { csrfToken } from './csrf-token.ts';
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
  readonly notAfter?: number;
  readonly repeat?: boolean;
  readonly outlivesPage?: boolean;
}

interface Options {
  readonly base: string;
  readonly headers?: (call: CallName) => HeaderValues | Promise<HeaderValues>;
  readonly withCredentials?: boolean;
}

const json = 'application/json';

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
    // First, as it fails at once: the headers may wait for a token, or fail themselves.
    const query = queryString(name, call, given.query);
    const body = requestBody(name, call, given.body);
    const values: HeaderValues = { ...(await options.headers?.(name)), ...definedHeaders(given) };
    const headers = requestHeaders(name, call, values);
    if (typeof body === 'string') headers.set('Content-Type', json);
    const token = csrfToken(call.method, options.base);
    if (token !== undefined) headers.set(csrf.header, token);
    return {
      url: options.base + call.path + query,
      init: {
        method: call.method,
        headers,
        ...(body === undefined ? {} : { body }),
        ...(options.withCredentials ? { credentials: 'include' } : {}),
      },
      correlationId: headers.get(identityHeaders.correlationId.name) ?? undefined,
    };
  } catch (cause) {
    if (cause instanceof CallFailed) throw cause;
    throw new CallFailed(name, 'invalid-request', `${name.name}: cannot be sent`, { cause });
  }
}

function requestHeaders(name: CallName, call: Call, values: HeaderValues): Headers {
  const headers = new Headers({
    Accept: answersWithFile(call) ? `${call.answer.mediaType}, ${json}` : json,
  });
  for (const header of requiredHeaders[call.headers] as readonly IdentityHeader[]) {
    const { name: headerName, parameter } = identityHeaders[header];
    headers.set(headerName, required(name, parameter, values[parameter]));
  }
  if (values.authorization && !call.tokenless) headers.set('Authorization', values.authorization);
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
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]): [string, string] => [key, String(value)]);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

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
