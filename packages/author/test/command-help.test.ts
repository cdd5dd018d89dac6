import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const author = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const run = promisify(execFile);

test.each([[['--help']], [['publish', '--help']], [['check', 'http://localhost:9', '--help']]])(
  '%j is answered with the help, and nothing is done',
  async (args) => {
    const { stdout, stderr } = await run(process.execPath, [author, ...args]);
    expect(stdout).toContain('lectern-author publish');
    expect(stderr).toBe('');
  },
);

test('a command that there is none of is named, beside those that there are', async () => {
  const outcome = run(process.execPath, [author, 'pubish', 'folder']);
  await expect(outcome).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown command pubish\.\n\n[^]*lectern-author publish/),
  });
});

test.each(['simulate', 'check', 'new', 'publish', 'publications', 'roll-back'])(
  '%s takes one word beside its flags',
  async (command) => {
    const outcome = run(process.execPath, [author, command, 'my', 'course']);
    await expect(outcome).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^One word is taken .* "course" follows "my"\. .*\n$/),
    });
  },
);
