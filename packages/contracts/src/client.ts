import type { Answer, BodyInput, Call, ServiceCalls } from './define.ts';
import { identityHeaders, requiredHeaders, type IdentityHeader } from './headers.ts';
import { resultEnvelope, succeeded, type ResultMessage } from './result.ts';
import * as z from 'zod/mini';

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

/**
 * Why a call failed:
 * `missing-parameter` nothing was sent; `network` and `timeout` no answer came; `refused` the service
 * answered 4xx; `failed` it answered 5xx or WARNING; `invalid-answer` the answer breaks the contract.
 */
export type FailureKind =
  | 'missing-parameter'
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'refused'
  | 'failed'
  | 'invalid-answer';

/** Every failure of a call, whatever its cause, as one error. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  /** Client method, such as `userGet`. */
  readonly call: string;
  readonly kind: FailureKind;
  /** HTTP status; absent when no answer came. */
  readonly status: number | undefined;
  readonly correlationId: string | undefined;
  /** What the service said, in the contract's codes. */
  readonly messages: readonly ResultMessage[];

  constructor(
    call: string,
    kind: FailureKind,
    message: string,
    details: {
      status?: number;
      correlationId?: string | undefined;
      messages?: readonly ResultMessage[];
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: details.cause });
    this.call = call;
    this.kind = kind;
    this.status = details.status;
    this.correlationId = details.correlationId;
    this.messages = details.messages ?? [];
  }

  /** The first code that the service gave. */
  get code(): string | undefined {
    return this.messages[0]?.code;
  }

  /** Whether the same request may succeed later without a change. */
  get mayRetry(): boolean {
    return (
      this.kind === 'network' ||
      this.kind === 'timeout' ||
      this.status === 429 ||
      (this.kind === 'failed' && (this.status ?? 0) >= 500)
    );
  }
}

/** Overrides of one request. */
interface RequestOptions extends HeaderValues {
  readonly signal?: AbortSignal;
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
  const pauses = call.repeatSafe ? (options.retryPausesInMs ?? defaultRetryPausesInMs) : [];
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
  const values: HeaderValues = { ...(await options.headers?.()), ...definedHeaders(request) };
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

  let body: string | undefined;
  if (call.body) {
    body = JSON.stringify(required(name, 'body', request.body));
    headers.set('Content-Type', 'application/json');
  }

  const timeout = AbortSignal.timeout(options.timeoutInMs ?? defaultTimeoutInMs);
  const correlationId = values.xIaCorrelationId;
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
