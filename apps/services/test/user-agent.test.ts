import type { IncomingMessage } from 'node:http';
import { startTestServer } from '@lectern/env/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createIdentityProvider } from '../src/authorization/identity-provider.ts';
import { openS3Store } from '../src/files/s3-store.ts';
import { askJson } from '../src/outgoing/ask-json.ts';

/** A server that records who asks it, an identity provider by its metadata and a file store by its tags. */
async function startRecorder() {
  const received: Pick<IncomingMessage, 'url' | 'headers'>[] = [];
  const server = await startTestServer((request, response) => {
    const { url, headers } = request;
    received.push({ url, headers });
    const issuer = `http://${headers.host}`;
    const metadata = {
      issuer,
      jwks_uri: `${issuer}/keys`,
      token_endpoint: `${issuer}/token`,
      introspection_endpoint: `${issuer}/introspection`,
      keys: [],
    };
    response
      .writeHead(200, { 'Content-Type': 'application/json', ETag: '"a"' })
      .end(JSON.stringify(url === '/introspection' ? { active: false } : metadata));
  });
  onTestFinished(server.close);
  return { received, address: server.origin };
}

const client = { clientId: 'services', clientSecret: 'secret', acceptedClients: ['shell'] };
const keys = { region: 'eu', accessKeyId: 'id', secretAccessKey: 'key' };

test.each<[string, (address: string) => Promise<unknown>]>([
  [
    'directories and order systems',
    (address) => askJson(new Request(address), { timeoutInMs: 5_000, sizeMaximumInBytes: 10_000 }),
  ],
  [
    'an identity provider about tokens',
    (issuer) => createIdentityProvider({ issuer, ...client }).introspect('token'),
  ],
  [
    'an identity provider for its keys',
    async (issuer) => {
      const key = await createIdentityProvider({ issuer, ...client }).signingKeys();
      return Promise.resolve(
        key({ alg: 'RS256', kid: 'unknown' }, { payload: '', signature: '' }),
      ).catch(() => {});
    },
  ],
  ['a file store', (bucketUrl) => openS3Store({ bucketUrl, ...keys }).put('a', Buffer.from('a'))],
])('requests to %s carry a User-Agent', async (_whom, ask) => {
  const { received, address } = await startRecorder();
  await ask(address);
  expect(received.length).toBeGreaterThan(0);
  expect(received.filter(({ headers }) => headers['user-agent'] !== 'Lectern')).toEqual([]);
});
