import type { FastifyInstance } from 'fastify';
import { createPlatform } from './platform.ts';

// Runs the services, and the shell where its folder is given. Everything comes from the environment;
// `docs/operate/start.md` lists it.

let running: FastifyInstance | undefined;

/** How long running requests may take to end once the services stop. */
const closingGraceInMs = 2000;

// Before anything is awaited: a start, too, ends when it is asked to.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
// Started by another process: that one's end, however sudden, ends this one, too.
process.once('disconnect', () => void stop());
// It may have come while the modules were loading, when nobody listened yet.
if (process.send && !process.connected) await stop();

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
    acceptedClients: environment('LECTERN_CLIENT_IDS')
      .split(',')
      .map((id) => id.trim()),
  },
  ...(shellDirectory
    ? { shell: { directory: shellDirectory, configuration: environment('LECTERN_CONFIGURATION') } }
    : {}),
  logger: true,
});
await server.listen({ port, host });
running = server;

/** A start is simply broken off: nobody has had an answer, and half a migration rolls back. */
async function stop(): Promise<void> {
  // A client that never finishes its request must not keep the port from the next start.
  setTimeout(() => process.exit(0), closingGraceInMs);
  await running?.close();
  process.exit(0);
}

function environment(name: string): string {
  const value = process.env[name];
  if (value) return value;
  console.error(`The environment variable ${name} is missing.`);
  process.exit(1);
}
