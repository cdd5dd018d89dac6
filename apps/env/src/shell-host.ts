import { createServer, registerShellHost } from '@lectern/services';
import { shellFolder } from './builds/bundle.ts';

/** The production shell's files and pages, with their headers, without the services. */
export interface ShellHost {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Serves the built shell as the services do.
 *
 * @param publicUrl Origin under which browsers reach it.
 */
export async function startShellHost(configuration: string, publicUrl: string): Promise<ShellHost> {
  const server = createServer({});
  const answerUnknown = await registerShellHost(
    server,
    { directory: shellFolder, configuration },
    publicUrl,
  );
  server.setNotFoundHandler(
    (request, reply) => answerUnknown(request, reply) ?? reply.code(404).send(),
  );
  const origin = await server.listen({ host: 'localhost', port: 0 });
  return {
    origin,
    async close() {
      // Browsers open connections ahead, and one that was never used keeps a server from closing.
      await server.drain(0);
      await server.close();
    },
  };
}
