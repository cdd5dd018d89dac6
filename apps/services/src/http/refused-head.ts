import type { IncomingMessage, ServerResponse } from 'node:http';
import { generalErrors, type GeneralErrorCode } from '@lectern/contracts';

/** A request that is refused for what its head says, before Fastify gets it. */
export class RefusedHead extends Error {
  override readonly name = 'RefusedHead';
  readonly refusedWith: GeneralErrorCode;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;

  /** @param text for developers */
  constructor(
    code: GeneralErrorCode,
    request: IncomingMessage,
    response: ServerResponse,
    text: string = generalErrors[code].text,
  ) {
    super(text);
    this.refusedWith = code;
    this.request = request;
    this.response = response;
  }
}

/**
 * Looks for what Node would answer by itself and in a form of its own, or Fastify would not see.
 *
 * @returns `undefined` for a head that is fine
 */
export function refuseHead(
  request: IncomingMessage,
  response: ServerResponse,
): RefusedHead | undefined {
  const { headers, httpVersion } = request;
  // RFC 9112, section 3.2. HTTP/1.0 knows no such header.
  if (headers.host === undefined && httpVersion === '1.1') {
    const text = 'A request of HTTP/1.1 has a Host header.';
    return new RefusedHead('REQUEST_INVALID', request, response, text);
  }
  const coding = headers['content-encoding'];
  // RFC 9110, section 8.4. What nobody decodes must not be read as if it had never been coded.
  if (coding && coding.toLowerCase() !== 'identity') {
    const text = 'The body must be sent as it is, without Content-Encoding.';
    return new RefusedHead('MEDIA_TYPE_UNSUPPORTED', request, response, text);
  }
  return undefined;
}
