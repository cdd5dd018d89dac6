import { createPlatform } from './platform.ts';

/**
 * Runs the services, and the shell where its folder is given. Everything comes from the environment;
 * `docs/operate/start.md` lists it.
 */
const port = Number(environment('LECTERN_PORT'));
const host = process.env['LECTERN_HOST'] ?? 'localhost';
const shellDirectory = process.env['LECTERN_SHELL_DIRECTORY'];

const server = await createPlatform({
  databaseUrl: environment('DATABASE_URL'),
  publicUrl: process.env['LECTERN_PUBLIC_URL'] ?? `http://${host}:${port}`,
  identityProvider: {
    issuer: environment('LECTERN_ISSUER'),
    clientId: environment('LECTERN_SERVICES_CLIENT_ID'),
    clientSecret: environment('LECTERN_SERVICES_CLIENT_SECRET'),
  },
  ...(shellDirectory
    ? { shell: { directory: shellDirectory, configuration: environment('LECTERN_CONFIGURATION') } }
    : {}),
  logger: true,
});
await server.listen({ port, host });

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
// Started by another process: that one's end, however sudden, ends this one, too.
process.once('disconnect', () => void stop());

async function stop(): Promise<void> {
  await server.close();
  process.exit(0);
}

function environment(name: string): string {
  const value = process.env[name];
  if (value) return value;
  console.error(`The environment variable ${name} is missing.`);
  process.exit(1);
}
