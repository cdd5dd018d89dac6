import type { AddressInfo } from 'node:net';
import { contract, services } from '@lectern/contracts';
import { examples } from '@lectern/contracts/examples';
import { createTestDatabase } from '@lectern/env/testing';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createPlatform, type PlatformOptions } from '../../src/index.ts';
import { sendRaw } from '../bare-server.ts';
import { examplePublicFiles } from './example-files.ts';

const path = services.atma.base + contract.atma.fileAccessBasic.path;
const { rateLimit } = contract.atma.fileAccessBasic;

const databaseUrl = createTestDatabase(inject('databaseUrl'));

async function startServer(limits: PlatformOptions['limits'] = {}) {
  const server = await createPlatform({
    databaseUrl: await databaseUrl,
    publicUrl: 'http://localhost',
    identityProvider: {
      issuer: 'https://login.example',
      clientId: 'x',
      clientSecret: 'x',
      acceptedClients: [],
    },
    files: examplePublicFiles(),
    trustedProxies: ['127.0.0.1'],
    limits,
    services: ['atma'],
  });
  onTestFinished(() => server.close());
  return server;
}

test('a body of somebody unknown that does not arrive is not waited for', async () => {
  const server = await startServer({ bodyTimeoutInMs: 200 });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const lines = ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 90'];
  const head = [`POST ${path} HTTP/1.1`, ...lines, 'X-Ia-Correlation-Id: slow'].join('\r\n');
  const answer = await sendRaw(port, `${head}\r\n\r\n{"basic_key"`);
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
    408,
    { result_messages: [{ code: 'REQUEST_TIMEOUT' }] },
  ]);
});

test('a network asks as often as the contract says, whatever others do', async () => {
  const server = await startServer();
  const ask = (address: string) =>
    server.inject({
      method: 'POST',
      url: path,
      headers: { 'X-Ia-Correlation-Id': 'x', 'X-Forwarded-For': address },
      payload: examples.atma.fileAccessBasic.body,
    });
  const statuses = new Set<number>();
  for (let asked = 0; asked < rateLimit.requests; asked++) {
    statuses.add((await ask('192.0.2.1')).statusCode);
  }
  expect([...statuses]).toEqual([200]);
  const refused = await ask('192.0.2.1');
  expect([refused.statusCode, refused.json().result_messages[0].code]).toEqual([
    429,
    'TOO_MANY_REQUESTS',
  ]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask('192.0.2.2')).statusCode).toBe(200);
});
