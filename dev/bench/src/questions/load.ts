import { Agent, request as send } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { contract, services } from '@lectern/contracts';
import { startTestDatabase } from '@lectern/env/testing';
import { Pool } from 'pg';
import { connected } from '../database.ts';
import { median, rounded, type Benchmark, type Figure, percentile } from '../figures.ts';
import { startIssuer } from '../lesson/issuer.ts';
import { databaseProcessor } from '../lesson/processor.ts';
import { minuteOf, requestsOfPupil, type Timed } from '../lesson/requests.ts';
import { databaseWithSchool } from '../lesson/school.ts';
import { startProcess } from '../process.ts';

/** Pupils who work at the same time, a multiple of a hundred: `LECTERN_BENCH_LEARNERS=5000`. */
const learners = Number(process.env['LECTERN_BENCH_LEARNERS'] ?? 1_000);
/** Measured minutes, after one that is not: `LECTERN_BENCH_MINUTES=10` to see what becomes of the memory. */
const minutes = Number(process.env['LECTERN_BENCH_MINUTES'] ?? 2);
const minuteInMs = 60_000;
/** Access tokens hold for five. */
const renewedAfterMinutes = 4;
/** Processor time of services and database for a pupil's minute, in milliseconds. */
const goalOfMinute = learners >= 5_000 ? 9 : 12;
const goalOfClassInMs = 30;
const ofClass = services.lars.base + contract.lars.progressGetForGroup.path;
/** One statement, which waits as the others do for what else the machine has to do. */
const ofHeartbeat = services.lima.base + contract.lima.licenseUsageGiveOffHeartbeat.path;

export const benchmark: Benchmark = {
  question: `What does a minute of a lesson cost for each of ${learners} pupils (${requestsOfPupil} requests; teachers of 25 look twice), and how long does everybody wait?`,
  remarks:
    'Requests come when they are due, however long others take. One process of the services and the database are on the machine of the clients. Processor time counts neither clients nor what the kernel does for all.',

  async run() {
    await using stack = new AsyncDisposableStack();
    const server = await startTestDatabase({ durable: true });
    stack.defer(() => server.stop());
    const databaseUrl = await databaseWithSchool(server.url, learners);
    const pool = connected(stack, new Pool({ connectionString: databaseUrl, max: 1 }));
    const ofDatabase = await databaseProcessor(pool);
    const issuer = await startIssuer();
    stack.defer(() => issuer.close());
    const args = [databaseUrl, JSON.stringify(issuer.provider)];
    const services = await startProcess<{ url: string }>(
      new URL('../lesson/server.ts', import.meta.url),
      args,
    );
    stack.defer(() => services.stop());

    const timed = minuteOf(learners);
    const clients = createClients(services.said.url, issuer.tokenOf);
    const askUsed = async () => (await services.ask('used')) as Used;

    await clients.play(timed, 0);
    clients.forget();
    const before = { services: await askUsed(), database: await ofDatabase() };
    const memory = [before.services.residentInBytes];
    for (let minute = 1; minute <= minutes; minute++) {
      await clients.play(timed, minute);
      memory.push((await askUsed()).residentInBytes);
    }
    const after = { services: await askUsed(), database: await ofDatabase() };

    const used = {
      services: processorOf(after.services) - processorOf(before.services),
      database: after.database - before.database,
    };
    const ofMinute = (microseconds: number) => microseconds / 1_000 / learners / minutes;
    return [
      atMost(
        "processor time of a pupil's minute",
        'ms',
        ofMinute(used.services + used.database),
        goalOfMinute,
      ),
      { figure: 'of it the services', unit: 'ms', value: rounded(ofMinute(used.services)) },
      { figure: 'of it the database', unit: 'ms', value: rounded(ofMinute(used.database)) },
      ...clients.figures(),
      atMost('answers that are not good', 'answers', clients.failures.length, 0),
      growth(memory),
    ];
  },
};

function atMost(figure: string, unit: string, value: number, limit: number): Figure {
  return {
    figure,
    unit,
    value: rounded(value),
    goal: limit === 0 ? 'none' : `at most ${limit}`,
    met: value <= limit,
  };
}

function growth(memory: readonly number[]): Figure {
  const [first, last] = [memory[0]!, memory.at(-1)!].map((bytes) => rounded(bytes / 2 ** 20)) as [
    number,
    number,
  ];
  return {
    figure: `resident memory of the services after ${minutes} minutes`,
    unit: 'MiB',
    value: last,
    against: { what: 'before', value: first },
    ratio: rounded(last / first),
  };
}

interface Used {
  readonly processor: NodeJS.CpuUsage;
  readonly residentInBytes: number;
}

const processorOf = ({ processor }: Used) => processor.user + processor.system;

/** Sends requests when they are due, and notes how long their answers take. */
function createClients(url: string, newToken: (subject: string) => Promise<string>) {
  const agent = new Agent({ keepAlive: true });
  const times = new Map<string, number[]>();
  let tokens: ReadonlyMap<string, string> = new Map();
  const failures: string[] = [];

  const ask = ({ path, subject, body }: Timed, minute: number) =>
    new Promise<void>((resolve) => {
      const json = JSON.stringify(body(minute));
      const sentAt = performance.now();
      const fail = (reason: string) => {
        failures.push(`${path}: ${reason}`);
        resolve();
      };
      const request = send(url + path, {
        agent,
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(json),
          Authorization: `Bearer ${tokens.get(subject)!}`,
          'X-Ia-Correlation-Id': 'bench',
          'X-Ia-Subject': subject,
          'X-Ia-Roles': '',
        },
      });
      request.on('error', ({ message }) => fail(message));
      request.on('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const answer = Buffer.concat(parts).toString();
          if (response.statusCode !== 200) return fail(answer.slice(0, 300));
          const known = times.get(path) ?? [];
          times.set(path, known);
          known.push(performance.now() - sentAt);
          resolve();
        });
      });
      request.end(json);
    });

  return {
    failures,
    forget: () => times.clear(),
    async play(timed: readonly Timed[], minute: number): Promise<void> {
      if (minute % renewedAfterMinutes === 0) {
        const subjects = [...new Set(timed.map(({ subject }) => subject))];
        tokens = new Map(
          await Promise.all(
            subjects.map(async (subject) => [subject, await newToken(subject)] as const),
          ),
        );
      }
      const begin = performance.now();
      const answers: Promise<void>[] = [];
      for (const request of timed) {
        const wait = begin + request.atInMs - performance.now();
        if (wait > 1) await delay(wait);
        answers.push(ask(request, minute));
      }
      await Promise.all(answers);
      await delay(Math.max(0, begin + minuteInMs - performance.now()));
      if (failures.length > 0) console.log(`${failures.length} failures: ${failures[0]}`);
    },
    figures: (): Figure[] => {
      const heartbeat = median(times.get(ofHeartbeat)!);
      return [...times].flatMap(([path, taken]) => {
        const last = percentile(taken, 0.99);
        const middle = median(taken);
        return [
          path === ofClass
            ? {
                ...atMost(`${path}: median`, 'ms', middle, goalOfClassInMs),
                against: { what: 'a heartbeat', value: rounded(heartbeat) },
                ratio: rounded(middle / heartbeat),
              }
            : { figure: `${path}: median`, unit: 'ms', value: rounded(middle) },
          { figure: `${path}: 99th percentile`, unit: 'ms', value: rounded(last) },
        ];
      });
    },
  };
}
