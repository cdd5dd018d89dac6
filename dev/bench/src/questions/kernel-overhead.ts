import { compare, median, type Benchmark } from '../figures.ts';
import { body, path, sessions, subjectOf, tokenOf } from '../kernel-overhead/request.ts';
import { load } from '../load.ts';
import { startProcess, type BenchProcess } from '../process.ts';
import { requestBytes } from '../request-bytes.ts';

const kinds = ['raw', 'fastify', 'lectern'] as const;
type Kind = (typeof kinds)[number];

/** The compiler does not come to the same code in each process. */
const processes = 3;
const rounds = 3;
const roundInMs = 2_000;

export const benchmark: Benchmark = {
  question:
    'How many POSTs a second does the kernel answer, validated and authorized, against the same work on raw node:http without either?',

  async run() {
    const measured: Record<Kind, Sample[]> = { raw: [], fastify: [], lectern: [] };
    for (let process = 0; process < processes; process++) await measureAll(measured);
    const rate = (kind: Kind) => median(measured[kind].map(({ perSecond }) => perSecond));
    const cost = (kind: Kind) => median(measured[kind].map(({ microseconds }) => microseconds));
    return [
      compare(
        'requests a second',
        '1/s',
        rate('lectern'),
        { what: 'raw node:http', value: rate('raw') },
        { atLeast: 0.55 },
      ),
      compare('requests a second', '1/s', rate('lectern'), {
        what: 'plain Fastify',
        value: rate('fastify'),
      }),
      compare('processor time a request', 'µs', cost('lectern'), {
        what: 'raw node:http',
        value: cost('raw'),
      }),
    ];
  },
};

async function measureAll(measured: Record<Kind, Sample[]>): Promise<void> {
  const servers = new Map<Kind, Server>();
  try {
    for (const kind of kinds) servers.set(kind, await start(kind));
    // One uncounted round warms up; then in turns, so that noise meets all alike.
    for (let round = -1; round < rounds; round++) {
      for (const kind of kinds) {
        const sample = await measure(servers.get(kind)!);
        if (round >= 0) measured[kind].push(sample);
      }
    }
  } finally {
    for (const server of servers.values()) server.stop();
  }
}

type Server = BenchProcess<{ readonly port: number }>;

interface Sample {
  readonly perSecond: number;
  /** Processor time of the server for each request. */
  readonly microseconds: number;
}

const start = (kind: Kind): Promise<Server> =>
  startProcess(new URL('../kernel-overhead/server.ts', import.meta.url), [kind]);

async function measure(server: Server): Promise<Sample> {
  const before = await processorTime(server);
  const { answers } = await load(server.said.port, requests, roundInMs);
  const used = (await processorTime(server)) - before;
  return { perSecond: (answers * 1000) / roundInMs, microseconds: used / answers };
}

async function processorTime(server: Server): Promise<number> {
  const { user, system } = (await server.ask('cpuUsage')) as NodeJS.CpuUsage;
  return user + system;
}

/** The same request in each session's name. */
const requests = Array.from({ length: sessions }, (_, session) => [
  requestBytes(
    'POST',
    path,
    {
      Authorization: `Bearer ${tokenOf(session)}`,
      'X-Ia-Correlation-Id': `4b1c9a52-6f0e-4d5e-9d55-${String(session).padStart(12, '0')}`,
      'X-Ia-Subject': subjectOf(session),
      'X-Ia-Roles': '',
    },
    body,
  ),
]);
