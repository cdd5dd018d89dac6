import { CallFailed } from './call-failed.ts';
import type { Answer, BodyInput, Call, ServiceCalls } from './define.ts';
import { identityHeaders, requiredHeaders, type IdentityHeader } from './headers.ts';
import { resultEnvelope, succeeded } from './result.ts';
import * as z from 'zod/mini';

export { CallFailed, type FailureKind } from './call-failed.ts';

/** Time limit of one attempt, in milliseconds. */
export const defaultTimeoutInMs = 15_000;
/** Pauses before the second and third attempt of a call that is safe to repeat, in milliseconds. */
export const defaultRetryPausesInMs = [250, 1_000] as const;

/** The values of the identity headers and of `Authorization`, by their names in the client. */
export interface HeaderValues {
  readonly xIaCorrelationId?: string;
  readonly xIaSubject?: string;
  readonly xIaRoles?: string;
  /** The whole header value: `Bearer …`. */
  readonly authorization?: string;
}

export interface ClientOptions {
  /** Address that the paths of the calls follow, such as `https://lectern.example/aua/v1`. */
  readonly base: string;
  /** Asked before each attempt, so that a renewed token is used at once. */
  readonly headers?: () => HeaderValues | Promise<HeaderValues>;
  /** Default: the one of the platform. */
  readonly fetch?: typeof fetch;
  readonly timeoutInMs?: number;
  readonly retryPausesInMs?: readonly number[];
}

/** Overrides of one request. */
interface RequestOptions extends HeaderValues {
  readonly signal?: AbortSignal;
  /** Repeat this request although its call is not always safe to repeat: what it carries makes it so. */
  readonly repeat?: boolean;
}

type BodyParameter<C extends Call> = C extends { body: z.ZodMiniType }
  ? { readonly body: BodyInput<C> }
  : unknown;
type QueryParameter<C extends Call> = C extends { query: infer Q extends z.ZodMiniType }
  ? { readonly query?: { readonly [K in keyof z.input<Q>]?: string | boolean } }
  : unknown;

/** A call's answer with its result state; payload fields stand at the top level. */
export type Answered<C extends Call> = Answer<C> & { readonly result_state: 'OK' | 'IA_OK' };

export type Client<Calls extends ServiceCalls> = {
  readonly [Name in keyof Calls]: (
    ...request: Calls[Name] extends { body: z.ZodMiniType }
      ? [RequestOptions & BodyParameter<Calls[Name]> & QueryParameter<Calls[Name]>]
      : [(RequestOptions & QueryParameter<Calls[Name]>)?]
  ) => Promise<Answered<Calls[Name]>>;
};

/**
 * A client of one service: a method per call of its contract, for browser and Node.
 *
 * @throws {CallFailed} from every method, and from nothing else.
 */
export function createClient<Calls extends ServiceCalls>(
  calls: Calls,
  options: ClientOptions,
): Client<Calls> {
  const send = options.fetch ?? globalThis.fetch?.bind(globalThis);
  if (!send)
    throw new Error(
      'No fetch implementation exists here: give one in the options of createClient.',
    );
  const methods = Object.entries(calls).map(([name, call]) => [
    name,
    (request: LooseRequest = {}) => perform(name, call, request, options, send),
  ]);
  return Object.fromEntries(methods);
}

type LooseRequest = RequestOptions & {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
};

async function perform(
  name: string,
  call: Call,
  request: LooseRequest,
  options: ClientOptions,
  send: typeof fetch,
): Promise<unknown> {
  const pauses =
    (request.repeat ?? call.repeatSafe) ? (options.retryPausesInMs ?? defaultRetryPausesInMs) : [];
  for (let attempt = 0; ; attempt++) {
    try {
      return await performOnce(name, call, request, options, send);
    } catch (error) {
      const pause = pauses[attempt];
      if (pause === undefined || !(error instanceof CallFailed) || !error.mayRetry) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

async function performOnce(
  name: string,
  call: Call,
  request: LooseRequest,
  options: ClientOptions,
  send: typeof fetch,
): Promise<unknown> {
  const { headers, body, correlationId } = await prepare(name, call, request, options);
  const timeout = AbortSignal.timeout(options.timeoutInMs ?? defaultTimeoutInMs);
  let response: Response;
  let text: string;
  try {
    response = await send(options.base + call.path + queryString(request.query), {
      method: call.method,
      headers,
      signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
      ...(body === undefined ? {} : { body }),
    });
    text = await response.text();
  } catch (cause) {
    const kind = request.signal?.aborted ? 'aborted' : timeout.aborted ? 'timeout' : 'network';
    throw new CallFailed(name, kind, `${name}: ${kind}`, { correlationId, cause });
  }
  return read(name, call, response.status, text, correlationId);
}

/** @throws {CallFailed} before anything is sent. */
async function prepare(
  name: string,
  call: Call,
  request: LooseRequest,
  options: ClientOptions,
): Promise<{ headers: Headers; body?: string; correlationId: string | undefined }> {
  try {
    const values: HeaderValues = { ...(await options.headers?.()), ...definedHeaders(request) };
    const correlationId = values.xIaCorrelationId;
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
    if (!call.body) return { headers, correlationId };
    headers.set('Content-Type', 'application/json');
    const body = JSON.stringify(required(name, 'body', request.body));
    return { headers, body, correlationId };
  } catch (cause) {
    if (cause instanceof CallFailed) throw cause;
    throw new CallFailed(name, 'invalid-request', `${name}: cannot be sent`, { cause });
  }
}

/** Turns an answer into its payload, or into the error that it means (section 8). */
function read(
  name: string,
  call: Call,
  status: number,
  text: string,
  correlationId: string | undefined,
): unknown {
  const details = { status, correlationId };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    const kind = status >= 500 ? 'failed' : 'invalid-answer';
    throw new CallFailed(name, kind, `${name}: HTTP ${status} without JSON`, { ...details, cause });
  }
  const envelope = z.safeParse(resultEnvelope, json);
  if (!envelope.success) {
    const kind = status >= 500 ? 'failed' : 'invalid-answer';
    throw new CallFailed(name, kind, `${name}: HTTP ${status} without result_state`, details);
  }
  const { result_state, result_messages = [] } = envelope.data;
  if (!succeeded(result_state)) {
    const said = result_messages.map((message) => `${message.code}: ${message.text}`).join(' ');
    throw new CallFailed(
      name,
      status >= 400 && status < 500 ? 'refused' : 'failed',
      `${name}: ${said}`,
      {
        ...details,
        messages: result_messages,
      },
    );
  }
  const answer = z.safeParse(call.answer, json);
  if (!answer.success) {
    throw new CallFailed(
      name,
      'invalid-answer',
      `${name}: ${z.prettifyError(answer.error)}`,
      details,
    );
  }
  return { ...(answer.data as object), result_state };
}

/** @throws {CallFailed} with the text of section 5 when the value is missing; an empty text is a value. */
function required<T>(call: string, parameter: string, value: T | null | undefined): T {
  if (value !== null && value !== undefined) return value;
  throw new CallFailed(
    call,
    'missing-parameter',
    `Required parameter ${parameter} was null or undefined when calling ${call}`,
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

/** Encodes plus signs as %2B (section 9), as URLSearchParams does. */
function queryString(query: Readonly<Record<string, unknown>> | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  const entries = given.map(([key, value]): [string, string] => [key, String(value)]);
  return `?${new URLSearchParams(entries)}`;
}
