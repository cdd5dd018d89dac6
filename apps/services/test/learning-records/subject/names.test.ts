import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { subjectOfFurtherIssuer } from '../../../src/storage/subject-names.ts';
import { linkSubject } from '../../platform.ts';
import { insertStatements } from '../insert-statements.ts';
import { accountOf, furtherIssuer, given, startSubjectStore } from './subject-store.ts';

const elsewhere = 'https://elsewhere.example';

/** Names of instructors in others' statements. */
const instructors = (texts: readonly string[]) =>
  texts.map((text) => {
    const { context } = JSON.parse(text) as { context: { instructor: object } };
    return context.instructor;
  });

async function taughtBy(...agents: readonly object[]) {
  const store = await startSubjectStore();
  for (const instructor of agents) {
    await store.keep([given('teacher', { context: { instructor } })]);
  }
  return store;
}

test('who is called the same elsewhere is somebody else', async () => {
  const [mia, other] = [accountOf('mia'), { ...accountOf('mia', elsewhere), name: 'Mia' }];
  // Both in one statement, and each alone.
  const team = { objectType: 'Group', member: [other, { ...mia, name: 'Mia' }] };
  const store = await taughtBy(mia, other, team);
  await store.erase('mia');
  expect(instructors(await store.texts())).toEqual([
    accountOf('erased'),
    other,
    { ...team, member: [other, accountOf('erased')] },
  ]);
});

test('a person of a further issuer is erased by the name that it has there', async () => {
  const subject = subjectOfFurtherIssuer(furtherIssuer, '4711');
  const store = await taughtBy(
    { ...accountOf('4711', furtherIssuer), name: 'Mia' },
    accountOf(subject),
    accountOf('4711'),
  );
  await store.erase(subject);
  expect(instructors(await store.texts())).toEqual([
    accountOf('erased', furtherIssuer),
    accountOf('erased'),
    accountOf('4711'),
  ]);
});

test('and moved to the account of the person that it is from now on', async () => {
  const subject = subjectOfFurtherIssuer(furtherIssuer, '4711');
  const store = await taughtBy({ ...accountOf('4711', furtherIssuer), name: 'Mia' });
  await store.keep([given('4711', { actor: accountOf('4711', furtherIssuer) })]);
  await store.move(subject, 'mia');
  const [taught, own] = await store.texts();
  expect(instructors([taught!])).toEqual([{ ...accountOf('mia'), name: 'Mia' }]);
  expect(JSON.parse(own!)).toMatchObject({ actor: accountOf('mia') });
});

test('the accounts that lead to a person by a link are the person, too', async () => {
  const store = await startSubjectStore();
  await linkSubject(store.database, 'old-mia', 'mia');
  for (const name of ['old-mia', 'mia', 'ben']) {
    await store.keep([given('teacher', { context: { instructor: accountOf(name) } })]);
  }
  await store.erase('mia');
  expect(instructors(await store.texts())).toEqual([
    accountOf('erased'),
    accountOf('erased'),
    accountOf('ben'),
  ]);
});

test('a moved statement is the same byte for byte, but for the account', async () => {
  const store = await startSubjectStore();
  const { database } = store;
  // As PostgreSQL has it of old: with spaces, and in no order that JavaScript would keep.
  const textOf = (name: string) =>
    [
      '{"verb": {"id": "http://v.example/did"},  "10": 1, "9": 1e2, "b":12345678901234567890.10, ',
      '"result": {"score": {"raw": 1.50}, "extensions": {"http://x.example/\\u00e4": [1E400, "mia"]}}, ',
      `"actor": {"name": "mia", "account": {"name": "${name}", "homePage": "https://login.example"}}}`,
    ].join('');
  await insertStatements(database, [{ subject: 'mia', json: textOf('mia') }]);
  const rowOf = async () => {
    const { rows } = await sql<Record<string, unknown>>`select * from lars.statements`.execute(
      database,
    );
    const { subject, statement: _, ...row } = rows[0]!;
    return { subject, row };
  };
  const before = await rowOf();
  await store.move('mia', 'ben');
  expect(await store.texts()).toEqual([textOf('ben')]);
  // This holds for any further columns.
  expect(await rowOf()).toEqual({ ...before, subject: 'ben' });
});

test('erasing takes the name beside the account, and nothing else', async () => {
  const store = await startSubjectStore();
  const textOf = (agent: string) => `{"actor": {${agent}}, "n": 1.0}`;
  const account = (name: string) =>
    `"account": {"homePage": "https://login.example", "name": "${name}"}`;
  const texts = [
    `"name": "Mia", ${account('mia')}`,
    `"objectType": "Agent", "name": "Mia", ${account('mia')}`,
    `${account('mia')}, "name": "Mia"`,
    `${account('mia')}, "name": {${account('mia')}}`,
  ];
  for (const text of texts) {
    await insertStatements(store.database, [{ subject: 'tool', json: textOf(text) }]);
  }
  await sql`update lars.statements set terms = array[lars.term('related-agent', 'mia')]`.execute(
    store.database,
  );
  await store.erase('mia');
  const erased = account('erased');
  expect(await store.texts()).toEqual(
    [erased, `"objectType": "Agent", ${erased}`, erased, `${erased}, "name": {${erased}}`].map(
      textOf,
    ),
  );
});

test('words are no names: what was refused of others says the same as before', async () => {
  const store = await startSubjectStore();
  const { database } = store;
  const refused = {
    actor: { ...accountOf('a'), name: 'a' },
    verb: 'a',
    result: { response: 'a' },
    context: { instructor: accountOf('a', elsewhere), team: { account: { name: 'a' } } },
  };
  const ofTool = (name: string) => ({ helper: accountOf(name).account, name: 'a' });
  await database
    .insertInto('lars.refused_statements')
    .values(
      [refused, ofTool('a')].map((statement) => ({
        subject: 'tool',
        authority: 'a',
        fault: 'a',
        statement: JSON.stringify(statement),
      })),
    )
    .execute();
  const [unrelated, naming] = [
    given('ben'),
    given('ben', { context: { instructor: accountOf('a') } }),
  ];
  await store.keep([unrelated, naming]);
  await sql`
    insert into lars.forwarding_failures (subject, target, sequence, statement_id, status, answer)
    select subject, 'town', sequence, statement_id, 400, 'not a valid activity of a'
    from lars.statements
  `.execute(database);

  await store.erase('a');
  const rows = await database
    .selectFrom('lars.refused_statements')
    .select(['authority', 'fault', 'statement'])
    .execute();
  const marked = { authority: 'erased', fault: 'a' };
  const statement = {
    actor: accountOf('erased'),
    verb: 'a',
    result: { response: 'a' },
    context: { instructor: accountOf('a', elsewhere), team: { account: { name: 'erased' } } },
  };
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual({ ...marked, statement });
  // An account by itself, too, and no word of the same letters.
  expect(rows).toContainEqual({ ...marked, statement: ofTool('erased') });
  const failures = await database
    .selectFrom('lars.forwarding_failures')
    .select(['statement_id', 'answer', 'status'])
    .orderBy('sequence')
    .execute();
  // The other store's words about a statement that names the person may quote it.
  expect(failures).toEqual([
    { statement_id: unrelated.statement.id, status: 400, answer: 'not a valid activity of a' },
    { statement_id: naming.statement.id, status: 400, answer: '' },
  ]);
});

test('states and what was kept aside move as they are written', async () => {
  const store = await startSubjectStore();
  const text = '{"b": 1.50, "a": 12345678901234567890, "10": 1}';
  await sql`
    insert into lars.refused_statements (subject, authority, fault, statement)
    values ('mia', ${randomUUID()}, 'x', ${text}::json)
  `.execute(store.database);
  await store.move('mia', 'ben');
  const { rows } = await sql`
    select subject, statement::text as text from lars.refused_statements
  `.execute(store.database);
  expect(rows).toEqual([{ subject: 'ben', text }]);
});

test('what was attached goes along, with the name of the key that sent it: its room stays taken', async () => {
  const store = await startSubjectStore();
  const [sha2, ofKey] = ['1', '2'].map((digit) => digit.repeat(64));
  await sql`
    insert into lars.attachments (subject, sha2, content, sent_by)
    values ('mia', ${sha2}, 'a', null), ('mia', ${ofKey}, 'b', 'lrs-1')
  `.execute(store.database);
  await store.move('mia', 'ben');
  const { rows } = await sql`
    select subject, sha2, sent_by from lars.attachments order by sha2
  `.execute(store.database);
  expect(rows).toEqual([
    { subject: 'ben', sha2, sent_by: null },
    { subject: 'ben', sha2: ofKey, sent_by: 'lrs-1' },
  ]);
});
