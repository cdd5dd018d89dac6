import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestServer extends AsyncDisposable {
  readonly origin: string;
  readonly port: number;
  /** Breaks off what is still being answered. */
  close(): Promise<void>;
}

/** Starts a server that answers as a test says. */
export async function startTestServer(
  listener: RequestListener,
  host = '127.0.0.1',
): Promise<TestServer> {
  const server = createServer(listener).listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { origin: `http://${host}:${port}`, port, close, [Symbol.asyncDispose]: close };
}
