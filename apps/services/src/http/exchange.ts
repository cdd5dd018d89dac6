import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isSafeAddress } from '../authorization/identity-provider.ts';
import { userAgent } from '../authorization/user-agent.ts';

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

/** Which addresses may be asked. */
export interface AddressRule {
  /** Whether an address may be asked, as far as its text tells. */
  permits(url: URL): boolean;
  /** Why one may not; completes "The directory …". */
  readonly refusal: string;
  /** Looks names up, and fails for those that lead astray. Absent: names lead where they lead. */
  readonly lookupFor?: (protocol: string) => LookupFunction;
}

/** The rule for addresses that the operator has configured: nobody on the way can read what is sent. */
export const configuredAddresses: AddressRule = {
  permits: isSafeAddress,
  refusal: 'has an address that is neither https nor on this machine',
};

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
  readonly headers: http.IncomingHttpHeaders;
  /** Unpacked. To be read, or to be left by `discard`. */
  readonly body: AsyncIterable<Uint8Array>;
  discard(): void;
}

/** A name led astray; thrown where it is looked up. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

const unpackers: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Sends a request to another server, which is trusted with the request and with nothing else: redirects
 * are not followed (the request carries credentials), the time is limited, and only what the rule permits
 * is connected to, at the very moment of connecting.
 *
 * @param use Reads the answer; it is given up when that returns.
 * @throws {NoUsableAnswer}
 */
export async function exchange<Result>(
  request: Request,
  { timeoutInMs, rule = configuredAddresses, signal: ended }: ExchangeLimits,
  use: (answer: Exchanged) => Promise<Result>,
): Promise<Result> {
  const url = new URL(request.url);
  if (!rule.permits(url)) throw new NoUsableAnswer(rule.refusal);
  const timeout = AbortSignal.timeout(timeoutInMs);
  const signal = ended ? AbortSignal.any([timeout, ended]) : timeout;
  const body = Buffer.from(await request.arrayBuffer());
  let answer: Exchanged | undefined;
  try {
    answer = await ask(url, request, body, { signal, rule });
    return await use(answer);
  } catch (cause) {
    if (cause instanceof NoUsableAnswer) throw cause;
    if (cause instanceof AddressRefused) throw new NoUsableAnswer(rule.refusal, { cause });
    if (timeout.aborted) {
      throw new NoUsableAnswer(`did not answer within ${timeoutInMs / 1000} s`, { cause });
    }
    throw new NoUsableAnswer('could not be reached', { cause });
  } finally {
    answer?.discard();
  }
}

/** Pause that `Retry-After` asks for (RFC 9110, section 10.2.3: seconds, or a date), in milliseconds. */
export function retryAfterInMs({ headers }: Pick<Exchanged, 'headers'>): number | undefined {
  const text = headers['retry-after'];
  if (text === undefined) return undefined;
  const pauseInMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(pauseInMs) ? Math.max(0, pauseInMs) : undefined;
}

function ask(
  url: URL,
  { method, headers }: Request,
  body: Uint8Array,
  { signal, rule }: { readonly signal: AbortSignal; readonly rule: AddressRule },
): Promise<Exchanged> {
  const { request, Agent } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        signal,
        headers: {
          'User-Agent': userAgent,
          ...Object.fromEntries(headers),
          ...(body.length > 0 ? { 'Content-Length': body.length } : {}),
        },
        // A connection that is kept could be one that was made under another rule.
        agent: new Agent({ keepAlive: false }),
        ...(rule.lookupFor ? { lookup: rule.lookupFor(url.protocol) } : {}),
      },
      (response) => resolve(exchanged(response)),
    );
    sent.on('error', reject);
    // Such as after 101, which nobody asked for: Node closes the connection, and the signal with it.
    sent.on('close', () => reject(new NoUsableAnswer('closed the connection without an answer')));
    sent.end(body);
  });
}

function exchanged(response: http.IncomingMessage): Exchanged {
  const { statusCode = 0, headers } = response;
  const unpack = unpackers[headers['content-encoding'] ?? ''];
  const unpacked = unpack?.();
  if (unpacked) {
    response.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
    // Whoever leaves before the end does not wait for what is wrong with the rest.
    unpacked.on('error', () => {});
  }
  response.on('error', () => {});
  return {
    status: statusCode,
    mediaType: headers['content-type'] ?? '',
    headers,
    body: unpacked ?? response,
    discard: () => response.destroy(),
  };
}
