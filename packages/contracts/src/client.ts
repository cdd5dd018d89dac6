import { CallFailed, type CallName } from './call-failed.ts';
import {
  answersWithFile,
  type Answer,
  type BodyInput,
  type Call,
  type QueryInput,
  type ServiceCalls,
} from './define.ts';
import { identityHeaders } from './headers.ts';
import { sendOutlivingPage } from './outlive-page.ts';
import { prepareRequest, type GivenRequest, type HeaderValues } from './request.ts';
import { readResponse } from './response.ts';
import type { ServiceCode } from './services.ts';
import type * as z from 'zod/mini';

export { CallFailed, type CallName, type FailureKind } from './call-failed.ts';
export type { HeaderValues } from './request.ts';

/** Time limit of one attempt, in milliseconds. */
export const defaultTimeoutInMs = 15_000;
/** Time limit of one attempt of a call that carries a file, in milliseconds. */
export const defaultTransferTimeoutInMs = 600_000;
/** Pauses before the second and third attempt of a call that is safe to repeat, in milliseconds. */
export const defaultRetryPausesInMs = [250, 1_000] as const;
/** A service that wants to be left alone for longer is not asked again here, in milliseconds. */
const longestPauseInMs = 10_000;

export interface ClientOptions {
  /** Named in failures. */
  readonly service: ServiceCode;
  /** Address that the paths of the calls follow, such as `https://lectern.example/aua/v1`. */
  readonly base: string;
  /**
   * Asked before each attempt, so that a renewed token is used at once. A {@link CallFailed} that it
   * throws is the call's.
   */
  readonly headers?: (call: CallName) => HeaderValues | Promise<HeaderValues>;
  /** Default: the one of the platform. */
  readonly fetch?: typeof fetch;
  /** Cookies go to services of another origin, too. */
  readonly withCredentials?: boolean;
  /** Default: {@link defaultTimeoutInMs}, for files {@link defaultTransferTimeoutInMs}. */
  readonly timeoutInMs?: number;
  readonly retryPausesInMs?: readonly number[];
}

/** Overrides of one request. */
interface RequestOptions extends HeaderValues {
  readonly signal?: AbortSignal;
  /**
   * Do not send the request after this time, in milliseconds since 1970. A page that has stood still goes on
   * before any timer could abort the signal.
   */
  readonly notAfter?: number;
  /** Repeat this request although its call is not always safe to repeat: what it carries makes it so. */
  readonly repeat?: boolean;
  /** Send this request to its end also when the page is closed meanwhile; for small writes. */
  readonly outlivesPage?: boolean;
}

/** Arguments that fit it can be left out. */
type Nothing = Readonly<Record<string, never>>;

type BodyParameter<C extends Call> = C extends { body: z.ZodMiniType }
  ? C extends { bodyUnchecked: true }
    ? { readonly body?: BodyInput<C> }
    : { readonly body: BodyInput<C> }
  : unknown;
type QueryParameter<C extends Call> = C extends { query: z.ZodMiniObject }
  ? Nothing extends QueryInput<C>
    ? { readonly query?: QueryInput<C> }
    : { readonly query: QueryInput<C> }
  : unknown;
type Request<C extends Call> = RequestOptions & BodyParameter<C> & QueryParameter<C>;

/** A call's answer with its result state; payload fields stand at the top level. Or a file. */
export type Answered<C extends Call> = C['answer'] extends z.ZodMiniObject
  ? Answer<C> & { readonly result_state: 'OK' | 'IA_OK' }
  : Blob;

export type Client<Calls extends ServiceCalls> = {
  readonly [Name in keyof Calls]: (
    ...request: Nothing extends Request<Calls[Name]>
      ? [Request<Calls[Name]>?]
      : [Request<Calls[Name]>]
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
  const send = requireFetch(options.fetch);
  const methods = Object.entries(calls).map(([name, call]) => {
    const target = { name: { service: options.service, name }, call, options, send };
    return [name, (request: GivenRequest = {}) => perform(target, request)];
  });
  return Object.fromEntries(methods);
}

/** @throws {Error} where there is none (section 8). */
export function requireFetch(given: typeof fetch | undefined): typeof fetch {
  const fetchFunction = given ?? globalThis.fetch?.bind(globalThis);
  if (fetchFunction) return fetchFunction;
  throw new Error('No fetch implementation exists here: give one in the options of the client.');
}

/** Address and service of a client's method. */
interface Target {
  readonly name: CallName;
  readonly call: Call;
  readonly options: ClientOptions;
  readonly send: typeof fetch;
}

async function perform(target: Target, request: GivenRequest): Promise<unknown> {
  const { call, options } = target;
  const mayRepeat = request.repeat ?? call.repeatSafe;
  const pauses = mayRepeat ? (options.retryPausesInMs ?? defaultRetryPausesInMs) : [];
  for (let attempt = 0; ; attempt++) {
    try {
      return await performOnce(target, request);
    } catch (error) {
      const pause = pauses[attempt];
      if (pause === undefined || !(error instanceof CallFailed) || !error.mayRetry) throw error;
      const asked = error.retryAfterInMs ?? 0;
      if (asked > longestPauseInMs) throw error;
      await untilOver(Math.max(pause, asked), request.signal);
    }
  }
}

async function performOnce(target: Target, request: GivenRequest): Promise<unknown> {
  const { name, call, options, send } = target;
  const { url, init, correlationId } = await prepareRequest(name, call, request, options);
  if (Date.now() > (request.notAfter ?? Infinity))
    throw new CallFailed(name, 'aborted', `${name.name}: too late`, { correlationId });
  const carriesFile = call.bodyFormat === 'multipart' || answersWithFile(call);
  const timeout = AbortSignal.timeout(
    options.timeoutInMs ?? (carriesFile ? defaultTransferTimeoutInMs : defaultTimeoutInMs),
  );
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  let response: Response;
  let content: Blob | string;
  try {
    response = request.outlivesPage
      ? await sendOutlivingPage(send, url, { ...init, signal })
      : await send(url, { ...init, signal });
    content = isFile(call, response) ? await response.blob() : await response.text();
  } catch (cause) {
    const kind = request.signal?.aborted ? 'aborted' : timeout.aborted ? 'timeout' : 'network';
    throw new CallFailed(name, kind, `${name.name}: ${kind}`, { correlationId, cause });
  }
  // Where none was sent, the service has chosen one, and says so to pages of its own origin.
  const traced =
    correlationId ?? response.headers.get(identityHeaders.correlationId.name) ?? undefined;
  return readResponse(name, call, response, content, traced);
}

/** True for the call's file: JSON is a failure, and a page is somebody else's. */
function isFile(call: Call, { ok, headers }: Response): boolean {
  if (!ok || !answersWithFile(call)) return false;
  const [type = ''] = headers.get('Content-Type')?.toLowerCase().split(/ *;/) ?? [];
  return type === call.answer.mediaType || !/^text\/|[/+](json|html|xml)$/.test(type);
}

/** Waits, but no longer than the request is wanted; the next attempt then says that it was aborted. */
function untilOver(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}
