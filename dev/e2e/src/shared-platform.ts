import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Platform, ProcessName } from '@lectern/env';

/*
 * Platforms that files of journeys share. The global set-up starts them and goes on when workers end, so their
 * processes are stopped and started there, on request.
 */

const addressNames = [
  'shell',
  'identityProvider',
  'content',
  'files',
  'databaseUrl',
  'dataFolder',
] as const;

export type PlatformAddresses = Pick<Platform, (typeof addressNames)[number]>;

/** A platform of the global set-up's; it is not the worker's to close. */
export interface SharedPlatform
  extends PlatformAddresses, Pick<Platform, 'kill' | 'stop' | 'start' | 'whenReady'> {
  /** Starts again all that was stopped. */
  startStopped(): Promise<void>;
}

type Control = 'kill' | 'stop' | 'start' | 'whenReady';

/** Server of the set-up that starts the workers' platforms, and controls their processes. */
export interface PlatformControl {
  readonly address: string;
  /** Takes no requests any more, and waits for platforms that are being opened. */
  close(): Promise<void>;
}

/** @param open called once for each worker that asks. */
export async function controlPlatforms(open: () => Promise<Platform>): Promise<PlatformControl> {
  const opened = new Map<string, Promise<Platform>>();
  async function addressesOf(platform: Promise<Platform>): Promise<string> {
    return JSON.stringify(await platform, [...addressNames]);
  }
  async function answerTo(path: string): Promise<string> {
    const [, worker, control, name] = path.split('/') as [string, string, Control?, ProcessName?];
    const platform = opened.get(worker) ?? open();
    opened.set(worker, platform);
    platform.catch(() => opened.delete(worker));
    if (!control || !name) return addressesOf(platform);
    await (await platform)[control](name);
    return '';
  }
  const server = createServer((request, response) => {
    answerTo(request.url!).then(
      (answer) => response.end(answer),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await Promise.allSettled(opened.values());
    },
  };
}

/**
 * The platform of a worker, which is started where it is the first to ask for it.
 *
 * @param control Address of {@link PlatformControl}.
 */
export async function openSharedPlatform(control: string, worker: number): Promise<SharedPlatform> {
  const ask = async (path: string) => {
    const response = await fetch(`${control}/${worker}${path}`, { method: 'POST' });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  };
  const stopped = new Set<ProcessName>();
  const start = async (name: ProcessName) => {
    await ask(`/start/${name}`);
    stopped.delete(name);
  };
  return {
    ...(JSON.parse(await ask('')) as PlatformAddresses),
    kill: async (name) => void (await ask(`/kill/${name}`)),
    async stop(name) {
      stopped.add(name);
      await ask(`/stop/${name}`);
    },
    start,
    whenReady: async (name) => void (await ask(`/whenReady/${name}`)),
    async startStopped() {
      // All others need the database.
      if (stopped.has('database')) await start('database');
      for (const name of stopped) await start(name);
    },
  };
}
