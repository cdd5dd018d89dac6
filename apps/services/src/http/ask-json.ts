import { isSafeAddress } from '../authorization/identity-provider.ts';

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

export interface AskLimits {
  /** For the whole exchange, in milliseconds. */
  readonly timeoutInMs: number;
  /** Of the answer as it is read, in bytes: after decompression. */
  readonly sizeMaximumInBytes: number;
}

/** JSON by any of its media types, such as `application/scim+json` or `application/x-amz-json-1.1`. */
const jsonMediaType = /^application\/(?:[\w.-]+[+-])?json(?:-[\d.]+)?\s*(?:;|$)/i;

/**
 * Asks another server for JSON. It is trusted with the request and with nothing else: redirects are
 * not followed (the request carries credentials), and time and size are limited.
 *
 * @returns what an answer with a status from 200 to 299 holds; its shape is the caller's to check.
 * @throws {NoUsableAnswer}
 */
export async function askJson(
  request: Request,
  { timeoutInMs, sizeMaximumInBytes }: AskLimits,
): Promise<unknown> {
  if (!isSafeAddress(new URL(request.url))) {
    throw new NoUsableAnswer('has an address that is neither https nor on this machine');
  }
  const signal = AbortSignal.timeout(timeoutInMs);
  try {
    const response = await fetch(request, { redirect: 'manual', signal });
    const { status } = response;
    if (!response.ok) throw await given(response, `answered with status ${status}`);
    if (!jsonMediaType.test(response.headers.get('Content-Type') ?? '')) {
      throw await given(response, 'did not answer with JSON');
    }
    const text = await readText(response, sizeMaximumInBytes);
    return parse(text);
  } catch (cause) {
    if (cause instanceof NoUsableAnswer) throw cause;
    if (signal.aborted) {
      throw new NoUsableAnswer(`did not answer within ${timeoutInMs / 1000} s`, { cause });
    }
    throw new NoUsableAnswer('could not be reached', { cause });
  }
}

async function given(response: Response, message: string): Promise<NoUsableAnswer> {
  // Unread, it would keep its connection.
  await response.body?.cancel();
  return new NoUsableAnswer(message, { status: response.status });
}

async function readText(response: Response, maximumInBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    // Leaving the loop cancels the rest.
    if (size > maximumInBytes) {
      throw new NoUsableAnswer(`answered with more than ${maximumInBytes} bytes`, {
        status: response.status,
      });
    }
    parts.push(part);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch (cause) {
    throw new NoUsableAnswer('did not answer in UTF-8', { status: response.status, cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NoUsableAnswer('did not answer with JSON', { cause });
  }
}
