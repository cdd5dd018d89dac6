import { createServer, type RequestListener } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pageFault } from '../src/check/page.ts';

async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://localhost:${(server.address() as AddressInfo).port}/`);
}

function answering(status: number, headers: Record<string, string> = {}): Promise<URL> {
  return serve((_request, response) => void response.writeHead(status, headers).end());
}

test('a page passes, with and without a type, and after a redirect within its origin', async () => {
  const page = await serve(({ url }, response) =>
    url === '/'
      ? response.writeHead(302, { Location: '/course/' }).end()
      : response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(),
  );
  expect(await pageFault(page)).toBeUndefined();
  expect(await pageFault(await answering(200))).toBeUndefined();
});

const statuses: readonly (readonly [status: number, toDo: RegExp])[] = [
  [404, /first page/],
  [403, /everybody/],
  [429, /Wait/],
  [500, /log/],
  [304, /HTTP 200/],
];

test.each(statuses)('HTTP %i is named, with its mend', async (status, toDo) => {
  const fault = await pageFault(await answering(status));
  expect(fault?.why).toContain(`HTTP ${status}`);
  expect(fault?.toDo).toMatch(toDo);
});

test('what is no page is named', async () => {
  const fault = await pageFault(await answering(200, { 'Content-Type': 'application/pdf' }));
  expect(fault?.why).toContain('application/pdf');
});

test('a redirect that never ends is named, and one to nowhere', async () => {
  expect((await pageFault(await answering(302, { Location: '/' })))?.why).toContain('circle');
  expect((await pageFault(await answering(302, { Location: 'http://' })))?.why).toContain(
    'not an address',
  );
});

test('the origin that a redirect leads to is named; nobody is asked there', async () => {
  let asked = 0;
  const other = await serve((_request, response) => {
    asked++;
    response.end();
  });
  const fault = await pageFault(await answering(301, { Location: `${other.href}course` }));
  expect(fault?.why).toContain(`another origin, ${other.origin}`);
  expect(fault?.toDo).toContain(`${other.href}course`);
  expect(asked).toBe(0);
});

test('https where none is spoken, and a port where nobody listens', async () => {
  const page = await answering(200);
  const fault = await pageFault(new URL(page.href.replace('http:', 'https:')));
  expect(fault?.why).toContain('does not speak https');
  const server = createSocketServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const nobody = await pageFault(new URL(`http://localhost:${port}/`));
  expect(nobody?.why).toContain('Nobody answers');
});

const connections: readonly (readonly [code: string, why: RegExp])[] = [
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /certificate of content\.example/],
  ['CERT_HAS_EXPIRED', /certificate of content\.example/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /certificate of content\.example/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /certificate of content\.example/],
  ['ENOTFOUND', /No machine is known as content\.example/],
  ['UND_ERR_CONNECT_TIMEOUT', /within 10 seconds/],
  ['UND_ERR_SOCKET', /could not be read: of the system \(UND_ERR_SOCKET\)/],
];

test.each(connections)('a connection that fails with %s', async (code, why) => {
  const cause = Object.assign(new Error('of the system'), { code });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause })));
  const fault = await pageFault(new URL('https://content.example/'));
  expect(fault?.why).toMatch(why);
});
