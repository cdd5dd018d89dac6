import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startShellHost } from '@lectern/env/shell-host';
import type { SharedPlatform } from './shared-platform.ts';

/** The shell at an address of its own. */
export interface HostedShell extends AsyncDisposable {
  readonly origin: string;
}

/**
 * Hosts the platform's shell with these fields in its configuration, pages and headers as the services send
 * them. Nobody can sign in there: the identity provider does not know the address.
 *
 * @param fields The top level's.
 */
export async function hostShell(
  platform: Pick<SharedPlatform, 'dataFolder' | 'shell'>,
  fields: object,
): Promise<HostedShell> {
  const document = JSON.parse(
    await readFile(join(platform.dataFolder, 'configuration.json'), 'utf8'),
  ) as object;
  const { origin, close } = await startShellHost(
    JSON.stringify({ ...document, ...fields }),
    platform.shell,
  );
  // The name, which is another site than the address.
  return { origin: `http://localhost:${new URL(origin).port}`, [Symbol.asyncDispose]: close };
}
