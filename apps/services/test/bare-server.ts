import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { contract, services } from '@lectern/contracts';
import type { FastifyRequest } from 'fastify';
import { onTestFinished } from 'vitest';
import { NotAuthorized, type Caller } from '../src/authorization/authorize.ts';
import { createServer, type ServerOptions } from '../src/http/server.ts';

/** A call that the server answers when the test says so. */
interface HeldCall {
  readonly request: FastifyRequest;
  answer(): void;
  /** Lets the handler throw. */
  fail(): void;
}

/** Address of a call that has no limits of its own. */
export const plainCall = services.clag.base + contract.clag.localStoreItemGetForModel.path;
/** Address of a call that runs once at a time. */
export const loneCall = services.clag.base + contract.clag.searchCourse.path;
/** Address of a call that has a limit of its own. */
export const limitedCall = services.lima.base + contract.lima.cacheFlush.path;
/** Media type whose parser never comes to an end, also when the client leaves. */
export const endlessType = 'application/x-endless';

export type BareServer = Awaited<ReturnType<typeof startBareServer>>;

/**
 * The services' server without services: each call is answered by the test.
 *
 * @param answersAtOnce handlers do not wait for the test
 */
export async function startBareServer(
  options: ServerOptions = {},
  answersAtOnce = false,
  host = '127.0.0.1',
) {
  const server = createServer(options);
  const held: HeldCall[] = [];
  const lookedUp: string[] = [];
  const revoked = new Set<string>();
  const slowLookUps: (() => void)[] = [];
  const waiting = new Set<() => void>();
  const notify = () => {
    for (const check of waiting) check();
  };
  /** Resolves when it holds; requests that begin, end or reach their handler are what may change it. */
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!holds()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  const lookUp = async (token: string): Promise<Caller> => {
    lookedUp.push(token);
    if (token.startsWith('Bearer slow')) {
      await new Promise<void>((resolve) => {
        slowLookUps.push(resolve);
        notify();
      });
    }
    const holds =
      /^Bearer (?:slow-)?good/.test(token) && !revoked.has(token.slice('Bearer '.length));
    if (!holds) throw new NotAuthorized('TOKEN_REQUIRED');
    return { tokenSubject: token, issued: {} } as Caller;
  };
  let begun = 0;
  // Also those that wait before they come to the hooks of this server.
  server.server.on('request', () => setImmediate(notify));
  server.traffic.onEnd(notify);
  server.addContentTypeParser(endlessType, () => {});
  for (const url of [plainCall, loneCall, limitedCall]) {
    server.post(url, {
      onRequest: async (request) => {
        const tokenSubject = request.headers['x-test-subject'];
        if (typeof tokenSubject === 'string') request.caller = { tokenSubject } as Caller;
        else if (url === plainCall)
          request.caller = await lookUp(request.headers.authorization ?? '');
      },
      handler: async (request) => {
        begun++;
        notify();
        if (!answersAtOnce) {
          await new Promise<void>((answer, reject) => {
            held.push({ request, answer, fail: () => reject(new Error('told to fail')) });
          });
        }
        return { result_state: 'OK' };
      },
    });
  }
  await server.listen({ host, port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const url = `http://${host}:${port}`;
  onTestFinished(() => {
    for (const { answer } of held) answer();
    return server.close();
  });
  return {
    url,
    port,
    /** The listener of the server. */
    listener: server.server,
    /** Its addresses; a name can be several. */
    addresses: (server.addresses() as AddressInfo[]).map(({ address }) => address),
    /** Calls whose handler has begun and not been told to answer, in their order. */
    held,
    /** Verified tokens; those that begin with `good` or `slow-good` hold. */
    lookedUp,
    /** Ends what has been looked up of tokens that begin with `slow`, in its order. */
    slowLookUps,
    /** Tokens that hold no longer. */
    revoked,
    /** Resolves when so many handlers have begun since the start. */
    begun: (count: number) => until(() => begun >= count),
    /** Resolves when so many requests have arrived and not ended. */
    inFlight: (count: number) => until(() => server.traffic.inFlight === count),
    /** Resolves when so many slow look-ups have begun since the start. */
    lookingUp: (count: number) => until(() => slowLookUps.length === count),
    /** Calls as `subject`. */
    call: (subject: string, init: RequestInit = {}, address: string = plainCall) =>
      fetch(url + address, {
        method: 'POST',
        ...init,
        headers: {
          'X-Test-Subject': subject,
          ...(init.body ? { 'Content-Type': 'application/json' } : {}),
        },
      }),
    drain: (lingerInMs: number) => server.drain(lingerInMs),
  };
}

/** Answer of a server, as it came over the wire. */
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
export async function sendRaw(
  port: number,
  text: string,
  address = '127.0.0.1',
): Promise<RawAnswer> {
  const socket = connect(port, address);
  // With the connection: a machine that stands still in between has the server give it up.
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

/** Status, first code and `Retry-After` of an answer, as far as it has them. */
export async function outcomeOf(answer: Response | Promise<Response>): Promise<unknown[]> {
  const response = await answer;
  const { result_messages } = (await response.json()) as { result_messages?: { code: string }[] };
  const retryAfter = response.headers.get('Retry-After');
  return [
    response.status,
    ...(result_messages ? [result_messages[0]!.code] : []),
    ...(retryAfter ? [retryAfter] : []),
  ];
}
