import type { AddressInfo } from 'node:net';
import { startTestIdentityProvider } from '@lectern/env/testing';
import { createPlatform } from '@lectern/services';
import { createBare } from './bare.ts';

// One of the servers, in a process of its own. It tells its port; ours, told `sign-in mia thomas`, also
// tokens of those. Arguments: which one, and the database's address.

const [kind, databaseUrl] = process.argv.slice(2) as [string, string];

/** @returns what the one who started it is told */
async function serveLectern(): Promise<object> {
  const identityProvider = await startTestIdentityProvider(databaseUrl);
  const platform = await createPlatform({
    databaseUrl,
    publicUrl: 'http://localhost',
    identityProvider: identityProvider.servicesClient,
  });
  await platform.listen({ port: 0, host: '127.0.0.1' });
  const { issuer } = identityProvider.servicesClient;
  type Username = Parameters<typeof identityProvider.signIn>[0];
  process.on('message', (message: string) => {
    const names = message.split(' ').slice(1) as Username[];
    void Promise.all(names.map((name) => identityProvider.signIn(name))).then((sessions) =>
      process.send!(sessions),
    );
  });
  return { port: (platform.server.address() as AddressInfo).port, issuer };
}

async function serveBare(writesIds: boolean): Promise<object> {
  const server = createBare({ databaseUrl, writesIds });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { port: (server.address() as AddressInfo).port };
}

const kinds: Record<string, () => Promise<object>> = {
  lectern: serveLectern,
  bare: () => serveBare(false),
  'bare with ids': () => serveBare(true),
};

process.once('disconnect', () => process.exit(0));
process.send!(await kinds[kind]!());
