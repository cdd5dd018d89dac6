import { randomUUID } from 'node:crypto';
import { demoAccounts } from '@lectern/env';
import { startTestDatabase, startTestIdentityProvider } from '@lectern/env/testing';
import { createPlatform, createQuickSearch, openDatabase } from '@lectern/services';
import { Pool } from 'pg';
import { compare, median, type Benchmark, percentile } from '../figures.ts';
import { timesOf } from '../times-of.ts';
import { databaseWithUsers, terms } from '../quick-search/users.ts';

const many = 1_000_000;
const few = 10_000;
const rounds = 15;
/** Turns of a round, in each of which every kind of search is made so often. */
const turns = 20;
const searchesATurn = 50;
/** How many searches are under way at a time, and so connections in use. */
const concurrency = 4;
/** Users in an answer; what the call gives where nothing else is asked for. */
const limit = 10;

/** Searches by e-mail address for a beginning, and gives the subjects found. */
type Search = (term: string) => Promise<string[]>;

/** A kind of search that is measured. */
interface Kind {
  readonly search: Search;
  /** How many users there are. */
  readonly users: number;
}

export const benchmark: Benchmark = {
  question: `How long do searches by e-mail address take with ${many} users (99th percentile of the handler, ${concurrency} at a time; median of ${rounds} rounds), against the bare query, and with ${few} users?`,

  async run() {
    await using stack = new AsyncDisposableStack();
    const server = await startTestDatabase();
    stack.defer(() => server.stop());
    const large = await databaseWithUsers(server.url, many);
    const small = await databaseWithUsers(server.url, few);

    const connect = (connectionString: string) => {
      const pool = new Pool({ connectionString });
      // Its connections may still be closing when the server stops.
      pool.on('error', () => {});
      stack.defer(() => pool.end());
      return pool;
    };
    const searches = {
      bare: { users: many, search: bare(connect(large)) },
      own: { users: many, search: own(connect(large)) },
      ownAmongFew: { users: few, search: own(connect(small)) },
      call: { users: many, search: await overHttp(large, stack) },
    };
    await requireSameAnswers([searches.bare, searches.own, searches.call]);

    const { call, ...close } = searches;
    // The call by itself: what the client of it leaves behind would burden the others.
    const times = { ...(await inTurns(close)), ...(await inTurns({ call })) };
    // Of each round by itself: what else the machine does for a moment is in one round, not in all.
    const typical = (name: keyof typeof searches, share: number) =>
      median(times[name].map((round) => percentile(round, share)));
    const against = (what: string, name: keyof typeof searches, share: number) => ({
      what,
      value: typical(name, share),
    });
    const [p50, p99] = [0.5, 0.99];
    const own99 = typical('own', p99);
    const query = 'bare indexed query';
    return [
      compare('99th percentile', 'ms', own99, against(query, 'bare', p99), { atMost: 1.5 }),
      compare('99th percentile', 'ms', own99, against(`with ${few} users`, 'ownAmongFew', p99), {
        atMost: 1.3,
      }),
      compare('median', 'ms', typical('own', p50), against(query, 'bare', p50)),
      compare(
        '99th percentile of the whole call over HTTP',
        'ms',
        typical('call', p99),
        against(query, 'bare', p99),
      ),
    ];
  },
};

function own(pool: Pool): Search {
  const sight = { mandants: 'all', orderSystems: 'all', isApplication: false } as const;
  const quickSearch = createQuickSearch(pool);
  return async (term) => {
    const page = await quickSearch({ term, type: 'email', limit }, sight);
    return page.users.map(({ subject }) => subject);
  };
}

/** Prepared like the handler's, so that the difference is what the handler adds. */
function bare(pool: Pool): Search {
  const key = `lower(email collate "de-x-icu") collate "C"`;
  const text = `
    select subject, given_name, family_name, email, locale from aua.users
    where ${key} >= $1 and ${key} < $2
    order by ${key}, subject collate "C" limit ${limit + 1}`;
  return async (term) => {
    const prefix = term.toLowerCase();
    const { rows } = await pool.query<{ subject: string }>({
      name: 'bare',
      text,
      values: [prefix, `${prefix}\u{10ffff}`],
    });
    return rows.slice(0, limit).map(({ subject }) => subject);
  };
}

/** The call as a client makes it, in the name of support staff; the client is in the same process. */
async function overHttp(databaseUrl: string, stack: AsyncDisposableStack): Promise<Search> {
  const identityProvider = await startTestIdentityProvider(databaseUrl);
  stack.defer(() => identityProvider.close());
  const platform = await createPlatform({
    databaseUrl,
    publicUrl: 'http://localhost',
    identityProvider: identityProvider.servicesClient,
  });
  stack.defer(() => platform.close());
  const address = await platform.listen({ port: 0, host: '127.0.0.1' });

  const sofia = await identityProvider.signIn(demoAccounts[4].username);
  const database = openDatabase(databaseUrl);
  await database
    .insertInto('aua.user_roles')
    .values({ subject: sofia.subject, role: demoAccounts[4].role })
    .execute();
  await database.destroy();
  return async (term) => {
    const response = await fetch(`${address}/aua/v1/user/quickSearch`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Ia-Correlation-Id': randomUUID(),
        'X-Ia-Subject': sofia.subject,
        'X-Ia-Roles': '',
        Authorization: `Bearer ${sofia.token}`,
      },
      body: JSON.stringify({ term, type: 'email', limit }),
    });
    const { users } = (await response.json()) as { users: { subject: string }[] };
    return users.map(({ subject }) => subject);
  };
}

async function requireSameAnswers(kinds: readonly Kind[]): Promise<void> {
  for (const term of terms(many, 0, searchesATurn)) {
    const answers = await Promise.all(kinds.map(({ search }) => search(term)));
    if (new Set(answers.map((answer) => answer.join())).size !== 1) {
      throw new Error(`The searches for ${term} differ.`);
    }
  }
}

/** @returns the times of the searches of each round, in milliseconds. */
async function inTurns<Name extends string>(
  searches: Record<Name, Kind>,
): Promise<Record<Name, number[][]>> {
  const names = Object.keys(searches) as Name[];
  const times = {} as Record<Name, number[][]>;
  for (const name of names) times[name] = [];
  // In turns, so that noise meets all alike. The first round warms up and does not count.
  for (let turn = 0; turn < (rounds + 1) * turns; turn++) {
    const round = Math.floor(turn / turns);
    for (const [place, name] of names.entries()) {
      const { search, users } = searches[name];
      const part = terms(users, turn * names.length + place, searchesATurn);
      const asks = part.map((term) => () => search(term));
      (times[name][round] ??= []).push(...(await timesOf(asks, concurrency)));
    }
  }
  for (const name of names) times[name].shift();
  return times;
}
