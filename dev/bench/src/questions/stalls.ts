import { contract, services, type Call, type ServiceCode } from '@lectern/contracts';
import { createTestDatabase, startTestDatabase } from '@lectern/env/testing';
import { Pool } from 'pg';
import { connected } from '../database.ts';
import { compare, type Benchmark, type Figure } from '../figures.ts';
import { headersOf, startServices, type SignedIn } from '../measured-services/start.ts';
import { listOf, membersOf, statementsOf, structureOf, worstBodies } from '../stalls/bodies.ts';

/** How long anybody may wait for somebody else's body, in milliseconds. */
const limitInMs = 100;
/** Of the sizes that calls take when they say nothing (`bodyLimitInBytes` of the services). */
const usualLimitInBytes = 1024 * 1024;
const idleInMs = 2_000;

export const benchmark: Benchmark = {
  question:
    'How long is the longest turn of the event loop while somebody sends the worst bodies that a call takes, against the limit of 100 ms?',
  remarks:
    "An administrator sends every call with a JSON body the largest bodies that it takes: empty objects, lists, members, numbers, one text, escapes, deep nesting. The longest of all calls is shown. *A quiet second* is the machine's own.",

  async run() {
    await using stack = new AsyncDisposableStack();
    const server = await startTestDatabase();
    stack.defer(() => server.stop());
    const databaseUrl = await createTestDatabase(server.url);
    const service = await startServices(databaseUrl);
    stack.defer(() => service.stop());
    const pool = connected(stack, new Pool({ connectionString: databaseUrl }));
    const adrian = await service.signIn('adrian');
    await pool.query(
      `insert into aua.user_roles (subject, role) values ($1, 'administrator'), ($1, 'publisher')
       on conflict do nothing`,
      [adrian.subject],
    );

    const figures: Figure[] = [];
    const measured = async (figure: string, work: () => Promise<unknown>) => {
      await service.begin();
      await work();
      const { stallInMs } = await service.end();
      figures.push(
        compare(figure, 'ms', stallInMs, { what: 'limit', value: limitInMs }, { atMost: 1 }),
      );
    };
    const calls = callsWithBody();
    const isUsual = ({ bodyLimitInBytes = 0 }: Call) => bodyLimitInBytes <= usualLimitInBytes;
    await measured('a quiet second', () => new Promise((done) => setTimeout(done, idleInMs)));
    await measured('calls that take 1 MiB', () =>
      sendAll(
        adrian,
        calls.filter(({ call }) => isUsual(call)),
      ),
    );
    await measured('calls that take more', () =>
      sendAll(
        adrian,
        calls.filter(({ call }) => !isUsual(call)),
      ),
    );
    await measured('a cmi5 course of 5,000 units', () =>
      post(adrian, '/lars/v1/cmi5/putStructure', structureOf(5_000)),
    );
    const store = (path: string, body: string) =>
      post(adrian, `/lars/xapi${path}`, body, { 'X-Experience-API-Version': '1.0.3' });
    const empty = listOf('{}', 10_000_000);
    await measured('10,000,000 empty objects as statements', () => store('/statements', empty));
    for (const kilobytes of [1, 30]) {
      const statements = statementsOf(1_000, kilobytes * 1_000);
      await measured(`1,000 statements of ${kilobytes} kB`, () => store('/statements', statements));
    }
    const agent = { account: { homePage: adrian.issuer, name: adrian.subject } };
    const state = new URLSearchParams({
      activityId: 'https://bench.example/a',
      stateId: 'b',
      agent: JSON.stringify(agent),
    });
    // Together what can still be read.
    await measured('two states of 9,900 members, merged', async () => {
      await store(`/activities/state?${state}`, membersOf(9_900, 'a'));
      await store(`/activities/state?${state}`, membersOf(9_900, 'b'));
    });
    return figures;
  },
};

interface ServedCall {
  readonly path: string;
  readonly call: Call;
}

function callsWithBody(): readonly ServedCall[] {
  return (Object.keys(contract) as ServiceCode[]).flatMap((service) =>
    Object.values<Call>(contract[service])
      .filter(({ method, bodyFormat }) => method === 'POST' && bodyFormat === undefined)
      .map((call) => ({ path: services[service].base + call.path, call })),
  );
}

async function sendAll(who: SignedIn, calls: readonly ServedCall[]): Promise<void> {
  for (const { path, call } of calls) {
    for (const body of worstBodies(call.bodyLimitInBytes ?? usualLimitInBytes)) {
      await post(who, path, body);
    }
  }
}

async function post(
  who: SignedIn,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const response = await fetch(who.url + path, {
    method: 'POST',
    headers: { ...headersOf(who), 'Content-Type': 'application/json', ...headers },
    body,
  });
  await response.arrayBuffer();
  if (response.status >= 500) throw new Error(`${path}: ${response.status}`);
}
