import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { startTestServer } from '@lectern/env/testing';

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

  const server = await startTestServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'Content-Type');
    if (request.method === 'POST' && request.url === '/entries') void take(request, response);
    else response.writeHead(request.method === 'OPTIONS' ? 204 : 404).end();
  });
  return {
    address: `${server.origin}/entries`,
    posts,
    namedBy,
    [Symbol.asyncDispose]: server.close,
  };
}
