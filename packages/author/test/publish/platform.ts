import type { AddressInfo } from 'node:net';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestDatabase, startTestIdentityProvider } from '@lectern/env/testing';
import { createPlatform, openDatabase } from '@lectern/services';
import { inject } from 'vitest';
import { connectPlatform } from '../../src/publish/platform.ts';

/** The real services with the file gateway, and a publisher of LECTERN who is let in. */
export async function startPublishingWorld() {
  const databaseUrl = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
  const provider = await startTestIdentityProvider(databaseUrl);
  const folder = await mkdtemp(join(inject('filesFolder'), 'publish-'));
  const server = await createPlatform({
    databaseUrl,
    publicUrl: 'http://localhost',
    identityProvider: provider.servicesClient,
    files: {
      listen: { host: '127.0.0.1', port: 0 },
      store: { folder },
      addressSecrets: ['a secret of at least 32 bytes for addresses'],
    },
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const database = openDatabase(databaseUrl);
  const { clientId, clientSecret } = provider.publisherClient;
  await database
    .insertInto('aua.users')
    .values({ subject: clientId, mandant_groups: ['LECTERN'], user_info_at: null })
    .execute();
  await database
    .insertInto('aua.user_roles')
    .values({ subject: clientId, role: 'publisher' })
    .execute();
  const { issuer } = provider.servicesClient;
  return {
    url,
    issuer,
    database,
    clientSecret,
    /** Signs in as the publisher. `send`: to see or to break what is sent. */
    connect: (send?: typeof fetch) =>
      connectPlatform({ url, issuer, clientId, clientSecret }, send),
    async close() {
      await server.drain(0);
      await server.close();
      await database.destroy();
      await provider.close();
    },
  };
}
