import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const module = new URL('../src/http/log-output.ts', import.meta.url).href;
const lines = 20_000;

test.each([
  ['a pipe', ''],
  ['a pipe that Node writes to by itself, too', 'process.stdout.write("");'],
])('every line gets through %s, however late it is read', async (_, before) => {
  const program = `
    import { logOutput } from ${JSON.stringify(module)};
    ${before}
    process.stderr.write('begins');
    for (let line = 0; line < ${lines}; line++) logOutput.write('a line\\n');
    process.exit();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  child.stdout.pause();
  await once(child.stderr, 'data');
  const [written] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect(written).toBe('a line\n'.repeat(lines));
});

test('a reader that is gone ends nothing', async () => {
  const program = `
    import { logOutput } from ${JSON.stringify(module)};
    process.stdin.once('data', () => {
      logOutput.write('a line\\n');
      console.error('goes on');
      process.exit();
    });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  child.stdout.destroy();
  child.stdin.end('now');
  expect(await text(child.stderr)).toBe('goes on\n');
});
