import { STATUS_CODES } from 'node:http';
import { finished, type Duplex } from 'node:stream';
import { generalErrors, identityHeaders, type GeneralErrorCode } from '@lectern/contracts';
import type { AnswerRules } from './answer-rules.ts';
import { readCorrelationId } from './identity-headers.ts';
import { RefusedHead } from './refused-head.ts';
import { tooManyCookiesPage } from './too-many-cookies.ts';

/** Faults that Node's parser finds before there is a request that Fastify could answer. */
const parserCodes: Readonly<Record<string, GeneralErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'BODY_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** How long a client may take to read the answer before the connection is cut, in milliseconds. */
const closingTimeInMs = 2_000;

/**
 * Answers what is no request, or none for Fastify, in the form of every other answer, and closes the
 * connection.
 *
 * @param isAnswered the request that it is about has an answer, so that another would be taken for that to
 *   a request of which nobody knows
 * @returns the code that was answered; `undefined` where nobody is left to hear an answer, or nobody
 *   has asked: a browser opens connections ahead of need.
 */
export function answerClientError(
  error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer },
  socket: Duplex & { readonly bytesRead?: number },
  isAnswered: boolean,
  answerRules: AnswerRules,
): GeneralErrorCode | undefined {
  // More of what has been answered already keeps coming in.
  if (!socket.writable) return undefined;
  if (error instanceof RefusedHead) {
    answerRefusedHead(error, answerRules);
    return error.refusedWith;
  }
  if (error.code === 'ECONNRESET' || socket.bytesRead === 0) {
    socket.destroy();
    return undefined;
  }
  if (isAnswered) {
    endSoon(socket);
    return undefined;
  }
  const code = parserCodes[error.code ?? ''] ?? 'REQUEST_INVALID';
  const { status, text } = generalErrors[code];
  const page = code === 'HEADERS_TOO_LARGE' && tooManyCookiesPage(error.rawPacket);
  const { headers, body } = page ? answerWith('text/html', page) : answerOf(code, text);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    // No address is known, so it may be one whose clients are pages of other origins; it says nothing of anybody.
    'Access-Control-Allow-Origin: *',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  endSoon(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
  return code;
}

/** Not at once: a client that is still sending would lose the answer. */
function endSoon(socket: Duplex, last = ''): void {
  socket.end(last);
  const cut = setTimeout(() => socket.destroy(), closingTimeInMs);
  socket.once('close', () => clearTimeout(cut));
}

/** By way of the response: answers to earlier requests on the connection may still be due. */
function answerRefusedHead(
  { refusedWith, message, request, response }: RefusedHead,
  { addressOf, headersOf }: AnswerRules,
): void {
  const { headers, body } = answerOf(refusedWith, message);
  const ofAddress = headersOf(addressOf(request.url ?? ''), request.headers);
  for (const [name, value] of Object.entries(ofAddress ?? {})) response.setHeader(name, value);
  const correlationId = readCorrelationId(request.headers);
  if (correlationId) response.setHeader(identityHeaders.correlationId.name, correlationId);
  response.writeHead(generalErrors[refusedWith].status, headers).write(body);
  // The answer is whole, but its end closes the connection: a client that is still sending would lose
  // the answer.
  const end = () => {
    clearTimeout(cut);
    response.end();
  };
  const cut = setTimeout(end, closingTimeInMs);
  finished(request.resume(), end);
}

function answerOf(code: GeneralErrorCode, text: string) {
  const body = JSON.stringify({ result_state: 'ERROR', result_messages: [{ code, text }] });
  return answerWith('application/json', body);
}

function answerWith(mediaType: string, body: string) {
  const headers = {
    'Content-Type': `${mediaType}; charset=utf-8`,
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  };
  return { headers, body };
}
