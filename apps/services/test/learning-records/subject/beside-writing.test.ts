import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { learningRecordsSubjectData } from '../../../src/learning-records/subject-data.ts';
import { insertStatements } from '../insert-statements.ts';
import { attachmentOf } from '../statement-samples.ts';
import { accountOf, given, issuer, startSubjectStore, type SubjectStore } from './subject-store.ts';
import { roundsOf } from '../../../../../test/rounds.ts';

const nothing = { ids: 0, statements: 0, unattached: 0 };

/** Statements of a subject without end, some with the same attachment as all others; gives their number. */
function writeUntil(store: SubjectStore, subject: string, signal: AbortSignal) {
  const contents = new Map([[hash('sha256', 'Wasser'), Buffer.from('Wasser')]]);
  const write = async (): Promise<number> => {
    let count = 0;
    for (; !signal.aborted; count += 2) {
      const attached = given(subject, { attachments: [attachmentOf('Wasser')] });
      await store.keep([{ ...attached, contents }]);
      await store.keep([
        given(subject),
        given('teacher', { context: { instructor: accountOf(subject) } }),
      ]);
    }
    return count;
  };
  return Promise.all([write(), write(), write()]);
}

test.each(['erase', 'move'] as const)(
  'to %s while statements of the subject come in leaves nothing half',
  async (how) => {
    const store = await startSubjectStore();
    const writing = new AbortController();
    const written = writeUntil(store, 'mia', writing.signal);
    const gone = () => (how === 'erase' ? store.erase('mia') : store.move('mia', 'ben'));
    for (let round = 0; round < roundsOf(5); round++) {
      await gone();
      expect(await store.orphans()).toEqual(nothing);
    }
    writing.abort();
    const counts = await written;
    expect(Math.min(...counts)).toBeGreaterThan(0);
    await gone();
    expect(await store.orphans()).toEqual(nothing);
    const { rows } = await sql`
      select from lars.statement_ids where subject = 'mia'
      union all select from lars.attachments where subject = 'mia'
      union all select from lars.statements where strpos(statement::text, '"mia"') > 0
    `.execute(store.database);
    expect(rows).toEqual([]);
  },
);

test('an erased statement takes with it what was said of it by its id', async () => {
  const store = await startSubjectStore();
  const statement = given('mia');
  await store.keep([statement]);
  const object = { objectType: 'StatementRef', id: statement.statement.id };
  const verb = { id: 'http://adlnet.gov/expapi/verbs/voided' };
  await store.keep([given('tool', { verb, object })]);
  await store.erase('mia');
  const { rows } = await sql`select from lars.voidings`.execute(store.database);
  expect(rows).toEqual([]);
});

test('a statement whose id is lost is renamed like others, and the renaming ends', async () => {
  const store = await startSubjectStore();
  const statement = given('teacher', { context: { instructor: accountOf('mia') } });
  await store.keep([statement]);
  await sql`delete from lars.statement_ids`.execute(store.database);
  await store.erase('mia');
  expect(await store.texts()).toEqual([expect.stringContaining('"erased"')]);
});

test('others write between the parts of a move, and what is done of it stays done', async () => {
  const store = await startSubjectStore();
  const { database } = store;
  const subjects = Array.from({ length: 1_200 }, () => ({ subject: 'mia' }));
  await insertStatements(database, subjects);
  await sql
    .raw(`
      create function lars.refuse_much() returns trigger language plpgsql as $$ begin
        if (select count(*) from lars.statement_ids where subject = 'ben') > 1000 then
          raise exception 'ended';
        end if;
        return null;
      end $$;
      create trigger refuse_much after update on lars.statement_ids
        for each statement execute function lars.refuse_much();
    `)
    .execute(database);
  const { ahead } = learningRecordsSubjectData([issuer]);
  await expect(ahead.move(database, 'mia', 'ben')).rejects.toThrow('ended');
  const countOf = async (subject: string) => {
    const { rows } = await sql`select from lars.statements where subject = ${subject}`.execute(
      database,
    );
    return rows.length;
  };
  expect([await countOf('mia'), await countOf('ben')]).toEqual([200, 1_000]);
  expect(await store.orphans()).toEqual(nothing);

  await sql.raw('drop function lars.refuse_much cascade').execute(database);
  expect(await ahead.move(database, 'mia', 'ben')).toMatchObject({ 'lars.statements': 200 });
  expect([await countOf('mia'), await countOf('ben')]).toEqual([0, 1_200]);
});
