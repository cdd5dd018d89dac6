import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect as connectPlainly } from 'node:net';
import { connect } from 'node:tls';
import { createServer } from '@lectern/services';
import { expect, onTestFinished, test } from 'vitest';
import { certify, createAuthority } from '../../src/certificates/authority.ts';

const authority = createAuthority('127.0.0.1', new Date());
const signer = { ...authority, certificate: new X509Certificate(authority.certificate) };
const { certificate: cert, key } = certify('127.0.0.1', signer, new Date());
const ca = authority.certificate;

async function listen() {
  const server = createServer({ tls: { cert, key } });
  onTestFinished(() => server.close());
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const ask = async () => {
    const request = get({ host: '127.0.0.1', port, ca, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  return { server, port, ask };
}

test('a server that ends TLS answers over it, and nothing to plain HTTP', async () => {
  const { port, ask } = await listen();
  expect(await ask()).toBe(404);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
  const noise = connectPlainly({ host: '127.0.0.1', port });
  noise.on('error', () => {});
  noise.end('\x16\x03\x01 no hello');
  await once(noise, 'close');
  expect(await ask()).toBe(404);
});

test('connections on which nothing was asked do not keep it from closing', async () => {
  const { server, port, ask } = await listen();
  const unused = connect({ host: '127.0.0.1', port, ca });
  const unshaken = connectPlainly({ host: '127.0.0.1', port });
  unshaken.on('error', () => {});
  await Promise.all([once(unused, 'secureConnect'), once(unshaken, 'connect')]);
  expect(await ask()).toBe(404);
  const closed = Promise.all([once(unused, 'close'), once(unshaken, 'close')]);
  unused.resume();
  unshaken.resume();
  await server.drain(0);
  await closed;
});
