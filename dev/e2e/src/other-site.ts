import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web site that has nothing to do with the platform: its address is a site of its own. */
export interface OtherSite extends AsyncDisposable {
  readonly origin: string;
}

/**
 * Serves a page with a frame at `/?framed=<address>`, and one that opens a window at
 * `/?opened=<address>` when its button is pressed.
 */
export async function startOtherSite(): Promise<OtherSite> {
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams;
    const framed = attribute(query.get('framed') ?? '');
    const opened = attribute(query.get('opened') ?? '');
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(`<!doctype html>
      <title>Another site</title>
      ${framed && `<iframe src="${framed}" width="800" height="600"></iframe>`}
      ${opened && `<button onclick="window.handle = window.open('${opened}')">Open</button>`}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function attribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
