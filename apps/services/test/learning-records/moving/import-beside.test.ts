import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rememberErased } from '../../../src/authorization/erased-subjects.ts';
import { prepareCommands, runIn, type CommandTest } from '../../commands/commands.ts';
import { statementOf } from '../statement-samples.ts';

const plain = () => statementOf({ stored: '2024-05-01T10:00:00.000000Z', version: '1.0.3' });
const linesOf = (statements: readonly object[]) =>
  statements.map((statement) => JSON.stringify(statement)).join('\n');

async function startImport() {
  const store = await prepareCommands();
  const env = { DATABASE_URL: store.databaseUrl, LECTERN_ISSUER: 'https://login.example' };
  return { ...store, run: (file: string) => runIn(env, 'import-records', file) };
}

/** Until it is called off, the database ends what a statement does to a table with an error. */
async function refuse(
  { database }: Pick<CommandTest, 'database'>,
  when: string,
  sqlState: string,
): Promise<() => Promise<void>> {
  await sql
    .raw(`
      create function lars.refuse() returns trigger language plpgsql as
        $$ begin raise exception 'refused' using errcode = '${sqlState}'; end $$;
      create trigger refuse before ${when} execute function lars.refuse();
    `)
    .execute(database);
  return async () => {
    await sql.raw('drop function lars.refuse cascade').execute(database);
  };
}

test('a database that takes too long is no fault of a line: the import ends, and goes on later', async () => {
  const store = await startImport();
  const statements = Array.from({ length: 5 }, plain);
  const file = await store.write({ f: linesOf(statements) });
  const slow = statements[2]!.id;
  const callOff = await refuse(
    store,
    `insert on lars.statements for each row when (new.statement_id = '${slow}')`,
    '57014',
  );
  const { code, output, notes } = await store.run(file);
  expect({ code, output, notes }).toEqual({
    code: 1,
    output: '',
    notes: expect.stringContaining('takes too long. Import the same file again later'),
  });
  await callOff();
  // Lines before it were stored alone.
  expect(await store.run(file)).toEqual({
    code: 0,
    output: '3 stored, 2 there already, 0 refused.\n',
    notes: '',
  });
});

test('who was erased does not come back with a file of before', async () => {
  const store = await startImport();
  await rememberErased(store.database, ['mia']);
  const mia = { account: { homePage: 'https://login.example', name: 'mia' } };
  const lines = [
    plain(),
    { ...plain(), actor: mia },
    { ...plain(), object: { objectType: 'Agent', ...mia } },
  ];
  const file = await store.write({ f: linesOf(lines) });
  const { output, notes } = await store.run(file);
  expect(output).toBe('2 stored, 0 there already, 1 refused.\n');
  expect(notes).toContain('line 2: It is about a person who was erased here.');
  const { rows } =
    await sql`select from lars.statements where statement::text like '%"mia"%'`.execute(
      store.database,
    );
  expect(rows).toEqual([]);
});

test('what a crash has left unmarked is voided by the second run', async () => {
  const store = await startImport();
  const [voided, open] = [plain(), plain()];
  const lines = [
    { statement: voided, voided: true },
    { statement: open, voided: false },
  ];
  const file = await store.write({ f: linesOf(lines) });
  const callOff = await refuse(
    store,
    'update on lars.statements for each row when (new.is_voided)',
    '57P01',
  );
  await expect(store.run(file)).resolves.toMatchObject({ code: 1, output: '' });
  await callOff();
  const marks = async () => {
    const { rows } = await sql<{ id: string; is_voided: boolean }>`
      select statement_id as id, is_voided from lars.statements order by sequence
    `.execute(store.database);
    return rows.map(({ id, is_voided }) => [id, is_voided]);
  };
  // The crash came between storing and marking.
  expect(await marks()).toEqual([
    [voided.id, false],
    [open.id, false],
  ]);
  expect(await store.run(file)).toMatchObject({
    output: '0 stored, 2 there already, 0 refused.\n',
  });
  expect(await marks()).toEqual([
    [voided.id, true],
    [open.id, false],
  ]);
});

test('others write between its parts: at most 200 statements are stored at once', async () => {
  const store = await startImport();
  const file = await store.write({ f: linesOf(Array.from({ length: 450 }, plain)) });
  await store.run(file);
  const { rows } = await sql`
    select count(*)::integer as count from lars.statements group by xmin::text order by min(sequence)
  `.execute(store.database);
  expect(rows).toEqual([{ count: 200 }, { count: 200 }, { count: 50 }]);
});
