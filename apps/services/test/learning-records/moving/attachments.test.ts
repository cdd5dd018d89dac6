import { expect, test } from 'vitest';
import { prepareCommands, runIn } from '../../commands/commands.ts';
import { attachmentOf, statementOf } from '../statement-samples.ts';

async function startStore() {
  const store = await prepareCommands();
  const env = { DATABASE_URL: store.databaseUrl, LECTERN_ISSUER: 'https://login.example' };
  return { ...store, run: (...args: string[]) => runIn(env, ...args) };
}

test('row 117: a line has what came with its statement, and not what came with another one', async () => {
  const store = await startStore();
  const lineOf = (names: readonly string[], brought: string) => {
    const own = attachmentOf(brought) as { readonly sha2: string };
    const fileUrl = 'https://files.example/film';
    const statement = statementOf({
      stored: '2024-05-01T10:00:00.000000Z',
      attachments: [...names.map((name) => ({ ...attachmentOf(name), fileUrl })), own],
    });
    const content = Buffer.from(brought).toString('base64');
    return { statement, attachments: [{ sha2: own.sha2, content }] };
  };
  const lines = [lineOf([], 'Quelle'), lineOf(['Quelle', 'Meer'], 'Wasser')];
  const given = await store.write({ given: lines.map((line) => JSON.stringify(line)).join('\n') });
  expect(await store.run('import-records', given)).toMatchObject({ code: 0 });

  const exported = await store.run('export-records');
  const attached = exported.output
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as (typeof lines)[number]).attachments);
  expect(attached).toEqual(lines.map(({ attachments }) => attachments));

  const other = await startStore();
  const file = await other.write({ file: exported.output });
  expect(await other.run('import-records', file)).toEqual({
    code: 0,
    output: '2 stored, 0 there already, 0 refused.\n',
    notes: '',
  });
  expect((await other.run('export-records')).output === exported.output).toBe(true);
});
