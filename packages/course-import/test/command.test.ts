import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const command = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const execute = promisify(execFile);

async function run(...values: readonly string[]) {
  try {
    return { code: 0, ...(await execute(process.execPath, [command, ...values])) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

test('says how it is used', async () => {
  expect(await run('--help')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Usage:') as string,
  });
  expect(await run('only-one')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Usage:') as string,
  });
});

test('a publisher without a product, and a product without a publisher, are no use', async () => {
  for (const half of [
    ['--mandant', 'LECTERN'],
    ['--product', 'wetter'],
  ])
    expect(await run('wetter.zip', 'wetter', ...half)).toMatchObject({ code: 2, stdout: '' });
});

test('what fails is one line, without a stack', async () => {
  const { code, stdout, stderr } = await run('/nowhere/package.zip', '/nowhere/folder');
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr.trim().split('\n')).toHaveLength(1);
});
