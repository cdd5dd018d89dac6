import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@lectern/env/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { termOf } from '../../../src/learning-records/store/terms.ts';
import {
  createWriter,
  type NewStatement,
  type Writer,
} from '../../../src/learning-records/store/writer.ts';

let pool: pg.Pool;
let writer: Writer;

beforeAll(async () => {
  const connectionString = await createTestDatabase(
    inject('databaseUrl'),
    inject('startedDatabaseUrl'),
  );
  pool = new pg.Pool({ connectionString });
  writer = createWriter(pool);
});
afterAll(() => pool.end());

const row = (change: Partial<NewStatement> = {}): NewStatement => ({
  id: randomUUID(),
  isNamed: true,
  subject: 'mia',
  verb: '1',
  terms: ['2', '3'],
  courses: [],
  attached: [],
  json: '{}',
  ...change,
});

const voidedVerb = termOf('verb', 'http://adlnet.gov/expapi/verbs/voided');

const storedOf = async (rows: readonly NewStatement[]) => {
  const { rows: stored } = await pool.query<{ statement_id: string }>(
    'select statement_id from lars.statements where statement_id = any($1::uuid[])',
    [rows.map(({ id }) => id)],
  );
  return new Set(stored.map(({ statement_id }) => statement_id));
};

test('what the database does not take of one costs the others of its round nothing', async () => {
  const good = Array.from({ length: 30 }, () => row());
  const bad = row({ json: '{' });
  const outcomes = await Promise.allSettled(
    good.toSpliced(15, 0, bad).map((statement) => writer.store([statement])),
  );
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(outcomes[15]!.status).toBe('rejected');
  expect(await storedOf([...good, bad])).toEqual(new Set(good.map(({ id }) => id)));
});

test('of two with one id in the same moment the second one hears of the first', async () => {
  const first = row({ json: '{"first":true}' });
  const [none, stored] = await Promise.all([
    writer.store([first]),
    writer.store([row({ id: first.id, json: '{"second":true}' })]),
  ]);
  expect(none).toEqual([]);
  expect(stored).toEqual([{ id: first.id, dtoId: null, json: '{"first":true}' }]);
});

test('nobody is told that a statement is there of which only the id is', async () => {
  const lost = row();
  expect(await writer.store([lost])).toEqual([]);
  await pool.query('delete from lars.statements where statement_id = $1', [lost.id]);
  await expect(writer.store([lost])).rejects.toThrow('no statement');
  await pool.query('delete from lars.statement_ids where statement_id = $1', [lost.id]);
  expect(await writer.store([lost])).toEqual([]);
});

test('more than a round takes are stored by several, each request whole', async () => {
  const requests = Array.from({ length: 25 }, () => Array.from({ length: 90 }, () => row()));
  const outcomes = await Promise.all(requests.map((request) => writer.store(request)));
  expect(outcomes.flat()).toEqual([]);
  const all = requests.flat();
  expect((await storedOf(all)).size).toBe(all.length);
});

test('nothing is stored while another holds the lock, and all of it after', async () => {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(`select pg_advisory_xact_lock(hashtextextended('lars.statements', 0))`);
  const rows = Array.from({ length: 5 }, () => row());
  const storing = Promise.all(rows.map((statement) => writer.store([statement])));
  expect(await storedOf(rows)).toEqual(new Set());
  await client.query('rollback');
  client.release();
  await storing;
  expect((await storedOf(rows)).size).toBe(5);
});

test.each(['activity', 'agent', 'verb', 'related-agent'] as const)(
  'the database names a %s as the store does',
  async (kind) => {
    for (const value of ['', 'https://lectern.example/ä?q=1', 'x\ny', '🌊'.repeat(500)]) {
      const { rows } = await pool.query<{ term: string }>('select lars.term($1, $2) as term', [
        kind,
        value,
      ]);
      expect(rows[0]!.term).toBe(termOf(kind, value));
    }
  },
);

test('what has attachments is stored in one statement: the lock waits for no process', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const statement = row();
  const attachment = { subject: 'mia', sha2: 'a'.repeat(64), content: Buffer.from('Wasser') };
  expect(await writer.store([statement], [attachment, attachment])).toEqual([]);
  expect(query).toHaveBeenCalledOnce();
  query.mockRestore();
  expect(await storedOf([statement])).toEqual(new Set([statement.id]));

  // Of what is there under another content nothing is stored, nor what is attached.
  const again = { ...attachment, sha2: 'b'.repeat(64) };
  expect(await writer.store([row(), row({ id: statement.id })], [again])).toMatchObject([
    { id: statement.id },
  ]);
  const { rows } = await pool.query('select sha2 from lars.attachments');
  expect(rows).toEqual([{ sha2: attachment.sha2 }]);
});

test('one alone is stored as it is with others', async () => {
  const subject = 'alone';
  const target = row({ subject });
  expect(await writer.store([target])).toEqual([]);
  const changes: readonly Partial<NewStatement>[] = [
    { terms: [] },
    { activity: '4', registration: randomUUID(), authority: '5', dtoId: 'exercise' },
    { refersTo: target.id },
    { refersTo: target.id, verb: voidedVerb, voids: { id: target.id, subject } },
  ];
  for (const change of changes) {
    for (const isNamed of [true, false]) {
      const alone = row({ subject, isNamed, ...change });
      const first = row({ subject, ...change });
      expect(await writer.store([alone])).toEqual([]);
      expect(await writer.store([first, row({ subject })])).toEqual([]);
      expect(await contentOf(alone)).toEqual(await contentOf(first));
    }
  }
  expect(await contentOf(target)).toMatchObject({ is_voided: true });
});

test('one alone takes one statement of the database, and a second where its id is taken', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const named = () =>
    query.mock.calls.splice(0).map(([config]) => (config as unknown as pg.QueryConfig).name);
  const statement = row();
  expect(await writer.store([statement])).toEqual([]);
  expect(named()).toEqual(['store-statement']);
  expect(await writer.store([statement])).toMatchObject([{ id: statement.id }]);
  expect(named()).toEqual(['store-statement', 'store-statements']);
  query.mockRestore();
});

test('one alone that takes too long is not tried again', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const blocker = await pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table lars.statement_ids in access exclusive mode');
  query.mockClear();
  const refused = writer.store([row()]).catch((error: unknown) => error);
  const cancel = `select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await blocker.query(cancel)).rows).not.toEqual([]);
  expect(await refused).toMatchObject({ code: '57014' });
  const named = query.mock.calls.map(([config]) => (config as unknown as pg.QueryConfig).name);
  expect(named.filter((name) => name !== undefined)).toEqual(['store-statement']);
  query.mockRestore();
  await blocker.query('rollback');
  blocker.release();
});

test('one alone has the time that another store gave it, or a later one than all before', async () => {
  const stored = '2999-01-02T03:04:05.678Z';
  const [late, later] = [row({ stored }), row()];
  for (const statement of [late, later]) expect(await writer.store([statement])).toEqual([]);
  const { rows } = await pool.query<{ stored: Date }>(
    'select stored from lars.statements where statement_id = any($1) order by stored, sequence',
    [[late.id, later.id]],
  );
  expect(rows.map((statement) => statement.stored.toISOString())).toEqual([stored, stored]);
});

test.each([
  ['anybody', undefined, true],
  ['its own person', 'mia', true],
  ['another', 'ben', false],
])(
  'one alone is void, or not, if %s voided it before it came',
  async (_who, subject, is_voided) => {
    const [alone, first] = [row(), row()];
    for (const { id } of [alone, first]) await writer.store([voidingOf(id, subject)]);
    expect(await writer.store([alone])).toEqual([]);
    expect(await writer.store([first, row()])).toEqual([]);
    for (const statement of [alone, first])
      expect(await contentOf(statement)).toMatchObject({ is_voided });
  },
);

test('a voiding alone is not voided by one that came before it', async () => {
  const [alone, first] = [row(), row()].map(({ id }) => voidingOf(id, undefined));
  for (const { id } of [alone!, first!]) await writer.store([voidingOf(id, undefined)]);
  expect(await writer.store([alone!])).toEqual([]);
  expect(await writer.store([first!, row()])).toEqual([]);
  for (const statement of [alone!, first!]) {
    expect(await contentOf(statement)).toMatchObject({ is_voided: false });
  }
});

test('what refers to one alone that comes after it is found by what that says', async () => {
  const [alone, first] = [row({ terms: ['22'] }), row({ terms: ['22'] })];
  const referring = [alone, first].map(({ id }) => row({ refersTo: id }));
  for (const statement of referring) await writer.store([statement]);
  expect(await writer.store([alone])).toEqual([]);
  expect(await writer.store([first, row()])).toEqual([]);
  for (const statement of referring) {
    const { terms } = await contentOf(statement);
    expect(terms).toEqual(expect.arrayContaining(['22']));
  }
});

function voidingOf(id: string, subject: string | undefined): NewStatement {
  return row({ refersTo: id, verb: voidedVerb, voids: { id, subject } });
}

/** Stored columns of a statement, but its id and its place in the order. */
async function contentOf({ id }: NewStatement): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<Record<string, unknown>>(
    'select * from lars.statements where statement_id = $1',
    [id],
  );
  const { statement_id: _id, stored: _stored, sequence: _sequence, ...content } = rows[0]!;
  return content;
}

test('of many that refer to one, the target is looked up once', async () => {
  const client = await pool.connect();
  try {
    const id = randomUUID();
    await writer.store(Array.from({ length: 150 }, () => row({ refersTo: id })));
    await writer.store([row({ id, verb: '4' })]);
    // Of this connection, with what it has not reported yet.
    const scans = async () => {
      const { rows } = await client.query<{ scans: number }>(`
        select idx_scan::integer as scans from pg_stat_xact_user_tables
        where relid = 'lars.statement_ids'::regclass
      `);
      return rows[0]!.scans;
    };
    await client.query('begin');
    const before = await scans();
    await client.query('select lars.inherit_terms(array[$1::uuid])', [id]);
    expect((await scans()) - before).toBeLessThan(10);
    await client.query('rollback');
    const { rows: found } = await client.query(
      `select 1 from lars.statements where refers_to = $1 and terms @> array[$2::bigint]`,
      [id, termOf('target', '4')],
    );
    expect(found).toHaveLength(150);
  } finally {
    client.release();
  }
});
