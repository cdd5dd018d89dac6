import { startTestServer, type TestServer } from '@lectern/env/testing';

/**
 * A web site that has nothing to do with the platform: its address is a site of its own. Serves a page with a frame
 * at `/?framed=<address>`, and one that opens a window at `/?opened=<address>` when its button is pressed.
 */
export function startOtherSite(): Promise<TestServer> {
  return startTestServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams;
    const framed = attribute(query.get('framed') ?? '');
    const opened = attribute(query.get('opened') ?? '');
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(`<!doctype html>
      <title>Another site</title>
      ${framed && `<iframe src="${framed}" width="800" height="600"></iframe>`}
      ${opened && `<button onclick="window.handle = window.open('${opened}')">Open</button>`}`);
  });
}

function attribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
