import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { generalErrors, type GeneralErrorCode } from '@lectern/contracts';

/** What Node's parser finds before there is a request that Fastify could answer. */
const parserCodes: Readonly<Record<string, GeneralErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'BODY_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** How long a client may take to read the answer before the connection is cut, in milliseconds. */
const closingTimeInMs = 2_000;

/**
 * Answers what is no request, in the form of every other answer, and closes the connection.
 *
 * @returns the code that was answered; `undefined` where nobody is left to hear an answer, or nobody
 *   has asked: a browser opens connections ahead of need.
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Duplex & { readonly bytesRead?: number },
): GeneralErrorCode | undefined {
  // More of what has been answered already keeps coming in.
  if (!socket.writable) return undefined;
  if (error.code === 'ECONNRESET' || socket.bytesRead === 0) {
    socket.destroy();
    return undefined;
  }
  const code = parserCodes[error.code ?? ''] ?? 'REQUEST_INVALID';
  const { status, text } = generalErrors[code];
  const body = JSON.stringify({ result_state: 'ERROR', result_messages: [{ code, text }] });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  // Not cut at once: a client that is still sending would lose the answer.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  const cut = setTimeout(() => socket.destroy(), closingTimeInMs);
  socket.once('close', () => clearTimeout(cut));
  return code;
}
