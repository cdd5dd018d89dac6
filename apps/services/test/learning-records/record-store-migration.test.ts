import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, type Database } from '../../src/index.ts';
import { findStatement, findStatements } from '../../src/learning-records/store/reader.ts';
import { databaseBefore } from '../database-before.ts';

/* Migration 0018 on a platform that has recorded statements under 0017. */

let databaseUrl: string;
let database: Database;
beforeEach(async () => {
  ({ databaseUrl, database } = await databaseBefore('0018-record-store'));
});
afterEach(() => database.destroy());

const homePage = 'https://login.example';
const account = (name: string) => ({ objectType: 'Agent', account: { homePage, name } });

/** A statement as it was stored then. */
async function storeAsBefore(subject: string, id: string, members: object = {}): Promise<void> {
  const statement = {
    id,
    verb: { id: 'urn:v' },
    object: { id: 'https://lectern.example/kreislauf' },
    actor: account(subject),
    authority: account('lectern-shell'),
    timestamp: '2026-05-05T12:00:00.000Z',
    ...members,
  };
  await sql`
    insert into lars.statements (subject, statement_id, dto_id, statement)
    values (${subject}, ${id}, 'kreislauf', ${JSON.stringify(statement)}::jsonb)
  `.execute(database);
}

const find = async (filter: Parameters<typeof findStatements>[1]) => {
  const { statements } = await findStatements(database, filter, { ascending: true, limit: 50 });
  return statements.map(({ id }) => id);
};

test('what was recorded is found by all that a statement is found by', async () => {
  const [plain, full] = [randomUUID(), randomUUID()];
  const registration = randomUUID();
  await storeAsBefore('mia', plain);
  await storeAsBefore('mia', full, {
    context: {
      registration: registration.toUpperCase(),
      instructor: account('adrian'),
      contextActivities: { parent: { id: 'urn:parent' }, grouping: [{ id: 'urn:course' }] },
    },
  });
  await migrate(databaseUrl);
  expect(await find({ agent: 'mia' })).toEqual([plain, full]);
  expect(await find({ readable: { subject: 'mia' }, dtoId: 'kreislauf' })).toEqual([plain, full]);
  expect(await find({ verb: 'urn:v' })).toEqual([plain, full]);
  expect(await find({ activity: 'https://lectern.example/kreislauf' })).toEqual([plain, full]);
  expect(await find({ registration })).toEqual([full]);
  expect(await find({ relatedActivity: 'urn:parent' })).toEqual([full]);
  expect(await find({ relatedActivity: 'urn:course', relatedAgent: 'adrian' })).toEqual([full]);
  expect(await find({ authority: 'lectern-shell' })).toEqual([plain, full]);
  const readOf = (course: string) => {
    const since = new Map([['mia', new Map([[course, new Date(0)]])]]);
    return find({ readable: { subject: 'thomas', since } });
  };
  expect(await readOf('kreislauf')).toEqual([plain, full]);
  expect(await readOf('urn:course')).toEqual([full]);
  expect(await readOf('wasser')).toEqual([]);
  expect(await findStatement(database, full, false)).toMatchObject({ subject: 'mia' });
});

test('of two persons’ statements with one id both stay, the later one under an id of its own', async () => {
  const id = randomUUID();
  await storeAsBefore('mia', id);
  await storeAsBefore('ben', id);
  await migrate(databaseUrl);
  expect(await find({ agent: 'mia' })).toEqual([id]);
  const [other] = await find({ agent: 'ben' });
  expect(other).not.toBe(id);
  const found = await findStatement(database, other!, false);
  expect(JSON.parse(found!.json)).toMatchObject({ id: other, actor: account('ben') });
});

test('statements of any shape come over', async () => {
  const ids: string[] = [];
  for (const members of [
    { context: 5 },
    { context: { registration: 'none', contextActivities: [] } },
    { context: { contextActivities: { parent: 'text', other: [null, [], { id: 5 }] } } },
    { object: { objectType: 'Agent', mbox: 'mailto:a@b' } },
    { object: { objectType: 'StatementRef', id: randomUUID() } },
    { authority: null, object: { id: 'urn:ü 🌊' } },
  ]) {
    const id = randomUUID();
    await storeAsBefore('mia', id, members);
    ids.push(id);
  }
  await migrate(databaseUrl);
  expect(await find({ agent: 'mia' })).toEqual(ids);
});

test('what comes after goes on behind what was there', async () => {
  await storeAsBefore('mia', randomUUID());
  const before = await sql<{ sequence: string }>`select sequence from lars.statements`.execute(
    database,
  );
  await migrate(databaseUrl);
  const after = await sql<{ next: string }>`
    select nextval('lars.statement_sequence') as next
  `.execute(database);
  expect(BigInt(after.rows[0]!.next)).toBeGreaterThan(BigInt(before.rows[0]!.sequence));
});
