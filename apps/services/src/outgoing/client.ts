import type { IncomingHttpHeaders } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, EnvHttpProxyAgent, fetch, request, type Dispatcher } from 'undici';
import { isLoopback, isSafeAddress } from './safe-address.ts';

/**
 * Another server did not answer, or not as it should. The message completes "The directory …" and
 * holds nothing of the answer, so that callers may read it.
 */
export class NoUsableAnswer extends Error {
  override readonly name = 'NoUsableAnswer';
  /** HTTP status, where there was one. */
  readonly status: number | undefined;

  constructor(message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.status = options.status;
  }
}

/** A name leads to an address that the rule forbids; fails the connection. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** Which addresses may be asked. */
export interface AddressRule {
  /** Decides by the address alone, without looking its name up. */
  permits(url: URL): boolean;
  /** Why an address is refused; completes "The directory …". */
  readonly refusal: string;
  /** Connects to permitted addresses alone. */
  readonly dispatcher: Dispatcher;
}

/**
 * Node applies `NODE_USE_ENV_PROXY` to its own clients alone. Loopback addresses are asked directly, because
 * a proxy takes them for its own machine, and reads what is sent by http.
 */
export function dispatcherIn(environment: NodeJS.ProcessEnv): Dispatcher {
  const direct = new Agent();
  if (environment['NODE_USE_ENV_PROXY'] !== '1') return direct;
  return new EnvHttpProxyAgent().compose(
    (proxied) => (options, handler) =>
      isLoopback(new URL(options.origin!).hostname)
        ? direct.dispatch(options, handler)
        : proxied(options, handler),
  );
}

/** Connects to servers that the operator has configured, and keeps connections. */
export const configuredServers = dispatcherIn(process.env);

/** The rule for addresses that the operator has configured: nobody on the way can read what is sent. */
export const configuredAddresses: AddressRule = {
  permits: isSafeAddress,
  refusal: 'has an address that is neither https nor on this machine',
  // Of its own, because libraries keep connections to the same server in the other one.
  dispatcher: dispatcherIn(process.env),
};

/** `User-Agent` of every request: firewalls refuse requests without one. */
export const userAgent = 'Lectern';

export interface ExchangeLimits {
  /** For the whole exchange, until its body has been read, in milliseconds. */
  readonly timeoutInMs: number;
  /** Default: {@link configuredAddresses}. */
  readonly rule?: AddressRule | undefined;
  /** Ends the exchange before its time. */
  readonly signal?: AbortSignal | undefined;
}

/** The answer of another server, whose body is on its way. */
export interface Exchanged {
  readonly status: number;
  readonly mediaType: string;
  /** Names in small letters. */
  readonly headers: IncomingHttpHeaders;
  /** Unpacked. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Gives up what has not been read: unread it keeps its connection. */
  discard(): void;
}

/**
 * Sends a request to another server, which is trusted with the request and with nothing else: redirects
 * are not followed (the request carries credentials), the time is limited, and only what the rule permits
 * is connected to.
 *
 * @param use Reads the answer; the rest of its body is given up when that returns.
 * @throws {NoUsableAnswer}
 */
export async function exchange<Result>(
  asked: Request,
  { timeoutInMs, rule = configuredAddresses, signal: ended }: ExchangeLimits,
  use: (answer: Exchanged) => Promise<Result>,
): Promise<Result> {
  if (!rule.permits(new URL(asked.url))) throw new NoUsableAnswer(rule.refusal);
  const timeout = AbortSignal.timeout(timeoutInMs);
  const signal = ended ? AbortSignal.any([timeout, ended]) : timeout;
  const body = asked.body && (await asked.bytes());
  let answer: Exchanged | undefined;
  try {
    const response = await request(asked.url, {
      dispatcher: rule.dispatcher,
      method: asked.method,
      headers: { 'User-Agent': userAgent, ...Object.fromEntries(asked.headers) },
      body,
      signal,
      // A server may close a kept connection just when it is used, and not every request can be repeated.
      reset: true,
    });
    answer = exchanged(response);
    return await use(answer);
  } catch (cause) {
    if (cause instanceof NoUsableAnswer) throw cause;
    if (cause instanceof AddressRefused) throw new NoUsableAnswer(rule.refusal, { cause });
    if (timeout.aborted) {
      throw new NoUsableAnswer(`did not answer within ${timeoutInMs / 1000} s`, { cause });
    }
    throw new NoUsableAnswer(reasonOf(cause), { cause });
  } finally {
    answer?.discard();
  }
}

/** Codes of Node for certificates, which the server's operator has to mend; browsers may take the same ones. */
const certificateCodes = /^(CERT_|DEPTH_ZERO_|ERR_TLS_CERT_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY)_)/;

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return certificateCodes.test(code)
    ? `has a certificate that is not trusted (${code})`
    : 'could not be reached';
}

/** `fetch` of configured addresses, for libraries with limits of their own. */
export async function fetchConfigured(url: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('User-Agent', userAgent);
  const options = { ...init, headers: [...headers], dispatcher: configuredServers };
  // The types of the package are of another version than those of Node.
  const response: unknown = await fetch(url, options as Parameters<typeof fetch>[1]);
  return response as Response;
}

/** Pause that `Retry-After` asks for (RFC 9110, section 10.2.3: seconds, or a date), in milliseconds. */
export function retryAfterInMs({ headers }: Pick<Exchanged, 'headers'>): number | undefined {
  const text = headers['retry-after'];
  if (text === undefined) return undefined;
  const pauseInMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(pauseInMs) ? Math.max(0, pauseInMs) : undefined;
}

const unpackers: ReadonlyMap<string, () => ReturnType<typeof createGunzip>> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

function exchanged({ statusCode, headers, body }: Dispatcher.ResponseData): Exchanged {
  const unpacked = unpackers.get(String(headers['content-encoding']).toLowerCase())?.();
  if (unpacked) {
    body.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
    // A reader that leaves before the end does not wait for what is wrong with the rest.
    unpacked.on('error', () => {});
  }
  body.on('error', () => {});
  return {
    status: statusCode,
    mediaType: String(headers['content-type'] ?? ''),
    headers,
    body: unpacked ?? body,
    discard: () => body.destroy(),
  };
}
