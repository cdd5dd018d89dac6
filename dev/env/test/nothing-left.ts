import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:net';
import { afterAll, vi } from 'vitest';

/*
 * Files of tests that share a process end what they start (decision 38): a platform that goes on would ask
 * its database, and hold connections, in all files after it. Clocks are put back here, and what was stubbed by `vi`.
 */

const listened = 'tracing:net.server.listen:asyncEnd';
const servers: Server[] = [];
const remember = (message: unknown) => void servers.push((message as { server: Server }).server);

subscribe(listened, remember);
// Said first, it is done last.
afterAll(() => {
  unsubscribe(listened, remember);
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  const left = servers.filter((server) => server.listening).map((server) => server.address());
  if (left.length > 0)
    throw new Error(`Left behind, to be closed by this file: servers at ${JSON.stringify(left)}.`);
});
