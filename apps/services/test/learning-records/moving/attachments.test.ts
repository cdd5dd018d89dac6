import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { prepareCommands, runIn } from '../../commands/commands.ts';
import { attachmentOf, statementOf } from '../statement-samples.ts';

const mebibyte = 1024 * 1024;

async function startStore() {
  const store = await prepareCommands();
  const env = { DATABASE_URL: store.databaseUrl, LECTERN_ISSUER: 'https://login.example' };
  return { ...store, run: (...args: string[]) => runIn(env, ...args) };
}

test('a line has all that belongs to its statement, and of what is elsewhere as much as an import takes', async () => {
  const store = await startStore();
  const letters = ['a', 'b', 'c', 'd', 'e', 'f'];
  const named = letters.map((letter) => ({
    ...attachmentOf(letter.repeat(8 * mebibyte)),
    fileUrl: 'https://files.example/film',
  }));
  const own = attachmentOf('Wasser') as { readonly sha2: string };
  const statement = statementOf({
    stored: '2024-05-01T10:00:00.000000Z',
    attachments: [...named, own],
  });
  const attachments = [{ sha2: own.sha2, content: Buffer.from('Wasser').toString('base64') }];
  const given = await store.write({ given: JSON.stringify({ statement, attachments }) });
  expect(await store.run('import-records', given)).toMatchObject({ code: 0 });
  // They came with other statements of the same person.
  await sql`
    insert into lars.attachments (subject, sha2, content)
    select subject, encode(sha256(one), 'hex'), one from lars.statement_ids,
      lateral (select convert_to(repeat(letter, ${8 * mebibyte}), 'UTF8') as one
        from unnest(${letters}::text[]) letter) others
  `.execute(store.database);

  const exported = await store.run('export-records');
  const line = JSON.parse(exported.output) as { attachments: { sha2: string }[] };
  const hashes = [...named.slice(0, 3), own].map((one) => (one as typeof own).sha2);
  expect(line.attachments.map(({ sha2 }) => sha2)).toEqual(hashes);

  const other = await startStore();
  const file = await other.write({ file: exported.output });
  expect(await other.run('import-records', file)).toEqual({
    code: 0,
    output: '1 stored, 0 there already, 0 refused.\n',
    notes: '',
  });
  expect((await other.run('export-records')).output === exported.output).toBe(true);
}, 60_000);
