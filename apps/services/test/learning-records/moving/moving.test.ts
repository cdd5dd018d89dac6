import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { prepareCommands, runIn } from '../../commands/commands.ts';
import { startBeforeAll, startTestPlatform } from '../../platform.ts';
import { attachmentOf, bodyWith, statementOf, voidingOf } from '../statement-samples.ts';
import { base, base2, clientOf, keyWith, type Client, type Sent } from '../xapi/requests.ts';

const platform = startBeforeAll(startTestPlatform);
let store: Client;
let person: { readonly subject: string; readonly token: string };
let run: (...args: string[]) => ReturnType<typeof runIn>;

beforeAll(async () => {
  store = clientOf(platform, await keyWith(platform, 'all'));
  person = await platform.identityProvider.signIn('mia');
  run = (...args) =>
    runIn({ DATABASE_URL: platform.databaseUrl, LECTERN_ISSUER: issuer() }, ...args);
  await live();
});

const issuer = () => platform.identityProvider.servicesClient.issuer;

async function post(statements: readonly object[], sent: Partial<Sent> = {}): Promise<void> {
  const headers = { 'Content-Type': 'application/json', ...sent.headers };
  const body = sent.body ?? JSON.stringify(statements);
  const answer = await store(`${base}/statements`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}

const voided = statementOf();
const open = statementOf();

/** Something of all that a line can hold. */
async function live(): Promise<void> {
  await post([statementOf({ result: { score: { scaled: 0.5 }, duration: 'PT1.50S' } })]);
  const attached = statementOf({ attachments: [attachmentOf('Wasser'), attachmentOf('Dampf')] });
  await post([], bodyWith([attached], 'Wasser', 'Dampf'));
  await post([voided, open]);
  await post([voidingOf(voided.id)]);
  await post([statementOf({ object: { objectType: 'StatementRef', id: attached.id } })]);
  // Two definitions, of which the later one counts.
  const named = (de: string) => ({ id: 'https://l.example/2', definition: { name: { de } } });
  await post([statementOf({ object: named('alt') })]);
  await post([statementOf({ object: named('neu') })]);
  const statement = { verb: { id: 'http://v.example/did' }, object: { id: 'urn:lectern:1' } };
  const { subject, token } = person;
  await platform
    .as('lars', person)
    .dataPut({ body: { subject, put_dto: { dto_id: 'kreislauf', statement } } });
  // A person voids what is another's: nothing happens, here and there.
  const actor = { account: { homePage: issuer(), name: subject } };
  const mine = clientOf(platform, `Bearer ${token}`, '2.0.0');
  const context = { contextAgents: [{ objectType: 'contextAgent', agent: actor }] };
  for (const statement of [voidingOf(open.id, { actor }), statementOf({ actor, context })]) {
    const answer = await mine(`${base2}/statements`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(statement),
    });
    expect(answer.status).toBe(200);
  }
}

async function anotherStore() {
  const other = await prepareCommands();
  const env = { DATABASE_URL: other.databaseUrl, LECTERN_ISSUER: issuer() };
  return { ...other, run: (...args: string[]) => runIn(env, ...args) };
}

async function exported(...args: string[]): Promise<string> {
  const { code, output, notes } = await run('export-records', ...args);
  expect({ code, notes }).toEqual({ code: 0, notes: '' });
  return output;
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('export and import', () => {
  test('what was exported from one store and imported into another is exported the same', async () => {
    const there = await exported();
    const other = await anotherStore();
    const file = await other.write({ 'records.ndjson': there });
    const lines = linesOf(there);
    expect(await other.run('import-records', file)).toEqual({
      code: 0,
      output: `${lines.length} stored, 0 there already, 0 refused.\n`,
      notes: '',
    });
    expect((await other.run('export-records')).output).toBe(there);
    // Also what else a store knows by its statements.
    const definitions = (database: typeof platform.database) =>
      sql`
        select (select json_agg(one order by one::text) from (
          select subject, stored, statement_id, verb, activity, terms, refers_to, is_voided
          from lars.statements) one) as statements,
        (select json_agg(one order by one::text) from
          (select activity_id, definition from lars.activities) one) as activities,
        (select json_agg(one order by one::text) from lars.voidings one) as voidings
      `.execute(database);
    const sorted = ({ rows }: Awaited<ReturnType<typeof definitions>>) =>
      JSON.parse(JSON.stringify(rows), (key, value: unknown) =>
        key === 'terms' && Array.isArray(value)
          ? value.map(String).toSorted((a, b) => a.localeCompare(b))
          : value,
      ) as unknown;
    expect(sorted(await definitions(other.database))).toEqual(
      sorted(await definitions(platform.database)),
    );

    expect(await other.run('import-records', file)).toEqual({
      code: 0,
      output: `0 stored, ${lines.length} there already, 0 refused.\n`,
      notes: '',
    });
    expect((await other.run('export-records')).output).toBe(there);
  });

  test('a file is written for its owner alone, and replaces none', async () => {
    const { folder } = await anotherStore();
    const file = join(folder, 'records.ndjson');
    await exported('--output', file);
    expect(await readFile(file, 'utf8')).toBe(await exported());
    expect(await run('export-records', '--output', file)).toMatchObject({ code: 1, output: '' });
  });

  test('times and a subject choose what is exported', async () => {
    const all = linesOf(await exported('--statements-only'));
    const stored = all.map((statement) => String(statement['stored']));
    const [third, fifth] = [stored[2]!, stored[4]!];
    expect(
      linesOf(await exported('--statements-only', '--since', third, '--until', fifth)),
    ).toEqual(all.slice(3, 5));
    const own = linesOf(await exported('--statements-only', '--subject', person.subject));
    expect(own).toHaveLength(3);
    expect(all.filter(({ actor }) => JSON.stringify(actor).includes(person.subject))).toEqual(own);
  });

  test('what is voided stays so where the statement that voids it is not exported', async () => {
    const line = linesOf(await exported()).find(
      ({ statement }) => (statement as { id: string }).id === voided.id,
    );
    const other = await anotherStore();
    await other.run('import-records', await other.write({ f: JSON.stringify(line) }));
    expect(linesOf((await other.run('export-records')).output)).toEqual([line]);
  });

  test.each([
    ['--since', '2026-02-30'],
    ['--until', 'yesterday'],
    ['--since', "2026-01-01' or true"],
  ])('%s %s is no time', async (flag, text) => {
    expect(await run('export-records', flag, text)).toMatchObject({ code: 2, output: '' });
  });
});

describe('import of what others have written', () => {
  const plain = (change: object = {}) =>
    statementOf({ stored: '2024-05-01T10:00:00.000000Z', version: '1.0.3', ...change });

  test('plain statements keep when they were stored and who said so', async () => {
    const other = await anotherStore();
    const authority = { objectType: 'Agent', mbox: 'mailto:old@store.example' };
    const given = plain({ authority });
    const file = await other.write({ f: `\ufeff${JSON.stringify(given)}\r\n\n` });
    expect(await other.run('import-records', file)).toMatchObject({ code: 0 });
    const [kept] = linesOf((await other.run('export-records', '--statements-only')).output);
    expect(kept).toEqual({ ...given, authority });
  });

  test('what names nobody who says so, and no time, gets the import and when it was stored', async () => {
    const other = await anotherStore();
    const { timestamp: _, ...given } = plain({ authority: undefined }) as Record<string, unknown>;
    const file = await other.write({ f: JSON.stringify(given) });
    const importing = () => other.run('import-records', file);
    expect(await importing()).toMatchObject({ code: 0 });
    const [kept] = linesOf((await other.run('export-records', '--statements-only')).output);
    expect(kept).toEqual({
      ...given,
      timestamp: given['stored'],
      authority: {
        objectType: 'Agent',
        account: { homePage: issuer(), name: 'import-records' },
      },
    });
    expect(await importing()).toMatchObject({ output: '0 stored, 1 there already, 0 refused.\n' });
  });

  test('a line of nothing but the mark of another file ends no import', async () => {
    const other = await anotherStore();
    const file = await other.write({
      f: `${JSON.stringify(plain())}\n\ufeff\n${JSON.stringify(plain())}\n`,
    });
    const { code, output, notes } = await other.run('import-records', file);
    expect({ code, output }).toEqual({
      code: 1,
      output: '2 stored, 0 there already, 1 refused.\n',
    });
    expect(notes).toContain('line 2: empty\n');
  });

  test('each line that cannot be stored is named with the reason, and the others are stored', async () => {
    const other = await anotherStore();
    const stored = plain();
    const [unsent] = [attachmentOf('Wasser')];
    const lines = [
      JSON.stringify(stored),
      '{"id":',
      JSON.stringify({ ...stored, verb: { id: 'http://v.example/other' } }),
      JSON.stringify({ ...plain(), actor: { mbox: 'mia' } }),
      JSON.stringify({ ...plain(), id: undefined }),
      JSON.stringify({ ...plain(), stored: undefined }),
      JSON.stringify({ ...plain(), stored: '2999-01-01T00:00:00Z' }),
      JSON.stringify({ ...plain(), stored: '0000-01-01T00:00:00Z' }),
      JSON.stringify({ ...plain(), stored: '2026-01-01T00:00:00+23:00' }),
      JSON.stringify({ ...plain(), attachments: [unsent] }),
      JSON.stringify({ statement: plain(), attachments: [{ sha2: 'aa', content: 'AAAA' }] }),
      '{"statement":{},"else":1}',
      '"statement"',
      '{"a":"\\u0000"}',
      JSON.stringify(plain()),
    ];
    const file = await other.write({ f: lines.join('\n') });
    const { code, output, notes } = await other.run('import-records', file);
    expect({ code, output }).toEqual({
      code: 1,
      output: '2 stored, 0 there already, 13 refused.\n',
    });
    const reasons = notes.trimEnd().split('\n');
    expect(reasons.map((text) => text.split(':', 1)[0])).toEqual([
      ...Array.from({ length: 13 }, (_, index) => `line ${index + 2}`),
      'Not all lines are stored.',
    ]);
    expect(reasons.slice(0, 9)).toEqual([
      'line 2: Not JSON, or with a member __proto__ or constructor.prototype.',
      `line 3: another statement has the id ${stored.id}`,
      expect.stringContaining('statement.actor'),
      'line 5: statement.id: missing',
      'line 6: statement.stored: missing',
      'line 7: statement.stored: 2999-01-01T00:00:00Z lies in the future',
      'line 8: statement.stored: before the year 1',
      'line 9: statement.stored: an offset of more than 15 hours',
      'line 10: statement.attachments[0]: its raw data is missing',
    ]);
  });

  test('it stops at the first fault where it is told to', async () => {
    const other = await anotherStore();
    const [first, second] = [plain(), plain()];
    const file = await other.write({
      f: [JSON.stringify(first), '{', JSON.stringify(second)].join('\n'),
    });
    const { code, output } = await other.run('import-records', '--stop-at-fault', file);
    expect({ code, output }).toEqual({
      code: 1,
      output: '1 stored, 0 there already, 1 refused.\n',
    });
    const [kept, ...others] = linesOf((await other.run('export-records')).output);
    expect([kept, others]).toMatchObject([{ statement: { id: first.id } }, []]);
  });

  test('after an interruption the same file goes on where it was', async () => {
    const other = await anotherStore();
    const all = Array.from({ length: 450 }, () => JSON.stringify(plain()));
    const half = await other.write({ half: all.slice(0, 230).join('\n') });
    await other.run('import-records', half);
    const whole = await other.write({ whole: all.join('\n') });
    expect(await other.run('import-records', whole)).toMatchObject({
      output: '220 stored, 230 there already, 0 refused.\n',
    });
    const ids = linesOf((await other.run('export-records', '--statements-only')).output);
    expect(ids.map(({ id }) => id)).toEqual(
      all.map((line) => (JSON.parse(line) as { id: string }).id),
    );
  });

  test('a file that is not there, or nobody who says whose accounts are users', async () => {
    const other = await anotherStore();
    expect(await other.run('import-records', join(other.folder, 'none'))).toMatchObject({
      code: 1,
    });
    const file = await other.write({ f: '' });
    const nobody = await runIn({ DATABASE_URL: other.databaseUrl }, 'import-records', file);
    expect(nobody.code).toBe(2);
  });
});
