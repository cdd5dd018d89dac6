import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import {
  access,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import { packTar, unpackTar } from 'modern-tar';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { hashesPath } from '../../src/commands/backup/archive.ts';
import { restoreBackup } from '../../src/commands/backup/restore-backup.ts';
import { openFolderStore } from '../../src/files/folder-store.ts';
import { migrate, openDatabase } from '../../src/index.ts';
import { insertStatements } from '../learning-records/insert-statements.ts';
import { mountSmallDisk } from '../small-disk.ts';
import { catalogueOf } from '../storage/catalogue.ts';
import { databaseOf } from '../storage/databases.ts';
import { dumpOf } from '../storage/dump.ts';
import { released } from '../storage/released.ts';
import { runIn } from './commands.ts';

/* Of the stored database of a release, which has rows of every kind. */

const release = '0.1.0';
const disk = mountSmallDisk(1);

let folder: string;
let databaseUrl: string;
let environment: { readonly DATABASE_URL: string; readonly LECTERN_FILES_FOLDER: string };
/** A backup of it, with its files. */
let backupPath: string;
let outcome: Awaited<ReturnType<typeof runIn>>;

const secrets = JSON.stringify({ services: 'a secret' });
/** More than a part of a store. */
const largeSizeInBytes = 6 * 1024 ** 2;
let largeObject: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-backup-'));
  databaseUrl = await databaseOf(
    Object.keys(released[release]!.migrations),
    readFileSync(new URL(`../storage/stored/${release}.sql`, import.meta.url), 'utf8'),
  );
  await migrate(databaseUrl);
  const dataFolder = join(folder, 'data');
  environment = { DATABASE_URL: databaseUrl, LECTERN_FILES_FOLDER: join(dataFolder, 'files') };
  await mkdir(join(dataFolder, 'tls', 'school.example'), { recursive: true });
  await writeFile(join(dataFolder, 'secrets.json'), secrets);
  await writeFile(join(dataFolder, 'tls', 'school.example', 'authority.key'), 'a key');
  for (const name of ['services', 'proxy']) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'env'), `settings of ${name}`);
  }
  await useDatabase(databaseUrl, async (database) => {
    await insertStatements(database, [{ subject: 'mia' }]);
    const { rows } = await sql<{ id: string }>`
      select object_id::text as id from atma.file_versions where object_id is not null
      union select object_id::text from atma.contents
    `.execute(database);
    const store = await openFolderStore(environment.LECTERN_FILES_FOLDER);
    for (const { id } of rows) await store.put(id, Buffer.from(`bytes of ${id}`));
    largeObject = rows[0]!.id;
    await store.put(largeObject, Buffer.alloc(largeSizeInBytes, largeObject));
  });
  backupPath = join(folder, 'lectern.tar');
  outcome = await runIn(
    { ...environment, LECTERN_DATA: dataFolder },
    'backup',
    ...['services', 'proxy'].flatMap((name) => ['--with', join(folder, name, 'env')]),
    backupPath,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function useDatabase<Result>(
  url: string,
  work: (database: ReturnType<typeof openDatabase>) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(url);
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

/** All rows as SQL, without what a backup leaves of itself, and what every start notes anew. */
async function rowsAt(url: string): Promise<readonly string[]> {
  const dump = await useDatabase(url, dumpOf);
  return dump
    .split('\n')
    .filter((line) => !/'command:(backup|restore|move-to)'|^ {2}\('\d{4}-[a-z-]+', /.test(line))
    .map((line) => line.replace(/,$/, ''));
}

const emptyDatabase = () => createTestDatabase(inject('databaseUrl'));

/** Everything that Lectern has made of a database. */
const schemasIn = (url: string) =>
  useDatabase(url, async (database) => {
    const { rows } = await sql<{ nspname: string }>`
      select nspname from pg_namespace where nspname !~ '^pg_' and nspname not in ('public', 'information_schema')
    `.execute(database);
    return rows.map(({ nspname }) => nspname);
  });

interface Entry {
  readonly path: string;
  readonly bytes: Buffer;
}

async function entriesOf(path: string): Promise<readonly Entry[]> {
  const entries = await unpackTar(await readFile(path));
  return entries.map(({ header, data }) => ({
    path: header.name,
    bytes: Buffer.from(data ?? new Uint8Array()),
  }));
}

/** A copy of the backup in which something is changed. @returns its path */
async function changedBackup(
  change: (entries: readonly Entry[]) => readonly Entry[],
  { hashed }: { readonly hashed: boolean },
): Promise<string> {
  const changed = change(await entriesOf(backupPath));
  const sums = changed
    .filter(({ path }) => path !== hashesPath)
    .map(({ path, bytes }) => `${createHash('sha256').update(bytes).digest('hex')}  ${path}\n`);
  const path = join(folder, `${randomUUID()}.tar`);
  const tar = await packTar(
    changed.map((entry) => {
      const body = hashed && entry.path === hashesPath ? Buffer.from(sums.join('')) : entry.bytes;
      return { header: { name: entry.path, size: body.length }, body: new Uint8Array(body) };
    }),
  );
  await writeFile(path, tar);
  return path;
}

const withBytes =
  (pattern: RegExp, change: (bytes: Buffer) => Buffer) => (entries: readonly Entry[]) => {
    const changed = entries.find(({ path }) => pattern.test(path))!;
    return entries.map((entry) =>
      entry === changed ? { ...entry, bytes: change(entry.bytes) } : entry,
    );
  };
const flipped = (bytes: Buffer) => Buffer.from([bytes[0]! ^ 1, ...bytes.subarray(1)]);
const described = (change: (text: string) => string) =>
  withBytes(/^backup\.json$/, (bytes) => Buffer.from(change(bytes.toString())));
const inserted = (path: string) => (entries: readonly Entry[]) => [
  ...entries.slice(0, -1),
  { path, bytes: Buffer.from('x') },
  ...entries.slice(-1),
];

test('a backup has all, for its owner alone, and its hashes are those of a standard tool', async () => {
  expect(outcome).toMatchObject({ code: 0, output: '' });
  expect((await stat(backupPath)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([]);
  const entries = await entriesOf(backupPath);
  const bytesOf = (path: string) => entries.find((entry) => entry.path === path)?.bytes.toString();
  expect(bytesOf('settings/secrets.json')).toBe(secrets);
  expect(bytesOf('settings/tls/school.example/authority.key')).toBe('a key');
  for (const name of ['services', 'proxy']) {
    expect(bytesOf(`further${folder}/${name}/env`)).toBe(`settings of ${name}`);
  }
  expect(entries.at(-1)!.path).toBe(hashesPath);
  const sums = bytesOf(hashesPath)!;
  for (const { path, bytes } of entries.slice(0, -1)) {
    expect(sums).toContain(`${createHash('sha256').update(bytes).digest('hex')}  ${path}\n`);
  }
  const check = await runIn({}, 'restore', '--check', backupPath);
  expect(check).toMatchObject({ code: 0, notes: '' });
  expect(check.output).toMatch(
    /^The backup is whole: Lectern 0\.1\.0 on \S+, \d+ rows, 5 files\.\n$/,
  );
});

/** Gives the epochs of changes. Puts the same one in their place, and versions as before a leap, for comparing all else. */
const takeEpochs = (url: string) =>
  useDatabase(url, async (database) => {
    const epochs = await database.selectFrom('clag.issue_changes').select('epoch').execute();
    await sql`
      update clag.issue_changes set epoch = '00000000-0000-0000-0000-000000000000', version_floor = version_floor % 1000000
    `.execute(database);
    await sql`update clag.content_items set version = version % 1000000`.execute(database);
    await sql`
      update clag.content_sizes set version_floor = version_floor % 1000000
    `.execute(database);
    return epochs.map(({ epoch }) => epoch);
  });

test('restored, it has every row, sequence and file of before, and the tables of this version', async () => {
  const target = await emptyDatabase();
  const files = join(folder, 'restored');
  expect(
    await runIn({ DATABASE_URL: target, LECTERN_FILES_FOLDER: files }, 'restore', backupPath),
  ).toMatchObject({ code: 0, notes: '' });
  // Devices have seen changes since the backup whose numbers others will have now: they are to begin anew.
  const migrated = await createTestDatabase(inject('databaseUrl'), databaseUrl);
  await migrate(migrated);
  const [kept, renewed] = await Promise.all([migrated, target].map(takeEpochs));
  expect(kept!.length).toBeGreaterThan(0);
  expect(renewed!.filter((epoch) => kept!.includes(epoch))).toEqual([]);
  expect(await rowsAt(target)).toEqual(await rowsAt(migrated));
  expect(await useDatabase(target, catalogueOf)).toEqual(
    await useDatabase(inject('startedDatabaseUrl'), catalogueOf),
  );
  const store = await openFolderStore(files);
  const objects = (await entriesOf(backupPath)).filter(({ path }) => path.startsWith('files/'));
  expect(objects.length).toBeGreaterThan(1);
  for (const { path, bytes } of objects) {
    const id = path.slice('files/'.length);
    expect((await (await store.read(id)).toArray()).join('')).toBe(bytes.toString());
  }
});

test('the audit log of a restored database says so', async () => {
  const target = await emptyDatabase();
  const files = join(folder, 'noted');
  await runIn({ DATABASE_URL: target, LECTERN_FILES_FOLDER: files }, 'restore', backupPath);
  const entries = await useDatabase(target, (database) =>
    database
      .selectFrom('aua.audit_log')
      .select('change')
      .where('call', '=', 'command:restore')
      .execute(),
  );
  expect(entries).toEqual([{ change: expect.objectContaining({ created: expect.any(String) }) }]);
});

const objectsUnder = async (path: string) => {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

test('a restore of a damaged backup takes back what it has written, and an intact one follows', async () => {
  const target = await emptyDatabase();
  const files = join(folder, 'again');
  const dataFolder = join(folder, 'new-data');
  const restore = (path: string, databaseUrl = target) =>
    restoreBackup(path, { databaseUrl, store: { folder: files }, dataFolder });
  const damaged = await changedBackup(withBytes(new RegExp(`^files/${largeObject}`), flipped), {
    hashed: false,
  });
  await expect(restore(damaged)).rejects.toThrow('is not as it was written');
  expect(await objectsUnder(files)).toEqual([]);
  await expect(access(join(dataFolder, 'secrets.json'))).rejects.toThrow('ENOENT');

  await restore(backupPath);
  const path = join(files, 'objects', largeObject.slice(0, 2), largeObject);
  expect((await readFile(path)).equals(Buffer.alloc(largeSizeInBytes, largeObject))).toBe(true);
  expect(await readFile(join(dataFolder, 'secrets.json'), 'utf8')).toBe(secrets);
  const restored = await objectsUnder(files);

  // Of a store in use nothing is overwritten, and nothing is taken back.
  await expect(restore(damaged, await emptyDatabase())).rejects.toThrow('already');
  expect(await objectsUnder(files)).toEqual(restored);
});

test('beside DATABASE_URL a data folder gives secrets alone, and without one that is said', async () => {
  const dataFolder = join(folder, 'data');
  const other = { ...environment, LECTERN_DATA: '' };
  const named = join(folder, 'named.tar');
  expect(await runIn(other, 'backup', '--data', dataFolder, named)).toMatchObject({
    code: 0,
    notes: expect.not.stringContaining('No secrets'),
  });
  expect((await entriesOf(named)).map(({ path }) => path)).toContain('settings/secrets.json');
  expect(await runIn(other, 'backup', join(folder, 'bare.tar'))).toMatchObject({
    code: 0,
    notes: expect.stringContaining('No secrets are in the backup: '),
  });
});

test('a backup goes through a pipe, such as for encryption', async () => {
  const main = fileURLToPath(new URL('../../src/commands/main.ts', import.meta.url));
  const pipe = `"$node" "$main" backup - | "$node" "$main" restore --check -`;
  const { stdout } = await promisify(execFile)('sh', ['-c', pipe], {
    env: { ...process.env, ...environment, node: process.execPath, main },
  });
  expect(stdout).toMatch(/^The backup is whole: .* 5 files\.\n$/);
});

describe('a backup is refused, and leaves no file, where', () => {
  const cases: readonly [string, () => Promise<readonly [object, string, string]>][] = [
    [
      'there is a file of this name',
      async () => [environment, backupPath, 'lectern.tar exists already. Give another name.'],
    ],
    [
      'the folder is missing',
      async () => [environment, join(folder, 'no', 'b.tar'), 'cannot be written: ENOENT'],
    ],
    [
      'nobody says where the files are',
      async () => [{ DATABASE_URL: databaseUrl }, join(folder, 'b.tar'), '--without-files'],
    ],
    [
      'the folder of the files is misspelt',
      async () => [
        { ...environment, LECTERN_FILES_FOLDER: join(folder, 'flies') },
        join(folder, 'b.tar'),
        'The folder cannot be read: ENOENT',
      ],
    ],
    [
      'the data folder is misspelt',
      async () => [
        { ...environment, LECTERN_DATA: join(folder, 'dota') },
        join(folder, 'b.tar'),
        'The folder cannot be read: ENOENT',
      ],
    ],
    [
      'a file of the store cannot be read',
      async () => {
        const files = join(folder, 'closed');
        // Sizes of folders are known, and their bytes are none.
        const path = join(files, 'objects', largeObject.slice(0, 2), largeObject);
        await mkdir(path, { recursive: true });
        return [
          { ...environment, LECTERN_FILES_FOLDER: files },
          join(folder, 'b.tar'),
          `The file ${largeObject} cannot be read: EISDIR`,
        ];
      },
    ],
    [
      'a setting of the files is missing',
      async () => [
        { DATABASE_URL: databaseUrl, LECTERN_S3_BUCKET_URL: 'https://s3.example/files' },
        join(folder, 'b.tar'),
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
        return [
          { ...environment, DATABASE_URL: url },
          join(folder, 'b.tar'),
          'another version of Lectern, up to its migration 0099-later',
        ];
      },
    ],
    [
      'another one is under way',
      async () => {
        const database = openDatabase(databaseUrl);
        const connection = await database.startTransaction().execute();
        await sql`select pg_advisory_xact_lock(hashtextextended('platform.copy', 0))`.execute(
          connection,
        );
        onTestFinished(async () => {
          await connection.rollback().execute();
          await database.destroy();
        });
        return [environment, join(folder, 'b.tar'), 'Another backup or move of this database'];
      },
    ],
  ];
  test.each(cases)('%s', async (_, make) => {
    const [variables, path, words] = await make();
    const { code, notes } = await runIn(variables as Record<string, string>, 'backup', path);
    expect(notes).toContain(words);
    expect(code).toBeGreaterThan(0);
    const names = await readdir(folder);
    expect(names.filter((name) => name.startsWith('b.tar'))).toEqual([]);
  });

  test.each([
    ['the same file', (path: string) => [path, path], ' twice. Name it once.'],
    ['a folder and a file in it', (path: string) => [join(path, '..'), path], ' twice.'],
    ['a line break', (path: string) => [path + '\n'], 'has a control character or a backslash'],
    ['a backslash', (path: string) => [path + '\\'], 'has a control character or a backslash'],
  ])('further files have %s', async (_, namesOf, words) => {
    const names = namesOf(join(folder, 'named', 'env'));
    await mkdir(join(folder, 'named'), { recursive: true });
    for (const name of names) await writeFile(name, '').catch(() => {});
    const flags = names.flatMap((name) => ['--with', name]);
    const { code, notes } = await runIn(environment, 'backup', ...flags, join(folder, 'b.tar'));
    expect(notes).toContain(words);
    expect(code).toBe(1);
    expect((await readdir(folder)).filter((name) => name.startsWith('b.tar'))).toEqual([]);
    await rm(join(folder, 'named'), { recursive: true });
  });

  test.runIf(disk)('the disk is full', async () => {
    await useDatabase(databaseUrl, async (database) => {
      const id = randomUUID();
      const store = await openFolderStore(environment.LECTERN_FILES_FOLDER);
      await store.put(id, Buffer.alloc(2 * 1024 ** 2));
      const content = { content_hash: 'large', object_id: id, size_in_bytes: 1 };
      await database.insertInto('atma.contents').values(content).execute();
      onTestFinished(() =>
        useDatabase(databaseUrl, async (again) => {
          await again.deleteFrom('atma.contents').where('object_id', '=', id).execute();
        }),
      );
    });
    const { code, notes } = await runIn(environment, 'backup', join(disk!, 'b.tar'));
    expect(notes).toContain('The backup cannot be written: ENOSPC');
    expect(code).toBe(1);
    expect(await readdir(disk!)).toEqual([]);
  });
});

// Says 4096 bytes, and has fewer.
const cut = '/sys/kernel/mm/transparent_hugepage/enabled';
test.runIf(existsSync(cut))('of a further file that is cut, the rest is zeros', async () => {
  const path = join(folder, 'cut.tar');
  const { code, notes } = await runIn(environment, 'backup', '--with', cut, path);
  expect(notes).toContain(`or to a file that was cut meanwhile: ${cut}\n`);
  expect(code).toBe(3);
  expect(await runIn({}, 'restore', '--check', path)).toMatchObject({ code: 0 });
  const entry = (await entriesOf(path)).find((found) => found.path === `further${cut}`);
  const text = await readFile(cut, 'latin1');
  expect(Buffer.from(entry!.bytes).toString('latin1')).toBe(text.padEnd(4096, '\0'));
});

test('a further folder with the backup itself, a file that grows, and links that lead nowhere', async () => {
  const path = join(folder, 'within', 'b.tar');
  const inFolder = (name: string) => join(folder, 'within', name);
  await mkdir(inFolder('deep'), { recursive: true });
  await writeFile(inFolder('deep/env'), 'a');
  await symlink('nowhere', inFolder('dangling'));
  await symlink('round', inFolder('round'));
  await symlink('..', inFolder('deep/back'));
  await symlink('deep', inFolder('other'));
  await symlink('b.tar.unfinished', inFolder('growing'));
  const { code, notes } = await runIn(environment, 'backup', '--with', inFolder('.'), path);
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
  const path = join(folder, 'lacking.tar');
  await mkdir(join(folder, 'empty'));
  const empty = { ...environment, LECTERN_FILES_FOLDER: join(folder, 'empty') };
  const { code, notes } = await runIn(empty, 'backup', path);
  expect(notes).toMatch(/files are in the database and not in the store: [0-9a-f-]{36}/);
  expect(code).toBe(3);
  expect(await runIn({}, 'restore', '--check', path)).toMatchObject({ code: 0 });
});

describe('a backup is not whole that', () => {
  const cases: readonly [string, () => Promise<string>, string][] = [
    ['is missing', async () => join(folder, 'no.tar'), 'cannot be read: ENOENT'],
    [
      'is something else',
      async () => {
        await writeFile(join(folder, 'text'), 'select 1;'.repeat(500));
        return join(folder, 'text');
      },
      'damaged or not complete',
    ],
    ['is a folder', async () => folder, 'The backup cannot be read: EISDIR'],
    [
      'was compressed',
      async () => {
        await writeFile(join(folder, 'lectern.tar.gz'), gzipSync(await readFile(backupPath)));
        return join(folder, 'lectern.tar.gz');
      },
      'compressed or encrypted, unpack it first',
    ],
    [
      'is the tar of something else',
      () => changedBackup((entries) => entries.slice(1), { hashed: true }),
      'This is no backup of Lectern.',
    ],
    [
      'breaks off between two entries',
      async () => {
        const path = join(folder, 'short.tar');
        const bytes = await readFile(backupPath);
        await writeFile(path, bytes.subarray(0, bytes.lastIndexOf(`${hashesPath}\0`)));
        return path;
      },
      'damaged or not complete',
    ],
    [
      'has no hashes',
      () => changedBackup((entries) => entries.slice(0, -1), { hashed: false }),
      'damaged or not complete: it ends too early',
    ],
    [
      'has rows that are no gzip',
      () => changedBackup(withBytes(/aua\.audit_log/, flipped), { hashed: true }),
      'incorrect header check',
    ],
    [
      'is of a newer form',
      () =>
        changedBackup(
          described((text) => text.replace('"format": 1', '"format": 2')),
          {
            hashed: true,
          },
        ),
      'this one cannot read it',
    ],
    [
      'names a file outside of the store, row 130',
      () => changedBackup(inserted('files/../../evil'), { hashed: true }),
      'it has an entry "files/../../evil" too many',
    ],
    [
      'speaks to the terminal in its version, row 130',
      () =>
        changedBackup(
          described((text) => text.replace('"version": "', '"version": "\\u001b[2J')),
          { hashed: true },
        ),
      'This is no backup of Lectern.',
    ],
    [
      'speaks to the terminal in a name, row 130',
      () => changedBackup(inserted('files/\u009b2J'), { hashed: true }),
      'it has an entry "files/?2J" too many',
    ],
  ];
  test.each(cases)('%s', async (_, make, words) => {
    const { code, notes, output } = await runIn({}, 'restore', '--check', await make());
    expect(notes).toContain(words);
    expect([code, output]).toEqual([1, '']);
  });
});

describe('a restore is refused, and leaves the database empty, where the backup', () => {
  const cases: readonly [string, () => Promise<string>, string][] = [
    [
      'breaks off within the rows of a table',
      async () => {
        const path = join(folder, 'shorter.tar');
        const bytes = await readFile(backupPath);
        const start = bytes.indexOf('database/aua.audit_log/000001.gz');
        await writeFile(path, bytes.subarray(0, start + 600));
        return path;
      },
      'damaged or not complete: Tar archive is truncated',
    ],
    [
      'has other bytes in a file',
      () => changedBackup(withBytes(/^files\//, flipped), { hashed: false }),
      'is not as it was written',
    ],
    [
      'has other rows, with fitting hashes',
      () =>
        changedBackup(
          described((text) =>
            text.replace(/("name": "aua\.audit_log"[\s\S]+?"rows": ")\d+/, '$199'),
          ),
          { hashed: true },
        ),
      'aua.audit_log has other rows than the copy',
    ],
    [
      'is of a newer version',
      () =>
        changedBackup(
          described((text) => text.replace(/("\d{4}-[a-z-]+")\s*\]/, '$1, "0099-later"]')),
          { hashed: true },
        ),
      'another version of Lectern, up to its migration 0099-later',
    ],
    [
      'names a sequence that is none, row 130',
      () =>
        changedBackup(
          described((text) =>
            text.replace(/"sequences": \[/, '$&{ "name": "public.other", "value": "1" },'),
          ),
          { hashed: true },
        ),
      'The copy has public.other, which this version of Lectern does not have',
    ],
    [
      'names a column that is none, row 130',
      () =>
        changedBackup(
          described((text) => text.replace('"correlation_id"', '"at) from program \'id\' --"')),
          { hashed: true },
        ),
      'which this version of Lectern does not have',
    ],
  ];
  test.each(cases)('%s', async (_, make, words) => {
    const target = await emptyDatabase();
    const variables = { DATABASE_URL: target, LECTERN_FILES_FOLDER: join(folder, 'kept') };
    const { code, notes, output } = await runIn(variables, 'restore', await make());
    expect(notes).toContain(words);
    expect([code, output]).toEqual([1, '']);
    expect(await schemasIn(target)).toEqual([]);
  });
});

describe('a restore is refused, and changes nothing, where', () => {
  /** A role that may sign in, and no more. @returns the database's address for it */
  async function ofPoorRole(databaseUrlOfOwner: string): Promise<string> {
    const url = new URL(databaseUrlOfOwner);
    const name = `role_of_${url.pathname.slice(1)}`;
    const execute = (statement: string) =>
      useDatabase(databaseUrlOfOwner, async (database) => {
        await sql.raw(`${statement} ${name}`).execute(database);
      });
    await execute('create user');
    onTestFinished(() => execute('drop user'));
    url.username = name;
    return url.href;
  }
  const started = () => createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
  const cases: readonly [string, () => Promise<string>, string][] = [
    ['services have been started on the database', started, 'The database is not empty: '],
    [
      'the role may not make schemas',
      async () => ofPoorRole(await emptyDatabase()),
      'may make no schemas in it: grant create on database test_',
    ],
  ];
  test.each(cases)('%s', async (_, make, words) => {
    const url = await make();
    const before = await schemasIn(url);
    const variables = { DATABASE_URL: url, LECTERN_FILES_FOLDER: join(folder, 'kept') };
    const { code, notes } = await runIn(variables, 'restore', backupPath);
    expect(notes).toContain(words);
    expect(code).toBe(1);
    expect(await schemasIn(url)).toEqual(before);
  });

  test.runIf(process.getuid?.() === 0)(
    'root restores into the folder of another user',
    async () => {
      const owned = join(folder, 'of-another');
      await mkdir(owned);
      await chown(owned, 4711, 4711);
      const files = join(owned, 'new', 'files');
      const url = await emptyDatabase();
      const variables = { DATABASE_URL: url, LECTERN_FILES_FOLDER: files };
      const { code, notes } = await runIn(variables, 'restore', backupPath);
      expect(notes).toContain(`${owned} belongs to the user 4711`);
      expect(code).toBe(1);
      expect(await schemasIn(url)).toEqual([]);
      expect(await readdir(owned)).toEqual([]);
    },
  );

  test.each([
    ['no database is named', {}, 2, 'Set DATABASE_URL to a new database.'],
    [
      'the database does not answer',
      { DATABASE_URL: 'postgresql://localhost:1/none' },
      1,
      'cannot be used: ',
    ],
  ])('%s', async (_, variables, code, words) => {
    const refusal = await runIn(variables, 'restore', backupPath);
    expect(refusal.notes).toContain(words);
    expect(refusal.code).toBe(code);
  });

  test('nobody says where files belong', async () => {
    const target = await emptyDatabase();
    const { code, notes } = await runIn({ DATABASE_URL: target }, 'restore', backupPath);
    expect(notes).toContain('it is not known where they belong');
    expect(code).toBe(1);
    expect(await schemasIn(target)).toEqual([]);
  });
});
