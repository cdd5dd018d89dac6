import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect as connectPlainly } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { createServer } from '@lectern/services';
import { readTls, type Tls } from '@lectern/services/tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { certify, createAuthority } from '../../src/certificates/authority.ts';
import { createContentServer } from '../../src/content-server/content-server.ts';
import { listen as listenAsProvider } from '../../src/identity-provider/listen.ts';
import { temporaryFolder } from '../temporary-folder.ts';

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

const servers: Readonly<Record<string, (tls: Tls) => Promise<number>>> = {
  async services(tls) {
    const server = createServer({ tls });
    onTestFinished(() => server.close());
    await server.listen({ host: '127.0.0.1', port: 0 });
    return (server.server.address() as AddressInfo).port;
  },
  async content(tls) {
    const options = { folder: import.meta.dirname, shellOrigin: 'https://127.0.0.1', tls };
    const server = await createContentServer(options);
    onTestFinished(() => server.close());
    await server.listen({ host: '127.0.0.1', port: 0 });
    return (server.server.address() as AddressInfo).port;
  },
  async 'the identity provider'(tls) {
    const server = await listenAsProvider('127.0.0.1', 0, tls, () => {});
    onTestFinished(() => server.close());
    return server.port;
  },
};

/** A server whose certificate lies in files. */
async function startWithFiles(start: (tls: Tls) => Promise<number>) {
  const folder = await temporaryFolder();
  const [LECTERN_TLS_CERT, LECTERN_TLS_KEY] = [join(folder, 'cert'), join(folder, 'key')];
  const writeCertificate = (text: string) => writeFile(LECTERN_TLS_CERT, text);
  const writeKey = (text: string) => writeFile(LECTERN_TLS_KEY, text);
  await writeCertificate(cert);
  await writeKey(key);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const port = await start(readTls({ LECTERN_TLS_CERT, LECTERN_TLS_KEY })!);
  const shownAnHourLater = async () => {
    vi.advanceTimersByTime(3_600_000);
    const socket = connect({ host: '127.0.0.1', port, ca });
    await once(socket, 'secureConnect');
    const { raw } = socket.getPeerCertificate();
    socket.destroy();
    return new X509Certificate(raw).toString();
  };
  const renewed = certify('127.0.0.1', signer, new Date());
  return { renewed, writeCertificate, writeKey, shownAnHourLater };
}

const ofChain = (chain: string) => new X509Certificate(chain).toString();

test.each(Object.entries(servers))(
  '%s: a certificate that is renewed in its files is shown within the hour',
  async (_, start) => {
    const { renewed, writeCertificate, writeKey, shownAnHourLater } = await startWithFiles(start);
    expect(await shownAnHourLater()).toBe(ofChain(cert));
    await writeCertificate(renewed.certificate);
    await writeKey(renewed.key);
    expect(await shownAnHourLater()).toBe(ofChain(renewed.certificate));
  },
);

test('the former certificate is shown until the new one has its key', async () => {
  const files = await startWithFiles(servers['services']!);
  await files.writeCertificate(files.renewed.certificate);
  expect(await files.shownAnHourLater()).toBe(ofChain(cert));
  await files.writeKey(files.renewed.key);
  expect(await files.shownAnHourLater()).toBe(ofChain(files.renewed.certificate));
});
