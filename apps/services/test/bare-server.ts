import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { onTestFinished } from 'vitest';
import type { Caller } from '../src/authorization/authorize.ts';
import { createServer, type ServerOptions } from '../src/http/server.ts';

/** A call that the server answers when the test says so. */
interface HeldCall {
  readonly request: FastifyRequest;
  answer(): void;
}

/** The services' server without services: each call is answered by the test. */
export interface BareServer {
  readonly url: string;
  readonly port: number;
  /** Calls whose handler has begun and not been told to answer, in their order. */
  readonly held: HeldCall[];
  /** Resolves when so many handlers have begun since the start. */
  begun(count: number): Promise<void>;
  /** Calls as `subject`. */
  call(subject: string, path?: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** Path of a call of the contract that has no limits of its own. */
export const plainCall = '/clag/v1/localStoreItem/getForModel';
/** Path of a call with `rateLimit: { requests: 6, windowInSeconds: 60 }`. */
export const limitedCall = '/lima/v1/cache/flush';

/** @param answersAtOnce handlers do not wait for the test */
export async function startBareServer(
  options: ServerOptions = {},
  answersAtOnce = false,
): Promise<BareServer> {
  const server = createServer(options);
  const held: HeldCall[] = [];
  let begun = 0;
  const waiting = new Set<() => void>();
  for (const url of [plainCall, limitedCall]) {
    server.post(url, {
      onRequest: async (request) => {
        const tokenSubject = request.headers['x-test-subject'];
        if (typeof tokenSubject === 'string') request.caller = { tokenSubject } as Caller;
      },
      handler: async (request) => {
        begun++;
        for (const check of waiting) check();
        if (!answersAtOnce) {
          await new Promise<void>((answer) => {
            held.push({ request, answer });
          });
        }
        return { result_state: 'OK' };
      },
    });
  }
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const close = () => server.close();
  onTestFinished(() => {
    for (const { answer } of held) answer();
    return close();
  });
  return {
    url,
    port,
    held,
    begun: (count) =>
      new Promise((resolve) => {
        const check = () => begun >= count && resolve();
        waiting.add(check);
        check();
      }),
    call: (subject, path = plainCall, init = {}) =>
      fetch(url + path, { method: 'POST', ...init, headers: { 'X-Test-Subject': subject } }),
    close,
  };
}

/** What a server has answered, as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * Sends bytes and reads the answer until the server closes the connection.
 *
 * @param text everything that the client ever sends
 */
export async function sendRaw(port: number, text: string): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(text);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await once(socket, 'end');
  socket.destroy();
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(
      lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.split(': ')[1]]),
    ),
    body,
  };
}

/** Status and first code of an answer. */
export async function outcomeOf(response: Response | Promise<Response>): Promise<unknown[]> {
  const { status, headers, json } = await Promise.resolve(response).then(async (answered) => ({
    status: answered.status,
    headers: answered.headers,
    json: (await answered.json()) as { result_messages?: { code: string }[] },
  }));
  const retryAfter = headers.get('Retry-After');
  return [status, json.result_messages?.[0]?.code, ...(retryAfter ? [retryAfter] : [])];
}
