import { once } from 'node:events';
import { Agent, request, validateHeaderValue, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { sendRaw, type RawAnswer } from '../bare-server.ts';

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** Names and values in turn; a name may come twice. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** A longer request hangs, in milliseconds: a machine that has too much to do has stood still for 35 s. */
const hangsAfterInMs = 60_000;

const connections = new Agent({ keepAlive: true });

/**
 * Sends a request that need not be well-formed.
 *
 * @throws {Error} when no answer comes
 */
export async function send(port: number, wire: WireRequest): Promise<RawAnswer> {
  const { method, path, body } = wire;
  const headers = [...wire.headers, 'Host', 'localhost', 'Content-Length', byteLength(body)];
  if (!isParsed(headers)) return beforeHang(sendRaw(port, rawRequest(wire)));
  const options = { host: '127.0.0.1', port, method, path, headers, agent: connections };
  const sent = request({ ...options, signal: AbortSignal.timeout(hangsAfterInMs) });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode!, headers: answer.headers, body: await text(answer) };
}

/** Requests that Node's client would not send are written to a socket: line ends and NUL in a header. */
function rawRequest({ method, path, headers, body }: WireRequest): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close'];
  lines.push(`Content-Length: ${byteLength(body)}`);
  for (let index = 0; index < headers.length; index += 2) {
    lines.push(`${headers[index]}: ${headers[index + 1]}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** True where the server's parser makes a request of these headers. */
export function isParsed(headers: readonly string[]): boolean {
  try {
    for (let index = 0; index < headers.length; index += 2) {
      validateHeaderValue(headers[index]!, headers[index + 1]!);
    }
    return true;
  } catch {
    return false;
  }
}

const byteLength = (body: string) => String(Buffer.byteLength(body));

async function beforeHang<Result>(promise: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const hang = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time.')), hangsAfterInMs);
  });
  return Promise.race([promise, hang]).finally(() => clearTimeout(timer));
}
