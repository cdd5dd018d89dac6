import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A network between the services and the database that can drop what passes. */
export interface SilentProxy {
  /** Address of a database of the server by way of the proxy. */
  over(databaseUrl: string): string;
  /** Drops what passes on the connections there are, and tells neither side. */
  silence(): void;
  /** Drops what passes on so many connections that are opened from now on, too. */
  silenceNew(count: number): void;
  /** How many of those connections there are still. */
  silentCount(): number;
}

/** @param serverUrl Of a server behind a socket file or a port. */
export async function startSilentProxy(serverUrl: string): Promise<SilentProxy> {
  const { searchParams, hostname, port } = new URL(serverUrl);
  const folder = searchParams.get('host');
  const socketPort = searchParams.get('port') || port || '5432';
  const toServer = () =>
    folder?.startsWith('/')
      ? connect(`${folder}/.s.PGSQL.${socketPort}`)
      : connect(Number(socketPort), folder ?? hostname);
  const pairs = new Set<readonly [Socket, Socket]>();
  const silent = new Set<Socket>();
  let silentNew = 0;
  const drop = ([client, server]: readonly [Socket, Socket]) => {
    silent.add(client);
    for (const event of ['end', 'close']) client.once(event, () => silent.delete(client));
    client.unpipe(server).resume();
    server.unpipe(client).resume();
  };
  // A network that drops packets answers no end of a connection either.
  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    const server = toServer();
    const pair = [client, server] as const;
    pairs.add(pair);
    for (const [one, other] of [pair, [server, client] as const]) {
      one
        .on('error', () => {})
        .on('close', () => {
          pairs.delete(pair);
          other.destroy();
        });
    }
    client.pipe(server).pipe(client);
    if (silentNew-- > 0) drop(pair);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    for (const [client] of pairs) client.destroy();
    proxy.close();
  });
  return {
    over(databaseUrl) {
      const { username, password, pathname } = new URL(databaseUrl);
      const { port: proxyPort } = proxy.address() as AddressInfo;
      const url = new URL(`postgresql://127.0.0.1:${proxyPort}`);
      return Object.assign(url, { username, password, pathname }).href;
    },
    silence: () => pairs.forEach(drop),
    silenceNew: (count) => void (silentNew = count),
    silentCount: () => silent.size,
  };
}
