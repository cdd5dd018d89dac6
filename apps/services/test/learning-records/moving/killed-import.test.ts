import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { prepareCommands } from '../../commands/commands.ts';
import { commandsAreGone } from '../../commands/locks.ts';
import { statementOf } from '../statement-samples.ts';

const main = fileURLToPath(new URL('../../../src/commands/main.ts', import.meta.url));

test('an import from the standard input that is killed goes on where it was', async () => {
  const { database, databaseUrl } = await prepareCommands();
  const start = () => {
    const child = spawn(process.execPath, [main, 'import-records', '-'], {
      env: {
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        DATABASE_URL: databaseUrl,
        LECTERN_ISSUER: 'https://login.example',
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    // It dies while it is written to.
    child.stdin.on('error', () => {});
    return child;
  };
  const countOf = async () => {
    const { count } = await database
      .selectFrom('lars.statements')
      .select((select) => select.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  const stored = '2024-05-01T10:00:00Z';
  const lines = Array.from({ length: 1_000 }, () => `${JSON.stringify(statementOf({ stored }))}\n`);

  const first = start();
  // Not all of it: the process waits for more.
  first.stdin.write(lines.slice(0, 700).join(''));
  await vi.waitUntil(async () => (await countOf()) >= 200, { interval: 20 });
  first.kill('SIGKILL');
  await once(first, 'close');
  // The database stores to the end what it was about to store.
  await commandsAreGone(database);
  const before = await countOf();
  expect(before).toBeLessThan(1_000);

  const second = start();
  const output = text(second.stdout);
  second.stdin.end(lines.join(''));
  const [code] = (await once(second, 'close')) as [number];
  expect({ code, output: await output }).toEqual({
    code: 0,
    output: `${1_000 - before} stored, ${before} there already, 0 refused.\n`,
  });
  expect(await countOf()).toBe(1_000);
});
