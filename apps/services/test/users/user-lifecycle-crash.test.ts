import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { headersOf } from '../security/requests.ts';
import type { Database, Tables } from '../../src/index.ts';
import { joinNewGroup } from '../groups/new-group.ts';
import { startJwtIssuer } from '../issuer.ts';
import { insertStatements } from '../learning-records/insert-statements.ts';
import { afterTests, crashTimeoutInMs, startTestProcess } from '../process.ts';
import { endHeartbeats, Stops } from '../stops.ts';
import { letLinkDaysGoBy } from './lifecycle.ts';

/*
 * A process that is killed while it moves five subjects, each of which it has got to another table of. The
 * services take over in the process of the tests.
 */

const defer = afterTests();

const tables = [
  'aua.users',
  'clag.local_store_items',
  'gres.members',
  'lars.statements',
  'lima.devices',
] as const satisfies readonly (keyof Tables)[];

/** Rows of a subject in every table that can have several. */
const rowsEach = 5;

/** Gives a subject rows in every service, as its calls would. */
async function live(database: Database, subject: string) {
  const scope = { course_id: 'c', issue_id: 'i', model_type: 'topic', model_id: 't' } as const;
  await database
    .insertInto('aua.users')
    .values({ subject, given_name: subject, family_name: null, email: null, locale: null })
    .execute();
  for (let count = 0; count < rowsEach; count++) {
    const key = `${subject}-${count}`;
    await database
      .insertInto('clag.local_store_items')
      .values({ subject, ...scope, segment: 's', key, value: key })
      .execute();
    await joinNewGroup(database, subject);
    await insertStatements(database, [{ subject }]);
    await sql`insert into lima.devices (subject, device_identifier) values (${subject}, ${key})`.execute(
      database,
    );
  }
}

async function rowsOf(database: Database, subject: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table)} where subject = ${subject}
    `.execute(database);
    counts[table] = rows[0]!.count;
  }
  return counts;
}

/** Somebody who signs in at two places: what the one has moves to the other. */
interface Person {
  readonly from: string;
  readonly to: string;
}

/** A link whose data is moved until the process is stopped. */
interface Move {
  readonly subject: string;
  readonly from_token: string;
  readonly to_token: string;
  readonly isStopped: () => Promise<unknown>;
}

let database: Database;
const people = new Map<string, Person>();
let answers: string[];
/** Rows of each when the process was dead, under both names. */
const left = new Map<string, { readonly finished_at: Date | null; readonly rows: object[] }>();

beforeAll(async () => {
  const issuer = await startJwtIssuer();
  defer(() => issuer.close());
  const furtherIdentityProviders = [issuer.options];
  const first = await startTestProcess(
    { LECTERN_FURTHER_IDENTITY_PROVIDERS: JSON.stringify(furtherIdentityProviders) },
    defer,
  );
  ({ database } = first);

  const stops = new Stops(database, defer);
  const moves: Move[] = [];
  for (const table of tables) {
    const names = [`${table}-old`, `${table}-new`];
    const [old, current] = await Promise.all(names.map((sub) => issuer.signIn(sub)));
    const [from, to] = [old!.subject, current!.subject];
    people.set(table, { from, to });
    await Promise.all([live(database, from), live(database, to)]);
    const isStopped = await stops.addRows(table, 'update or delete', `old.subject = '${from}'`);
    moves.push({ subject: to, from_token: old!.token, to_token: current!.token, isStopped });
  }
  const link = ({ subject, from_token, to_token }: Move) =>
    fetch(`${first.url}/aua/v1/user/link`, {
      method: 'POST',
      headers: headersOf({ subject, token: to_token }),
      body: JSON.stringify({ from_token, to_token, migrate: true }),
    });
  for (const move of moves) await link(move);
  await letLinkDaysGoBy(database);
  // The same call again moves what may be moved now.
  const calls = [];
  // The last service comes first: a step that is stopped holds locks, such as that of the record store's
  // writers, for which others would wait on their way to a later service.
  for (const move of moves.toReversed()) {
    const call = link(move).then(
      (answer) => answer.text(),
      () => 'broken off',
    );
    calls.push(call);
    await Promise.race([move.isStopped(), call]);
  }
  first.kill('SIGKILL');
  await first.exited;
  answers = await Promise.all(calls);
  await stops.release();
  await endHeartbeats(database);

  for (const [table, { from, to }] of people) {
    const { finished_at } = await jobOf(from);
    left.set(table, {
      finished_at,
      rows: [await rowsOf(database, from), await rowsOf(database, to)],
    });
  }
  await first.takeOver({ furtherIdentityProviders });
}, crashTimeoutInMs);

const jobOf = (subject: string) =>
  database
    .selectFrom('aua.subject_jobs')
    .select('finished_at')
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();

const everythingOnce = {
  'aua.users': 1,
  'clag.local_store_items': 2 * rowsEach,
  'gres.members': 2 * rowsEach,
  'lars.statements': 2 * rowsEach,
  'lima.devices': 2 * rowsEach,
};
const nothing = Object.fromEntries(tables.map((table) => [table, 0]));

describe('a process that is killed while it moves a subject', () => {
  test.each(tables)('at %s loses nothing: the next one ends the job', async (table) => {
    expect(answers).toEqual(tables.map(() => 'broken off'));
    const { finished_at, rows } = left.get(table)!;
    expect(finished_at).toBeNull();
    const [old, current] = rows as Record<string, number>[];
    for (const table of tables.slice(1)) expect(old![table]! + current![table]!).toBe(2 * rowsEach);

    // Without another request the queue alone brings it to its end.
    const { from, to } = people.get(table)!;
    await vi.waitUntil(async () => (await jobOf(from)).finished_at);
    expect(await rowsOf(database, to)).toEqual(everythingOnce);
    expect(await rowsOf(database, from)).toEqual(nothing);
    const links = await database
      .selectFrom('aua.subject_links')
      .selectAll()
      .where('from_subject', '=', from)
      .execute();
    expect(links).toMatchObject([{ to_subject: to }]);
  });
});
