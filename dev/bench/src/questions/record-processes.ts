import { startTestDatabase } from '@lectern/env/testing';
import { compareByRound, type Benchmark } from '../figures.ts';
import { load } from '../load.ts';
import { createDatabase } from '../database.ts';
import { checkpoint, insertKey } from '../records/database.ts';
import { startServices, type RecordServices } from '../records/start.ts';
import { postsOf, worldOf } from './record-writes.ts';

/** Fewer by `LECTERN_BENCH_STATEMENTS`, as in record-writes, to see that it works. */
const isTrial = process.env['LECTERN_BENCH_STATEMENTS'] !== undefined;
const rounds = isTrial ? 2 : 9;
const roundInMs = isTrial ? 300 : 3_000;
/** Divided among the processes. */
const clientCounts = [9, 30] as const;
const batchSizes = [1, 25] as const;

export const benchmark: Benchmark = {
  question:
    'How many requests with statements do three processes take in a second, against one, on one PostgreSQL that loses nothing?',
  remarks:
    'All on one machine, so that more processes have no more processor: a ratio of 1 says that they do not get in the way of each other.',

  async run() {
    await using stack = new AsyncDisposableStack();
    const { url: serverUrl, stop } = await startTestDatabase({ durable: true });
    stack.defer(stop);
    const start = async (count: number): Promise<readonly RecordServices[]> => {
      const { url, drop } = await createDatabase(serverUrl);
      stack.defer(drop);
      await insertKey(url);
      const services: RecordServices[] = [];
      for (let number = 0; number < count; number++) {
        const process = await startServices(url);
        stack.defer(() => process.stop());
        services.push(process);
      }
      return services;
    };
    const [one, three] = [await start(1), await start(3)];
    const figures = [];
    for (const size of batchSizes) {
      // Each process knows the accounts of its own issuer; those of another one are strangers.
      const requests = new Map(
        [...one, ...three].map(({ issuer }) => [issuer, postsOf(worldOf(issuer), size)]),
      );
      for (const clients of clientCounts) {
        await perSecond(one, requests, clients);
        await perSecond(three, requests, clients);
        const values: Record<'one' | 'three', number[]> = { one: [], three: [] };
        for (let round = 0; round < rounds; round++) {
          await checkpoint(serverUrl);
          values.one.push(await perSecond(one, requests, clients));
          await checkpoint(serverUrl);
          values.three.push(await perSecond(three, requests, clients));
        }
        figures.push(
          compareByRound(
            `${size} statements a request, ${clients} clients: three processes`,
            '1/s',
            values.three,
            { what: 'one process', values: values.one },
            { atLeast: 1 },
          ),
        );
      }
    }
    return figures;
  },
};

async function perSecond(
  services: readonly RecordServices[],
  requests: ReadonlyMap<string, readonly Buffer[]>,
  clients: number,
): Promise<number> {
  const loads = await Promise.all(
    services.map(({ port, issuer }, number) => {
      const own = Array.from({ length: clients }, (_, client) => client)
        .filter((client) => client % services.length === number)
        .map((client) => requests.get(issuer)!.filter((_, index) => index % clients === client));
      return load(port, own, roundInMs, { lengths: 'any' });
    }),
  );
  const failure = loads.find(({ failures }) => failures.first !== undefined)?.failures.first;
  if (failure !== undefined) throw new Error(failure);
  return (loads.reduce((sum, { answers }) => sum + answers, 0) * 1000) / roundInMs;
}
