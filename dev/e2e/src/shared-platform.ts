import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Platform, ProcessName } from '@lectern/env';

/*
 * Platforms that files of journeys share. The global set-up has started them and goes on when workers end, so
 * their processes are stopped and started there, on request.
 */

/** Where a platform is. */
export type PlatformAddresses = Pick<
  Platform,
  'shell' | 'identityProvider' | 'content' | 'files' | 'databaseUrl' | 'dataFolder'
>;

/** A platform of the global set-up's; it is not the worker's to close. */
export type SharedPlatform = PlatformAddresses &
  Pick<Platform, 'kill' | 'stop' | 'start' | 'whenReady'>;

/** What a worker is given of a shared platform. */
export interface PlatformHandle extends PlatformAddresses {
  /** Address under which its processes are controlled. */
  readonly control: string;
}

const controls = ['kill', 'stop', 'start', 'whenReady'] as const;

/** Lets workers control a platform. */
export async function controlPlatform(
  platform: Platform,
): Promise<{ readonly handle: PlatformHandle; close(): void }> {
  const server = createServer((request, response) => {
    const [, control, name] = request.url!.split('/') as [
      string,
      (typeof controls)[number],
      string,
    ];
    platform[control](name as ProcessName).then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { shell, identityProvider, content, files, databaseUrl, dataFolder } = platform;
  const control = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    handle: { shell, identityProvider, content, files, databaseUrl, dataFolder, control },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A shared platform, as a worker uses it. */
export function sharedPlatform({ control, ...addresses }: PlatformHandle): SharedPlatform {
  const asking = (what: (typeof controls)[number]) => async (name: ProcessName) => {
    const response = await fetch(`${control}/${what}/${name}`, { method: 'POST' });
    if (!response.ok) throw new Error(await response.text());
  };
  return {
    ...addresses,
    kill: asking('kill'),
    stop: asking('stop'),
    start: asking('start'),
    whenReady: asking('whenReady'),
  };
}
