import { createPlatform } from '@lectern/services';

// The services in a process of their own, which tells what it has used when it is asked. Arguments: the database's
// address, and the identity provider as JSON.

const [databaseUrl, provider] = process.argv.slice(2) as [string, string];
const platform = await createPlatform({
  databaseUrl,
  publicUrl: 'http://localhost',
  identityProvider: JSON.parse(provider) as Parameters<
    typeof createPlatform
  >[0]['identityProvider'],
});
const url = await platform.listen({ port: 0, host: '127.0.0.1' });

process.on('message', () =>
  process.send!({ processor: process.cpuUsage(), residentInBytes: process.memoryUsage.rss() }),
);
process.once('disconnect', () => process.exit(0));
process.send!({ url });
