import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { keepAliveTimeoutInMs, type KeepAliveClients } from '@lectern/services/keep-alive';
import { hostToListenOn } from '@lectern/services/network';
import { followCertificate, type Tls } from '@lectern/services/tls';
import { codeOf, StartFailure } from './failures.ts';
import { describeError, type Log } from './log.ts';

/** A server that listens on every address of one host name. */
export interface Listening {
  readonly port: number;
  /** Sets what answers. Requests that came earlier wait in the sockets' buffers. */
  answerWith(listener: RequestListener): void;
  /** Takes no new connection, lets running requests end, and cuts those that do not. */
  close(): Promise<void>;
}

/** How long running requests may take to end once the server closes. */
const closingGraceInMs = 2_000;

/** Codes of an address that the name has but this machine lacks: mostly `::1` without IPv6. */
const absentAddress = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/**
 * Listens on each address that `host` resolves to. For `localhost` these are 127.0.0.1 and ::1, so
 * that no browser finds a stranger on the family that was left free; nothing outside the machine
 * reaches it.
 *
 * @param port 0 takes a free one.
 * @param tls Absent: it speaks plain HTTP.
 * @param clients Other ends of its connections.
 * @throws {StartFailure} when the port is taken or the host has no usable address.
 */
export async function listen(
  host: string,
  port: number,
  tls: Tls | undefined,
  log: Log,
  clients: KeepAliveClients = 'browsers',
): Promise<Listening> {
  const found = await lookup(host, { all: true }).catch(() => []);
  const addresses = new Set(found.map(({ address }) => address));
  const servers: Server[] = [];
  let chosenPort = port;
  try {
    for (const address of addresses) {
      const server = await open(address, chosenPort, tls);
      if (!server) continue;
      server.keepAliveTimeout = keepAliveTimeoutInMs[clients];
      followCertificate(server, tls, (problem) =>
        log('error', 'certificate cannot be used', { err: describeError(problem) }),
      );
      servers.push(server);
      chosenPort = (server.address() as AddressInfo).port;
    }
    if (servers.length === 0) throw new StartFailure(`This machine has no address for '${host}'.`);
  } catch (error) {
    await closeAll(servers);
    throw error;
  }
  return {
    port: chosenPort,
    answerWith: (listener) => servers.forEach((server) => server.on('request', listener)),
    close: () => closeAll(servers),
  };
}

/** @returns `undefined` for an address that this machine does not have. */
async function open(
  address: string,
  port: number,
  tls: Tls | undefined,
): Promise<Server | undefined> {
  const server = tls ? createTlsServer({ ...tls }) : createServer();
  server.listen({ host: hostToListenOn(address), port });
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    const code = codeOf(error);
    if (code && absentAddress.has(code)) return undefined;
    if (code === 'EADDRINUSE') {
      throw new StartFailure(
        `Port ${port} on ${address} is taken: stop what listens there or choose another port.`,
      );
    }
    if (code === 'EACCES') {
      throw new StartFailure(`Port ${port} on ${address} may not be used: choose one above 1023.`);
    }
    throw error;
  }
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  const cut = setTimeout(
    () => servers.forEach((server) => server.closeAllConnections()),
    closingGraceInMs,
  );
  await Promise.all(
    servers.map((server) => {
      server.close();
      return once(server, 'close');
    }),
  );
  clearTimeout(cut);
}
