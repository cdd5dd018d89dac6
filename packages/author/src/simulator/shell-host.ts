import { shellFolder } from '@lectern/env';
import { createServer, isShellRoute, registerShellHost } from '@lectern/services';

/** The production shell's files and pages, with their headers, for one scenario. */
export interface ShellHost {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Serves the built shell as the services do (`shell-host.ts` there), behind the scenario's own server.
 *
 * @param publicUrl Origin of the scenario.
 */
export async function startShellHost(configuration: string, publicUrl: string): Promise<ShellHost> {
  const server = createServer({});
  const sendPage = await registerShellHost(
    server,
    { directory: shellFolder, configuration },
    publicUrl,
  );
  server.setNotFoundHandler(({ method, url, headers }, reply) =>
    isShellRoute(method, url, headers.accept) ? sendPage(reply) : reply.code(404).send(),
  );
  const origin = await server.listen({ host: 'localhost', port: 0 });
  return { origin, close: () => server.close() };
}
