import { createServer as createRawServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contract } from '@lectern/contracts';
import { createServer, registerCalls } from '@lectern/services';
import Fastify from 'fastify';
import { guardOfSessions } from '../guard-of-sessions.ts';
import { answerTo, path, subjectOf, tokenOf, sessions, type body } from './request.ts';

// One of the three servers, in a process of its own. It tells its port, and its processor time when
// it is asked for.

type Body = typeof body;

const kinds: Record<string, () => Promise<number>> = {
  async raw() {
    const server = createRawServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const parsed = JSON.parse(Buffer.concat(parts).toString()) as Body;
        const json = JSON.stringify({ result_state: 'OK', ...answerTo(parsed) });
        response
          .writeHead(200, {
            'Content-Type': 'application/json; charset=utf-8',
            'Content-Length': Buffer.byteLength(json),
          })
          .end(json);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  },

  async fastify() {
    const server = Fastify();
    server.post<{ Body: Body }>(path, async ({ body }) => ({
      result_state: 'OK',
      ...answerTo(body),
    }));
    await server.listen({ port: 0, host: '127.0.0.1' });
    return (server.server.address() as AddressInfo).port;
  },

  async lectern() {
    const server = createServer({});
    const { localStoreItemSetForModel } = contract.clag;
    registerCalls(
      server,
      '/clag',
      { localStoreItemSetForModel },
      { localStoreItemSetForModel: async ({ body }) => answerTo(body) },
      guardOfSessions((token) => owners.get(token)),
    );
    await server.listen({ port: 0, host: '127.0.0.1' });
    return (server.server.address() as AddressInfo).port;
  },
};

const owners = new Map(
  Array.from({ length: sessions }, (_, session) => [tokenOf(session), subjectOf(session)]),
);

process.on('message', () => process.send!(process.cpuUsage()));
process.once('disconnect', () => process.exit(0));
process.send!({ port: await kinds[process.argv[2]!]!() });
