import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:net';
import { afterAll, vi } from 'vitest';

/*
 * Files of tests that share a process end what they start (decision 38): a platform that goes on would ask
 * its database, and hold connections, in all files after it. What `vi` has changed is put back here. A spy on
 * a clock that is not real outlives it: restored later, it would bring a clock back that never strikes.
 */

const listened = 'tracing:net.server.listen:asyncEnd';
const servers: Server[] = [];
/** As they were before the first file of the process. */
const scope = globalThis as { realGlobals?: Pick<typeof globalThis, (typeof globals)[number]> };
const globals = ['setTimeout', 'setInterval', 'setImmediate', 'Date', 'fetch'] as const;
const { setTimeout, setInterval, setImmediate, Date, fetch } = globalThis;
const real = (scope.realGlobals ??= { setTimeout, setInterval, setImmediate, Date, fetch });
const remember = (message: unknown) => void servers.push((message as { server: Server }).server);

subscribe(listened, remember);
// Said first, it is done last.
afterAll(() => {
  unsubscribe(listened, remember);
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  const changed = globals.filter((name) => globalThis[name] !== real[name]);
  Object.assign(globalThis, real);
  const left = servers.filter((server) => server.listening).map((server) => server.address());
  if (left.length > 0)
    throw new Error(`Left behind, to be closed by this file: servers at ${JSON.stringify(left)}.`);
  if (changed.length > 0) throw new Error(`Left changed by this file: ${changed.join(', ')}.`);
});
