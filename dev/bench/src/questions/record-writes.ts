import { type Benchmark, type Figure, type Goal } from '../figures.ts';
import { onEachServer } from '../on-each-server.ts';
import { amplification } from '../records/amplification.ts';
import { createDatabase, type BenchDatabase } from '../database.ts';
import { apiKey, checkpoint, insertKey } from '../records/database.ts';
import { Measured } from '../records/measured.ts';
import { basic, post, put, statementsPath } from '../records/requests.ts';
import {
  bareKinds,
  startBare,
  startServices,
  type RecordServer,
  type RecordServices,
} from '../records/start.ts';
import { partsOf, statementOf, type World } from '../records/world.ts';

const usualStatements = 100_000;
/** Fewer by `LECTERN_BENCH_STATEMENTS`, to see that it works; such figures say nothing. */
const statements = Number(process.env['LECTERN_BENCH_STATEMENTS'] ?? usualStatements);
const isTrial = statements < usualStatements;
const clientCounts = [1, 8, 32] as const;
const batchSizes = [1, 25, 100] as const;
/** Prepared statements, which the clients send again and again; a batch for each of them at least. */
const prepared = Math.max(Math.min(statements, 20_000), 32 * 100);
const goals: Readonly<Record<(typeof batchSizes)[number], Goal>> = {
  1: { atLeast: 0.6 },
  25: { atLeast: 0.5 },
  100: { atLeast: 0.5 },
};
const putGoal: Goal = { atLeast: 0.8 };

const rounds = isTrial ? 2 : 5;
/** A single client depends on the speed of single commits: its rounds differ by a third. */
const singleRounds = isTrial ? 2 : 9;
const roundInMs = isTrial ? 300 : 2_000;
const warmUpInMs = isTrial ? 300 : 2_000;
const clientsToWarmUp = 32;

/** Senders of statements: of one alone eight requests run at a time, the others wait. */
const pupils = ['mia', 'ben', 'lea', 'thomas'] as const;

export const benchmark: Benchmark = {
  question:
    'How many statements of about 1 kB does the record store take in a second on a database that loses nothing, against a bare handler that inserts into the same table; how much disk do they take?',

  remarks:
    'Statements of 10,000 pupils, 2,000 exercises under 100 topics in 10 courses. The bare handlers write the same columns and check nothing; *with ids* they also write the table of ids.',

  run: () => onEachServer(measureOn, { durable: true }),
};

/** The measurement on one PostgreSQL. */
async function measureOn(where: string, serverUrl: string): Promise<Figure[]> {
  const measured = new Measured();
  await measureSpeed(measured, serverUrl);
  return [
    ...batchSizes.flatMap((size) =>
      clientCounts.flatMap((clients) => postFigures(measured, where, size, clients)),
    ),
    ...clientCounts.flatMap((clients) => putFigures(measured, where, clients)),
    {
      figure: `${where}: answers that are not good`,
      unit: 'answers',
      value: measured.failures,
      goal: 'none',
      met: measured.failures === 0,
    },
    ...(await amplification(where, serverUrl, worldOf, statements)),
  ];
}

export function worldOf(issuer: string): World {
  return {
    issuer,
    pupils: 10_000,
    exercises: 2_000,
    signedIn: new Map(),
    beganAt: Date.parse('2026-08-17T08:00:00Z'),
    stepInMs: 80,
  };
}

function postFigures(measured: Measured, where: string, size: number, clients: number): Figure[] {
  const what = size === 1 ? 'single POST' : `batches of ${size}`;
  const name = `${where}, ${what}, ${clients} clients`;
  const own = turnOf('lectern', size, clients);
  const goal = goals[size as keyof typeof goals];
  return [
    measured.compare(
      `${name}: requests a second`,
      'perSecond',
      [own, turnOf('bare', size, clients), 'bare'],
      goal,
    ),
    measured.compare(`${name}: requests a second`, 'perSecond', [
      own,
      turnOf('bare with ids', size, clients),
      'bare with ids',
    ]),
    measured.compare(`${name}: median`, 'p50', [own, turnOf('bare', size, clients), 'bare']),
    measured.compare(`${name}: 99th percentile`, 'p99', [
      own,
      turnOf('bare', size, clients),
      'bare',
    ]),
  ];
}

function putFigures(measured: Measured, where: string, clients: number): Figure[] {
  const turns = [turnOf('put', 1, clients), turnOf('post beside put', 1, clients)] as const;
  const name = `${where}, data/put, ${clients} clients`;
  return [
    measured.compare(`${name}: requests a second`, 'perSecond', [...turns, 'single POST'], putGoal),
    measured.compare(`${name}: 99th percentile`, 'p99', [...turns, 'single POST']),
  ];
}

const turnOf = (kind: string, size: number, clients: number) => `${kind} ${size} ${clients}`;

/** Each kind of server has a database of its own, on one PostgreSQL, and they take turns. */
async function measureSpeed(measured: Measured, serverUrl: string): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const start = async <Server extends RecordServer>(
    serve: (database: BenchDatabase) => Promise<Server>,
  ): Promise<Server> => {
    const database = await createDatabase(serverUrl);
    stack.defer(() => database.drop());
    const server = await serve(database);
    stack.defer(() => server.stop());
    return server;
  };
  const services = await start(async ({ url }) => {
    await insertKey(url);
    return startServices(url);
  });
  const servers = new Map<string, RecordServer>([['lectern', services]]);
  for (const kind of bareKinds) servers.set(kind, await start(({ url }) => startBare(kind, url)));

  const world = worldOf(services.issuer);
  for (const size of batchSizes) {
    const requests = postsOf(world, size);
    for (const { port } of servers.values()) {
      await measured.ask(port, requests, clientsToWarmUp, warmUpInMs);
    }
    for (let round = 0; round < (size === 1 ? singleRounds : rounds); round++) {
      for (const clients of clientCounts) {
        for (const [kind, { port }] of servers) {
          await checkpoint(serverUrl);
          await measured.add(turnOf(kind, size, clients), port, requests, clients, roundInMs);
        }
      }
    }
  }
  await measurePuts(measured, serverUrl, services, world);
}

async function measurePuts(
  measured: Measured,
  serverUrl: string,
  services: RecordServices,
  world: World,
): Promise<void> {
  const requests = { put: await putsOf(services, world), 'post beside put': postsOf(world, 1) };
  await measured.ask(services.port, requests.put, clientsToWarmUp, warmUpInMs);
  for (let round = 0; round < rounds; round++) {
    for (const clients of clientCounts) {
      for (const [kind, own] of Object.entries(requests)) {
        await checkpoint(serverUrl);
        await measured.add(turnOf(kind, 1, clients), services.port, own, clients, roundInMs);
      }
    }
  }
}

/** Requests with so many statements each. */
export function postsOf(world: World, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(prepared / size) }, (_, request) => {
    const batch = Array.from({ length: size }, (_, index) =>
      statementOf(world.issuer, partsOf(world, request * size + index)),
    );
    return post(statementsPath, basic(apiKey), size === 1 ? batch[0]! : batch);
  });
}

async function putsOf(services: RecordServices, world: World): Promise<Buffer[]> {
  const sessions = await services.signIn(pupils);
  return Array.from({ length: prepared }, (_, number) =>
    put(sessions[number % sessions.length]!, partsOf(world, number)),
  );
}
