import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A post as the shell sends it (`docs/operate/configuration.md`, 'The log'). */
interface LogPost {
  readonly entries: readonly {
    readonly level: string;
    readonly message: string;
    readonly detail?: Readonly<Record<string, string | number>>;
  }[];
}

/** A place where others gather log entries. */
export interface LogServer extends AsyncDisposable {
  /** Of another site than the platform. */
  readonly address: string;
  readonly posts: readonly LogPost[];
  /** Cookies, tokens and referrers that came along. */
  readonly namedBy: readonly string[];
}

export async function startLogServer(): Promise<LogServer> {
  const posts: LogPost[] = [];
  const namedBy: string[] = [];

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { cookie, authorization, referer } = request.headers;
    namedBy.push(...[cookie, authorization, referer].filter((value) => value !== undefined));
    posts.push((await json(request)) as LogPost);
    response.writeHead(204).end();
  }

  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'Content-Type');
    if (request.method === 'POST' && request.url === '/entries') void take(request, response);
    else response.writeHead(request.method === 'OPTIONS' ? 204 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/entries`,
    posts,
    namedBy,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
