import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startBeforeAll } from '../../platform.ts';
import { bodyWith } from '../statement-samples.ts';
import { postTo, startRecordStore, statement } from './record-store.ts';
import { base, clientOf, keyWith } from './requests.ts';

/* How many connections one who writes holds while it waits. */

const store = startBeforeAll(startRecordStore);
/** Of the functions that store, as the start installed them. */
let lockTimeouts: readonly string[];
beforeAll(async () => {
  const { database } = store.platform;
  const { rows } = await sql<{ setting: string }>`
    select setting from pg_proc, unnest(proconfig) setting
    where oid in ('lars.store_statement'::regproc, 'lars.store_statements'::regproc)
      and setting like 'lock_timeout=%'
  `.execute(database);
  lockTimeouts = rows.map(({ setting }) => setting);
});

/** Until the end of the test whoever stores waits for the lock for a moment only, alone or with others. */
async function shortenWaits(): Promise<() => Promise<void>> {
  const wait = async (time: string) => {
    for (const name of ['store_statement', 'store_statements'])
      await sql`alter function lars.${sql.id(name)} set lock_timeout = ${sql.lit(time)}`.execute(
        store.platform.database,
      );
  };
  await wait('300ms');
  const restore = () => wait('5s');
  onTestFinished(restore);
  return restore;
}

/** The work goes on while somebody else has the lock of the writers, or a table. */
async function locking(lock: 'lars.activities' | 'writers', work: () => Promise<unknown>) {
  await store.platform.database.transaction().execute(async (transaction) => {
    await (
      lock === 'writers'
        ? sql`select pg_advisory_xact_lock(hashtextextended('lars.statements', 0))`
        : sql`lock table lars.activities in access exclusive mode`
    ).execute(transaction);
    await work();
  });
}
async function waiting(lock: 'relation' | 'advisory'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_locks where not granted and locktype = ${lock}
      and database = (select oid from pg_database where datname = current_database())
  `.execute(store.platform.database);
  return rows[0]!.count;
}
/** The most that wait: so many come, and then no more for a while. */
async function mostWaiting(lock: 'relation' | 'advisory', expected: number): Promise<number> {
  await expect.poll(() => waiting(lock)).toBeGreaterThanOrEqual(expected);
  let [most, unchanged] = [0, 0];
  await vi.waitUntil(
    async () => {
      const now = await waiting(lock);
      unchanged = now > most ? 0 : unchanged + 1;
      most = Math.max(most, now);
      return most > 0 && unchanged >= 10;
    },
    { interval: 20 },
  );
  return most;
}

const attached = (content: string) =>
  statement({
    attachments: [
      {
        usageType: 'http://u.example/essay',
        display: { de: 'Aufsatz' },
        contentType: 'text/plain',
        length: content.length,
        sha2: hash('sha256', content),
      },
    ],
  });

test('of a batch whose statements stand for themselves a few are stored at once', async () => {
  const given = Array.from({ length: 40 }, (_, place) =>
    statement({ object: { id: `urn:a:${place}`, definition: { name: { de: `${place}` } } } }),
  );
  let stored: Promise<Response>;
  await locking('lars.activities', async () => {
    stored = postTo(store.client, given, { 'X-Lectern-Results': 'each' });
    expect(await mostWaiting('relation', 8)).toBe(8);
  });
  const results = (await (await stored!).json()) as { result: string }[];
  expect(results.map(({ result }) => result)).toEqual(given.map(() => 'stored'));
});

test('two of those with attachments are on their way at once, whoever sends them', async () => {
  const sent: Promise<Response>[] = [];
  await locking('writers', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const client = clientOf(store.platform, await keyWith(store.platform, 'all'));
      const { headers, body } = bodyWith([attached(name)], name);
      sent.push(client(`${base}/statements`, { method: 'POST', headers, body }));
    }
    await expect.poll(() => store.platform.inFlight()).toBe(5);
    expect(await mostWaiting('advisory', 2)).toBe(2);
  });
  for (const answer of sent) expect((await answer).status).toBe(200);
});

test('nobody waits for the lock for long: then it is to be tried again', async () => {
  expect(lockTimeouts).toEqual(['lock_timeout=5s', 'lock_timeout=5s']);
  await shortenWaits();
  const posted = statement();
  await locking('writers', async () => {
    const answers = await Promise.all(
      [posted, statement(), attached('f')].map((given, place) => {
        const { headers, body } = bodyWith([given], ...(place === 2 ? ['f'] : []));
        return store.client(`${base}/statements`, { method: 'POST', headers, body });
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(answers[0]!.headers.get('Retry-After')).toBe('1');
  });
  expect(await store.post(posted)).toEqual([posted.id]);
});

test('so it is with one alone', async () => {
  await shortenWaits();
  const { id: _, ...unnamed } = statement();
  for (const posted of [statement(), unnamed]) {
    await locking('writers', async () => {
      expect((await postTo(store.client, posted)).status).toBe(503);
    });
    expect((await postTo(store.client, posted)).status).toBe(200);
  }
});

test('of a batch whose statements stand for themselves those that cannot be stored now are to be sent again', async () => {
  const restoreWaits = await shortenWaits();
  const headers = { 'X-Lectern-Results': 'each' };
  const given = Array.from({ length: 40 }, () => {
    const { id: _, ...unnamed } = statement();
    return unnamed;
  });
  interface Result {
    readonly result: string;
    readonly id: string;
    readonly text?: string;
  }
  let results: readonly Result[] = [];
  await locking('writers', async () => {
    const answer = await postTo(store.client, [...given, { ...statement(), verb: {} }], headers);
    expect(answer.status).toBe(200);
    results = (await answer.json()) as readonly Result[];
  });
  expect(results.map(({ result }) => result)).toEqual([...given.map(() => 'failed'), 'invalid']);
  expect(results[0]!.text).toBeTruthy();

  await restoreWaits();
  const ids = results.slice(0, -1).map(({ id }) => id);
  const again = given.map((posted, place) => ({ ...posted, id: ids[place]! }));
  const stored = await postTo(store.client, again, headers);
  expect(await stored.json()).toEqual(ids.map((id) => ({ result: 'stored', id })));
});

test('one that the database does not take costs the others nothing', async () => {
  const [good, bad] = [statement(), statement()];
  await sql
    .raw(`
      create function lars.refuse() returns trigger language plpgsql as
        $$ begin raise exception 'refused' using errcode = '22000'; end $$;
      create trigger refuse before insert on lars.statements for each row
        when (new.statement_id = '${bad.id}') execute function lars.refuse();
    `)
    .execute(store.platform.database);
  try {
    const answer = await postTo(store.client, [bad, good], { 'X-Lectern-Results': 'each' });
    expect(await answer.json()).toEqual([
      { result: 'failed', id: bad.id, text: expect.any(String) },
      { result: 'stored', id: good.id },
    ]);
  } finally {
    await sql.raw('drop function lars.refuse cascade').execute(store.platform.database);
  }
});

test('what is none fails, too, where it cannot be kept aside now', async () => {
  const { database } = store.platform;
  await sql.raw('alter table lars.refused_statements rename to hidden').execute(database);
  try {
    const good = statement();
    const answer = await postTo(store.client, [{ ...statement(), verb: {} }, good], {
      'X-Lectern-Results': 'each',
      'X-Lectern-Invalid': 'keep',
    });
    expect(await answer.json()).toEqual([
      { result: 'failed', text: expect.stringContaining('verb.id: is missing. It was not kept') },
      { result: 'stored', id: good.id },
    ]);
  } finally {
    await sql.raw('alter table lars.hidden rename to refused_statements').execute(database);
  }
});
