import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startBeforeAll } from '../platform.ts';
import { prepareCommands, startCommands } from './commands.ts';
import { school11 } from './one-roster-samples.ts';
import { subjectsOf } from './stored.ts';
import { zipOf, zipOfFiles, type ZipEntry } from './zip-archive.ts';

const honest: readonly ZipEntry[] = Object.entries(school11).map(([name, content]) => ({
  name,
  content,
}));
const without = (name: string) => honest.filter((entry) => entry.name !== name);
const users = school11['users.csv']!;
const header = users.slice(0, users.indexOf('\n') + 1);
/** Ten kilobytes that unpack to ten megabytes. */
const bomb = header + '\n'.repeat(10_000_000);

const refused: Readonly<Record<string, readonly [Uint8Array, string]>> = {
  'a name that leads out': [
    zipOf([...honest, { name: '../../evil.csv', content: 'x' }]),
    'The zip cannot be read: invalid relative path: ../../evil.csv',
  ],
  'a name that commands the terminal': [
    zipOf([...honest, { name: '../\u001b[2J.csv', content: 'x' }]),
    'The zip cannot be read: invalid relative path: ../?[2J.csv',
  ],
  'an absolute name': [
    zipOf([...honest, { name: '/etc/evil.csv', content: 'x' }]),
    'The zip cannot be read: absolute path: /etc/evil.csv',
  ],
  'a name with backslashes': [
    zipOf([...honest, { name: '..\\evil.csv', content: 'x' }]),
    'The zip cannot be read: invalid relative path: ../evil.csv',
  ],
  'two files of one name': [
    zipOf([...honest, { name: 'users.csv', content: header }]),
    'The zip has two entries "users.csv"',
  ],
  'more than it promises': [
    zipOf([...without('users.csv'), { name: 'users.csv', content: bomb, claimedSize: 100 }]),
    'users.csv: cannot be unpacked (too many bytes in the stream. expected 100',
  ],
  'less than it promises': [
    zipOf([...without('users.csv'), { name: 'users.csv', content: users, claimedSize: 99_999 }]),
    'users.csv: cannot be unpacked (not enough bytes in the stream',
  ],
  'a bomb that promises what it holds': [
    zipOf([...without('users.csv'), { name: 'users.csv', content: header, claimedSize: 2 ** 31 }]),
    'users.csv: unpacks to more than 1073741824 bytes',
  ],
  'another checksum': [
    zipOf([...without('users.csv'), { name: 'users.csv', content: users, claimedSum: 1 }]),
    'users.csv: is damaged',
  ],
  'an encrypted file': [
    zipOf([...without('users.csv'), { name: 'users.csv', content: users, isEncrypted: true }]),
    'users.csv: is encrypted',
  ],
  'more entries than a roster has': [
    zipOf(Array.from({ length: 1_001 }, (_, index) => ({ name: `${index}.csv`, content: '' }))),
    'The zip has more than 1000 entries',
  ],
  'a workbook': [
    zipOfFiles({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' }),
    'A workbook of a spreadsheet must be saved as CSV',
  ],
  'half a zip': [zipOf(honest).subarray(0, 500), 'The zip cannot be read'],
  'an empty zip': [zipOf([]), 'There is no users.csv'],
};

/** Refused files leave nothing, so that all of them share a database. */
const refusing = startBeforeAll(startCommands);

test.for(Object.entries(refused))('row 44: refused whole: %s', async ([, [zip, reason]]) => {
  const { database, folder, run, write } = refusing;
  const outcome = await run('import-users', await write({ 'a.zip': zip }));
  expect(outcome).toMatchObject({ code: 1, output: '' });
  expect(outcome.notes).toContain(reason);
  expect(await subjectsOf(database)).toEqual([]);
  expect(await readdir(folder)).toEqual(['a.zip']);
});

test('a zip is known by what it holds, not by its name', async () => {
  const { database, run, write } = await prepareCommands();
  const outcome = await run('import-users', await write({ 'export.dat': zipOf(honest) }));
  expect(outcome.code).toBe(0);
  expect(await subjectsOf(database)).toHaveLength(3);
});
