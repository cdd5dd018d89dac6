import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { prepareCommands } from './commands.ts';

vi.mock('node:fs/promises', async (importActual) => {
  const actual = await importActual<typeof import('node:fs/promises')>();
  return { ...actual, open: vi.fn<typeof actual.open>(actual.open) };
});

test('a file that cannot be closed is not left behind: what is in it is not known', async () => {
  const { database, folder, run } = await prepareCommands();
  await database.insertInto('aua.users').values({ subject: 'mia' }).execute();
  const path = join(folder, 'mia.json');
  const { open: actualOpen } =
    await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises');
  // As on a network file system, which may tell at the end only that there is no room.
  vi.mocked(open).mockImplementationOnce(async (...args) => {
    const file = await actualOpen(...args);
    const close = file.close.bind(file);
    vi.spyOn(file, 'close').mockImplementationOnce(async () => {
      await close();
      throw new Error('EDQUOT: disk quota exceeded, close');
    });
    return file;
  });
  const outcome = await run('export-user', 'mia', '--output', path);
  expect(outcome).toEqual({
    code: 1,
    output: '',
    notes: 'The file cannot be written: EDQUOT: disk quota exceeded, close.\n',
  });
  await expect(stat(path)).rejects.toThrow('ENOENT');
});
