import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request that is turned away: the message tells the one who sent it why. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** Of HTTP. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * @param address What is asked for, always at the server's own origin.
 * @throws {Refusal} when the request is turned away; anything else is answered 500, and logged
 */
export type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  address: URL,
) => void | Promise<void>;

/** Names that lead to this machine wherever they are asked for (RFC 6761, section 6.3). */
const ownHost = /^(?:(?:[a-z\d-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::(\d+))?$/i;
const defaultPort = 80;

/**
 * Answers one request. Any page that the author has open can send one, so that none of them may end the
 * process, nor speak to the server by a name of its own (DNS rebinding).
 *
 * @param origin Of the server.
 */
export async function answerGuarded(
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
  answer: Answer,
): Promise<void> {
  // The client has gone.
  response.on('error', () => response.destroy());
  try {
    const address = addressOf(request.url ?? '', origin);
    requireOwnHost(request.headers.host, origin);
    await answer(request, response, address);
  } catch (error) {
    // A browser that has gone away in the middle, or a server that is stopping.
    if (request.socket.destroyed || response.destroyed) return;
    if (error instanceof Refusal) return say(response, error.status, error.message);
    // Without the query, which may hold a code or a token.
    const [path] = (request.url ?? '').split('?', 1);
    console.error(`${request.method} ${origin}${path}:`, error);
    if (response.headersSent) response.destroy();
    else say(response, 500, 'This request failed. The output of the command says why.');
  }
}

/**
 * Only a path, with its query, is taken (RFC 9112, section 3.2.1). Resolving anything else, such as
 * `//host/`, `/\host/` or `http://host/`, could lead to another server, or nowhere.
 *
 * @param target As the request line has it.
 * @throws {Refusal} with 400
 */
function addressOf(target: string, origin: string): URL {
  const address = target.startsWith('/') ? URL.parse(origin + target) : null;
  if (address?.origin === origin && !address.pathname.startsWith('//')) return address;
  throw new Refusal(400, 'Only a path that begins with one slash can be asked for.');
}

/** @throws {Refusal} with 403 */
function requireOwnHost(host: string | undefined, origin: string): void {
  const match = ownHost.exec(host ?? '');
  const port = Number(new URL(origin).port || defaultPort);
  if (match && Number(match[1] ?? defaultPort) === port) return;
  throw new Refusal(403, `This server only answers requests from its own machine, at ${origin}.`);
}

function say(response: ServerResponse, status: number, sentence: string): void {
  response
    .writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(`${sentence}\n`);
}
