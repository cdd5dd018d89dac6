import { readTls } from '@lectern/services/tls';
import { runServer } from '../processes/ending.ts';
import { createContentServer } from './content-server.ts';

/**
 * Runs the content server. Environment: LECTERN_HOST, LECTERN_PORT, LECTERN_CONTENT_FOLDER,
 * LECTERN_SHELL_ORIGIN, LECTERN_FILES_ORIGIN; where it ends TLS itself, LECTERN_TLS_CERT and LECTERN_TLS_KEY.
 */
await runServer(async () => {
  const server = await createContentServer({
    folder: required('LECTERN_CONTENT_FOLDER'),
    shellOrigin: required('LECTERN_SHELL_ORIGIN'),
    filesOrigin: required('LECTERN_FILES_ORIGIN'),
    tls: readTls(process.env),
  });
  await server.listen({ host: required('LECTERN_HOST'), port: Number(required('LECTERN_PORT')) });
  return server;
});

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is missing.`);
  return value;
}
