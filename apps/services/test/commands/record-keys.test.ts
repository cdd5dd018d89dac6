import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createVerifyKey } from '../../src/learning-records/access/api-keys.ts';
import { prepareCommands, type CommandTest } from './commands.ts';
import { rowsOf } from '../rows.ts';

const create = ['record-keys', 'create', '--title', 'Moodle', '--scopes', 'statements/write,state'];

async function created({ run }: CommandTest): Promise<{ key: string; secret: string }> {
  const { code, output, notes } = await run(...create);
  expect({ code, notes }).toEqual({ code: 0, notes: '' });
  const [, key = '', secret = ''] = /^key {5}(\S+)\nsecret {2}(\S+)\n$/.exec(output) ?? [];
  return { key, secret };
}

const changesIn = ({ database }: CommandTest) =>
  rowsOf(database, 'aua.audit_log', { call: 'command:record-keys' }, 'at').get('change');

test('a key is made, shown once with its secret, and kept as a hash', async () => {
  const commands = await prepareCommands();
  const { key, secret } = await created(commands);
  const rows = await commands.database.selectFrom('lars.api_keys').selectAll().execute();
  expect(rows).toEqual([
    expect.objectContaining({
      api_key: key,
      secret_hash: hash('sha256', secret, 'buffer'),
      title: 'Moodle',
      scopes: ['statements/write', 'state'],
    }),
  ]);
  expect(await createVerifyKey(commands.database)({ key, secret })).toMatchObject({
    api_key: key,
    scopes: ['statements/write', 'state'],
  });
  const changes = await changesIn(commands);
  expect(changes).toEqual([
    {
      change: {
        created: key,
        title: 'Moodle',
        scopes: ['statements/write', 'state'],
        operator: expect.any(String) as string,
      },
    },
  ]);
  expect(JSON.stringify(changes)).not.toContain(secret);
});

test('a revoked key opens nothing and stays in the list', async () => {
  const commands = await prepareCommands();
  const { run } = commands;
  expect((await run('record-keys', 'list')).output).toBe('There are no keys.\n');
  const kept = await created(commands);
  const { key, secret } = await created(commands);
  expect((await run('record-keys', 'revoke', key)).output).toBe(`${key} is revoked.\n`);
  expect((await run('record-keys', 'revoke', key)).output).toContain('Nothing had to change.');
  const verify = createVerifyKey(commands.database);
  expect(await verify({ key, secret })).toBeUndefined();
  expect(await verify(kept)).toBeDefined();
  const { output } = await run('record-keys', 'list');
  expect(output.split('\n')).toEqual([
    expect.stringMatching(`^${kept.key}  \\S+Z  in force  statements/write,state  Moodle$`),
    expect.stringMatching(`^${key}  \\S+Z  revoked \\S+Z  statements/write,state  Moodle$`),
    '',
  ]);
  expect(output).not.toContain(secret);
  expect(await changesIn(commands)).toHaveLength(3);
});

test('a key that there is not is said to be none', async () => {
  const { run } = await prepareCommands();
  expect(await run('record-keys', 'revoke', 'lrs-none')).toEqual({
    code: 1,
    output: '',
    notes: 'There is no key lrs-none.\n',
  });
});

describe('wrong arguments end with 2 and make nothing', () => {
  test.each([
    [['record-keys']],
    [['record-keys', 'renew']],
    [['record-keys', 'revoke']],
    [['record-keys', 'revoke', 'a', 'b']],
    [['record-keys', 'list', 'a']],
    [['record-keys', 'list', '--title', 'x']],
    [['record-keys', 'create', '--scopes', 'all']],
    [['record-keys', 'create', '--title', 'x']],
    [['record-keys', 'create', '--title', ' ', '--scopes', 'all']],
    [['record-keys', 'create', '--title', 'a\nb', '--scopes', 'all']],
    [['record-keys', 'create', '--title', 'x'.repeat(101), '--scopes', 'all']],
    [['record-keys', 'create', '--title', 'x', '--scopes', 'all,everything']],
    [['record-keys', 'create', '--title', 'x', '--scopes', 'toString']],
    [['record-keys', 'create', '--title', 'x', '--scopes', 'all', '--secret', 'own']],
  ])('%j', async (args) => {
    const { database, run } = await prepareCommands();
    expect((await run(...args)).code).toBe(2);
    expect(await database.selectFrom('lars.api_keys').selectAll().execute()).toEqual([]);
  });
});
