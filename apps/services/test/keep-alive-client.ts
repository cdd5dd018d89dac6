import { once } from 'node:events';
import { Agent, request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export type KeepAliveClient = ReturnType<typeof keepAliveClient>;

/** A client that keeps one connection for all its requests, and repeats none. */
export function keepAliveClient(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return {
    async post(path: string, headers: OutgoingHttpHeaders, body = '') {
      const outgoing = request(url + path, { agent, method: 'POST', headers });
      outgoing.end(body);
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      return {
        status: response.statusCode!,
        connection: response.headers.connection,
        /** The request went on a connection that had been used before. */
        reused: outgoing.reusedSocket,
        body: await text(response),
      };
    },
  };
}
