import { isDeepStrictEqual } from 'node:util';
import { databaseWithLicenses, type LicensesDatabase } from '../entitlements/data.ts';
import {
  bodies,
  calls,
  headersOf,
  pathOf,
  requestOf,
  type CallName,
} from '../entitlements/requests.ts';
import { licensesOfUser, signedIn } from '../entitlements/school.ts';
import { compare, median, rounded, type Benchmark, type Figure } from '../figures.ts';
import { onEachServer } from '../on-each-server.ts';
import { sampleOf, type Sample } from '../load.ts';
import { startProcess } from '../process.ts';

/** Fewer by `LECTERN_BENCH_USERS`, to see that it works; such figures say nothing. */
const many = Number(process.env['LECTERN_BENCH_USERS'] ?? 1_000_000);
const few = 1_000;
/** How many users are signed in, and ask in turn. */
const sessions = 10_000;
const clientCounts = [1, 8, 64] as const;
/** With how many clients the latency among many and among few is compared. */
const clientsForSize = 8;

/** The compiler does not come to the same code in each process. */
const processes = 2;
const rounds = 2;
const roundInMs = 1_500;
const warmUpInMs = 1_000;
const clientsToWarmUp = 64;

const kinds = ['lectern', 'handwritten'] as const;
type Kind = (typeof kinds)[number];

export const benchmark: Benchmark = {
  question: `How fast are the calls about licences with ${many} users and ${many * licensesOfUser} licences, against a hand-written handler without checks, and against themselves with ${few * licensesOfUser} licences?`,

  run: () => onEachServer(measureOn),
};

/** The measurement on one PostgreSQL. */
async function measureOn(where: string, serverUrl: string): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const make = async (users: number) => {
    const database = await databaseWithLicenses(serverUrl, users);
    stack.defer(() => database.drop());
    return { ...database, users };
  };
  const large = await make(many);
  const small = await make(few);
  const measured = new Measured();
  for (let process = 0; process < processes; process++) {
    await measureProcesses(measured, large, small);
  }
  return [
    { figure: `${where}: making the data`, unit: 's', value: rounded(large.seconds) },
    ...calls.flatMap((call) => [
      ...clientCounts.flatMap((clients) => peerFigures(measured, where, call, clients)),
      ...sizeFigures(measured, where, call),
    ]),
  ];
}

function peerFigures(measured: Measured, where: string, call: CallName, clients: number): Figure[] {
  const name = `${where}, ${call}, ${clients} clients`;
  const of = (kind: Kind, what: Quantity) => measured.typical(`${kind} ${call} ${clients}`, what);
  const figure = (title: string, unit: string, what: Quantity, goal?: { atLeast: number }) =>
    compare(
      `${name}: ${title}`,
      unit,
      of('lectern', what),
      { what: 'hand-written', value: of('handwritten', what) },
      goal,
    );
  return [
    figure('requests a second', '1/s', 'perSecond', { atLeast: 0.8 }),
    figure('median', 'ms', 'p50'),
    figure('99th percentile', 'ms', 'p99'),
  ];
}

function sizeFigures(measured: Measured, where: string, call: CallName): Figure[] {
  const of = (size: Size, what: Quantity) => measured.typical(`${size} ${call}`, what);
  return (['p50', 'p99'] as const).map((what) =>
    compare(
      `${where}, ${call}, ${clientsForSize} clients: ${what === 'p50' ? 'median' : '99th percentile'}`,
      'ms',
      of('many', what),
      { what: `with ${few * licensesOfUser} licences`, value: of('few', what) },
      { atMost: 1.3 },
    ),
  );
}

type Size = 'many' | 'few';
type Quantity = keyof Sample;

/** Samples by what was measured. */
class Measured {
  readonly #samples = new Map<string, Sample[]>();

  add(name: string, sample: Sample): void {
    this.#samples.set(name, [...(this.#samples.get(name) ?? []), sample]);
  }

  typical(name: string, what: Quantity): number {
    return median(this.#samples.get(name)!.map((sample) => sample[what]));
  }
}

interface SizedDatabase extends LicensesDatabase {
  readonly users: number;
}

/** Measures a process of each kind on the large database, and one of ours on the small one. */
async function measureProcesses(
  measured: Measured,
  large: SizedDatabase,
  small: SizedDatabase,
): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const start = async (kind: Kind, database: SizedDatabase) => {
    const server = await startServer(kind, database);
    stack.defer(() => server.stop());
    return server;
  };
  const servers = {
    lectern: await start('lectern', large),
    handwritten: await start('handwritten', large),
    few: await start('lectern', small),
  };
  await requireSameAnswers(servers.lectern, servers.handwritten);
  for (const call of calls) {
    for (const server of Object.values(servers)) {
      server.requests = server.users.map((user) => requestOf(call, user));
      await ask(server, clientsToWarmUp, warmUpInMs);
    }
    // In turns, so that noise meets all alike.
    for (let round = 0; round < rounds; round++) {
      for (const clients of clientCounts) {
        for (const kind of kinds) {
          const sample = await ask(servers[kind], clients, roundInMs);
          measured.add(`${kind} ${call} ${clients}`, sample);
        }
      }
      measured.add(`many ${call}`, await ask(servers.lectern, clientsForSize, roundInMs));
      measured.add(`few ${call}`, await ask(servers.few, clientsForSize, roundInMs));
    }
  }
}

interface Server {
  readonly port: number;
  stop(): void;
  readonly users: readonly number[];
  requests: readonly Buffer[];
}

async function startServer(kind: Kind, database: SizedDatabase): Promise<Server> {
  const users = signedIn(database.users, sessions);
  const args = [kind, database.url, String(users[0])];
  const { said, stop } = await startProcess<{ port: number }>(
    new URL('../entitlements/server.ts', import.meta.url),
    args,
  );
  return { ...said, stop, users, requests: [] };
}

/** Asks a server in the name of all who are signed in. */
function ask({ port, requests }: Server, clients: number, durationInMs: number): Promise<Sample> {
  return sampleOf(port, requests, clients, durationInMs);
}

async function requireSameAnswers(a: Server, b: Server): Promise<void> {
  for (const call of calls) {
    const [user] = a.users;
    const answers = await Promise.all([a, b].map(({ port }) => answerTo(port, call, user!)));
    if (!isDeepStrictEqual(answers[0], answers[1])) {
      throw new Error(`The answers to ${call} differ: ${JSON.stringify(answers)}`);
    }
  }
}

/** Without the time until which a usage holds, which each answer sets anew. */
async function answerTo(port: number, call: CallName, user: number): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${pathOf(call)}`, {
    method: 'POST',
    headers: headersOf(user),
    body: JSON.stringify(bodies[call](user)),
  });
  const answer = await response.text();
  return JSON.parse(answer, (name, value: unknown) => (name === 'expires_at' ? undefined : value));
}
