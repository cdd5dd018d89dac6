import { createContentServer } from './content-server.ts';

/**
 * Runs the content server. Environment: LECTERN_HOST, LECTERN_PORT, LECTERN_CONTENT_FOLDER,
 * LECTERN_SHELL_ORIGIN.
 */
const server = await createContentServer({
  folder: required('LECTERN_CONTENT_FOLDER'),
  shellOrigin: required('LECTERN_SHELL_ORIGIN'),
});
await server.listen({ host: required('LECTERN_HOST'), port: Number(required('LECTERN_PORT')) });

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
// The starter has ended, however suddenly: nobody would be left to stop this.
process.once('disconnect', () => void stop());

async function stop(): Promise<void> {
  await server.close();
  process.exit(0);
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is missing.`);
  return value;
}
