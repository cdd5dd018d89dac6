import type { AddressInfo } from 'node:net';
import { contract, services } from '@lectern/contracts';
import {
  createServer,
  databaseOn,
  licensesHandlers,
  openPool,
  registerCalls,
} from '@lectern/services';
import { guardOfSessions } from '../guard-of-sessions.ts';
import { createHandwritten } from './handwritten.ts';
import { subjectOfToken } from './school.ts';
import { statementsOf } from './statements.ts';
import { usageTimes } from './usage-times.ts';

// One of the two servers, in a process of its own. It tells its port.
// Arguments: which one, the database's address, and a user who is in it.

const kinds: Record<string, (databaseUrl: string, user: number) => Promise<AddressInfo>> = {
  async lectern(databaseUrl) {
    const pool = openPool(databaseUrl);
    const server = createServer({});
    const { cacheFlush: _, ping: __, ...calls } = contract.lima;
    registerCalls(
      server,
      services.lima.base,
      calls,
      licensesHandlers({ database: databaseOn(pool), pool, usageTimes }),
      guardOfSessions(subjectOfToken),
    );
    await server.listen({ port: 0, host: '127.0.0.1' });
    return server.server.address() as AddressInfo;
  },

  async handwritten(databaseUrl, user) {
    const server = createHandwritten(databaseUrl, await statementsOf(databaseUrl, user));
    await server.listen({ port: 0, host: '127.0.0.1' });
    return server.server.address() as AddressInfo;
  },
};

const [kind, databaseUrl, user] = process.argv.slice(2);
process.once('disconnect', () => process.exit(0));
const { port } = await kinds[kind!]!(databaseUrl!, Number(user));
process.send!({ port });
