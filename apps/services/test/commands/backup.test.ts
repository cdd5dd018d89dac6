import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { hashesPath } from '../../src/commands/backup/archive.ts';
import { openFolderStore } from '../../src/files/folder-store.ts';
import { openDatabase } from '../../src/index.ts';
import { mountSmallDisk } from '../small-disk.ts';
import { runIn } from './commands.ts';
import { backUpBeforeAll, entriesOf, secrets } from './stored-backup.ts';
import { useDatabase } from './stored-release.ts';

const disk = mountSmallDisk(1);
const backup = backUpBeforeAll();

test('a backup has all, for its owner alone, and its hashes are those of a standard tool', async () => {
  expect(backup.outcome).toMatchObject({ code: 0, output: '' });
  expect((await stat(backup.path)).mode & 0o777).toBe(0o600);
  expect((await readdir(backup.folder)).filter((name) => name.includes('unfinished'))).toEqual([]);
  const entries = await entriesOf(backup.path);
  const bytesOf = (path: string) => entries.find((entry) => entry.path === path)?.bytes.toString();
  expect(bytesOf('settings/secrets.json')).toBe(secrets);
  expect(bytesOf('settings/tls/school.example/authority.key')).toBe('a key');
  for (const name of ['services', 'proxy']) {
    expect(bytesOf(`further${backup.folder}/${name}/env`)).toBe(`settings of ${name}`);
  }
  expect(entries.at(-1)!.path).toBe(hashesPath);
  const sums = bytesOf(hashesPath)!;
  for (const { path, bytes } of entries.slice(0, -1)) {
    expect(sums).toContain(`${createHash('sha256').update(bytes).digest('hex')}  ${path}\n`);
  }
  const check = await runIn({}, 'restore', '--check', backup.path);
  expect(check).toMatchObject({ code: 0, notes: '' });
  expect(check.output).toMatch(
    /^The backup is whole: Lectern 0\.1\.0 on \S+, \d+ rows, 5 files\.\n$/,
  );
});

test('beside DATABASE_URL a data folder gives secrets alone, and without one that is said', async () => {
  const dataFolder = join(backup.folder, 'data');
  const other = { ...backup.environment, LECTERN_DATA: '' };
  const named = join(backup.folder, 'named.tar');
  expect(await runIn(other, 'backup', '--data', dataFolder, named)).toMatchObject({
    code: 0,
    notes: expect.not.stringContaining('No secrets'),
  });
  expect((await entriesOf(named)).map(({ path }) => path)).toContain('settings/secrets.json');
  expect(await runIn(other, 'backup', join(backup.folder, 'bare.tar'))).toMatchObject({
    code: 0,
    notes: expect.stringContaining('No secrets are in the backup: '),
  });
});

test('a backup goes through a pipe, such as for encryption', async () => {
  const main = fileURLToPath(new URL('../../src/commands/main.ts', import.meta.url));
  const pipe = `"$node" "$main" backup - | "$node" "$main" restore --check -`;
  const { stdout } = await promisify(execFile)('sh', ['-c', pipe], {
    env: { ...process.env, ...backup.environment, node: process.execPath, main },
  });
  expect(stdout).toMatch(/^The backup is whole: .* 5 files\.\n$/);
});

describe('a backup is refused, and leaves no file, where', () => {
  /** Variables that change, words of the refusal, and the path unless it is `b.tar`. */
  type Case = readonly [environment: Record<string, string>, words: string, path?: string];
  const folderUnread = 'The folder cannot be read: ENOENT';
  const cases: readonly [string, () => Case | Promise<Case>][] = [
    ['there is a file of this name', () => [{}, 'lectern.tar exists already. Give', backup.path]],
    [
      'the folder is missing',
      () => [{}, 'cannot be written: ENOENT', join(backup.folder, 'no', 'b.tar')],
    ],
    ['nobody says where the files are', () => [{ LECTERN_FILES_FOLDER: '' }, '--without-files']],
    [
      'the folder of the files is misspelt',
      () => [{ LECTERN_FILES_FOLDER: join(backup.folder, 'flies') }, folderUnread],
    ],
    [
      'the data folder is misspelt',
      () => [{ LECTERN_DATA: join(backup.folder, 'dota') }, folderUnread],
    ],
    [
      'a file of the store cannot be read',
      async () => {
        const files = join(backup.folder, 'closed');
        // Sizes of folders are known, and their bytes are none.
        const path = join(files, 'objects', backup.largeObject.slice(0, 2), backup.largeObject);
        await mkdir(path, { recursive: true });
        const words = `The file ${backup.largeObject} cannot be read: EISDIR`;
        return [{ LECTERN_FILES_FOLDER: files }, words];
      },
    ],
    [
      'a setting of the files is missing',
      () => [
        { LECTERN_FILES_FOLDER: '', LECTERN_S3_BUCKET_URL: 'https://s3.example/files' },
        'LECTERN_S3_BUCKET_URL needs LECTERN_S3_REGION beside it.',
      ],
    ],
    [
      'the database belongs to a newer version',
      async () => {
        const url = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
        await useDatabase(url, (database) =>
          sql`insert into platform.kysely_migration values ('0099-later', now()::text)`.execute(
            database,
          ),
        );
        const words = 'another version of Lectern, up to its migration 0099-later';
        return [{ DATABASE_URL: url }, words];
      },
    ],
    [
      'another one is under way',
      async () => {
        const database = openDatabase(backup.databaseUrl);
        const connection = await database.startTransaction().execute();
        await sql`select pg_advisory_xact_lock(hashtextextended('platform.copy', 0))`.execute(
          connection,
        );
        onTestFinished(async () => {
          await connection.rollback().execute();
          await database.destroy();
        });
        return [{}, 'Another backup or move of this database'];
      },
    ],
  ];
  test.each(cases)('%s', async (_, make) => {
    const [change, words, path = join(backup.folder, 'b.tar')] = await make();
    const { code, notes } = await runIn({ ...backup.environment, ...change }, 'backup', path);
    expect(notes).toContain(words);
    expect(code).toBeGreaterThan(0);
    const names = await readdir(backup.folder);
    expect(names.filter((name) => name.startsWith('b.tar'))).toEqual([]);
  });

  test.each([
    ['the same file', (path: string) => [path, path], ' twice. Name it once.'],
    ['a folder and a file in it', (path: string) => [join(path, '..'), path], ' twice.'],
    ['a line break', (path: string) => [path + '\n'], 'has a control character or a backslash'],
    ['a backslash', (path: string) => [path + '\\'], 'has a control character or a backslash'],
  ])('further files have %s', async (_, namesOf, words) => {
    const names = namesOf(join(backup.folder, 'named', 'env'));
    await mkdir(join(backup.folder, 'named'), { recursive: true });
    for (const name of names) await writeFile(name, '').catch(() => {});
    const flags = names.flatMap((name) => ['--with', name]);
    const { code, notes } = await runIn(
      backup.environment,
      'backup',
      ...flags,
      join(backup.folder, 'b.tar'),
    );
    expect(notes).toContain(words);
    expect(code).toBe(1);
    expect((await readdir(backup.folder)).filter((name) => name.startsWith('b.tar'))).toEqual([]);
    await rm(join(backup.folder, 'named'), { recursive: true });
  });

  test.runIf(disk)('the disk is full', async () => {
    await useDatabase(backup.databaseUrl, async (database) => {
      const id = randomUUID();
      const store = await openFolderStore(backup.environment.LECTERN_FILES_FOLDER);
      await store.put(id, Buffer.alloc(2 * 1024 ** 2));
      const content = { content_hash: 'large', object_id: id, size_in_bytes: 1 };
      await database.insertInto('atma.contents').values(content).execute();
      onTestFinished(() =>
        useDatabase(backup.databaseUrl, async (again) => {
          await again.deleteFrom('atma.contents').where('object_id', '=', id).execute();
        }),
      );
    });
    const { code, notes } = await runIn(backup.environment, 'backup', join(disk!, 'b.tar'));
    expect(notes).toContain('The backup cannot be written: ENOSPC');
    expect(code).toBe(1);
    expect(await readdir(disk!)).toEqual([]);
  });
});

// Says 4096 bytes, and has fewer.
const cut = '/sys/kernel/mm/transparent_hugepage/enabled';
test.runIf(existsSync(cut))('of a further file that is cut, the rest is zeros', async () => {
  const path = join(backup.folder, 'cut.tar');
  const { code, notes } = await runIn(backup.environment, 'backup', '--with', cut, path);
  expect(notes).toContain(`or to a file that was cut meanwhile: ${cut}\n`);
  expect(code).toBe(3);
  expect(await runIn({}, 'restore', '--check', path)).toMatchObject({ code: 0 });
  const entry = (await entriesOf(path)).find((found) => found.path === `further${cut}`);
  const text = await readFile(cut, 'latin1');
  expect(Buffer.from(entry!.bytes).toString('latin1')).toBe(text.padEnd(4096, '\0'));
});

test('a further folder with the backup itself, a file that grows, and links that lead nowhere', async () => {
  const path = join(backup.folder, 'within', 'b.tar');
  const inFolder = (name: string) => join(backup.folder, 'within', name);
  await mkdir(inFolder('deep'), { recursive: true });
  await writeFile(inFolder('deep/env'), 'a');
  await symlink('nowhere', inFolder('dangling'));
  await symlink('round', inFolder('round'));
  await symlink('..', inFolder('deep/back'));
  await symlink('deep', inFolder('other'));
  await symlink('b.tar.unfinished', inFolder('growing'));
  const { code, notes } = await runIn(backup.environment, 'backup', '--with', inFolder('.'), path);
  const leftOut = ['dangling', 'deep/back', 'other/back', 'round'].map(inFolder).join(', ');
  expect(notes).toContain(
    `4 of the further paths lead nowhere, back to a folder above, or to a file that was cut meanwhile: ${leftOut}\n`,
  );
  expect(code).toBe(3);
  expect(await runIn({}, 'restore', '--check', path)).toMatchObject({ code: 0 });
  const names = (await entriesOf(path)).map((entry) => entry.path);
  const further = names.filter((name) => name.startsWith('further/')).map((name) => basename(name));
  expect(further).toEqual(['env', 'growing', 'env']);
});

test('files that the store lacks are named, and all else is in the backup', async () => {
  const path = join(backup.folder, 'lacking.tar');
  const empty = join(backup.folder, 'empty');
  await mkdir(empty);
  const environment = { ...backup.environment, LECTERN_FILES_FOLDER: empty };
  const { code, notes } = await runIn(environment, 'backup', path);
  expect(notes).toMatch(/files are in the database and not in the store: [0-9a-f-]{36}/);
  expect(code).toBe(3);
  expect(await runIn({}, 'restore', '--check', path)).toMatchObject({ code: 0 });
  // A place for files would let services start without their volume.
  expect(await readdir(empty)).toEqual([]);
});
