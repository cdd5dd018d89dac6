import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { hostInUrl, hostToListenOn } from '../http/network.ts';
import type { ConnectionMonitor } from '../storage/connection-monitor.ts';
import type { Registry } from 'prom-client';
import { createRegistry, measurePool, measureTraffic } from './metrics.ts';
import { Readiness } from './readiness.ts';

export interface OperationsOptions {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
}

/** Questions of operators to a process, on a port that users do not reach. */
export interface Operations {
  readonly url: string;
  readonly readiness: Readiness;
  readonly registry: Registry;
  close(): Promise<void>;
}

/**
 * Answers `/live`, `/ready` and `/metrics`. It starts before the services and ends after them, so that
 * both can be watched.
 */
export async function startOperations({ host, port }: OperationsOptions): Promise<Operations> {
  const readiness = new Readiness();
  const registry = createRegistry();
  const server = Fastify();
  server.get('/live', () => ({ status: 'live' }));
  server.get('/ready', async (_request, reply) => {
    const unready = await readiness.unready();
    return reply.status(unready ? 503 : 200).send({ status: unready ?? 'ready' });
  });
  server.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  await server.listen({ host: hostToListenOn(host), port });
  const address = server.server.address() as AddressInfo;
  return {
    url: `http://${hostInUrl(host)}:${address.port}`,
    readiness,
    registry,
    async close() {
      await server.close();
      registry.clear();
    },
  };
}

/** State of a platform for probes and metrics. */
interface Watched {
  readonly server: FastifyInstance;
  readonly pool: Pool;
  readonly monitor: ConnectionMonitor;
}

/** Ties a platform's server to its operations. */
export function watchPlatform(
  { registry, readiness }: Operations,
  { server, pool, monitor }: Watched,
): void {
  measureTraffic(registry, server.traffic);
  measurePool(registry, pool);
  server.addHook('onListen', async () => readiness.serve(monitor));
}
