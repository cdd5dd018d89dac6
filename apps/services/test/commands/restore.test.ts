import { access, chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { hashesPath } from '../../src/commands/backup/archive.ts';
import { restoreBackup } from '../../src/commands/backup/restore-backup.ts';
import { openFolderStore } from '../../src/files/folder-store.ts';
import { migrate } from '../../src/index.ts';
import { catalogueOf } from '../storage/catalogue.ts';
import { runIn } from './commands.ts';
import {
  backUpBeforeAll,
  changedCopy,
  entriesOf,
  flipped,
  inserted,
  largeSizeInBytes,
  secrets,
  withBytes,
} from './stored-backup.ts';
import { rowsOf, useDatabase } from './stored-release.ts';

const backup = backUpBeforeAll();

const emptyDatabase = () => createTestDatabase(inject('databaseUrl'));

/** All rows, without what a backup leaves of itself. */
async function rowsAt(url: string): Promise<readonly string[]> {
  const rows = await useDatabase(url, rowsOf);
  return rows.filter((row) => !/'command:(backup|restore)'/.test(row));
}

/** Everything that Lectern has made of a database. */
const schemasIn = (url: string) =>
  useDatabase(url, async (database) => {
    const { rows } = await sql<{ nspname: string }>`
      select nspname from pg_namespace where nspname !~ '^pg_' and nspname not in ('public', 'information_schema')
    `.execute(database);
    return rows.map(({ nspname }) => nspname);
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
  const change = (what: string) =>
    useDatabase(target, async (database) => {
      const name = sql.id(new URL(target).pathname.slice(1));
      await sql`alter database ${name} ${sql.raw(what)}`.execute(database);
    });
  // Settings by which PostgreSQL writes names of tables in another way.
  await change('set quote_all_identifiers = on');
  await change('set search_path = aua, clag, lars');
  const files = join(backup.folder, 'restored');
  expect(
    await runIn({ DATABASE_URL: target, LECTERN_FILES_FOLDER: files }, 'restore', backup.path),
  ).toMatchObject({ code: 0, notes: '' });
  await change('reset all');
  // Devices have seen changes since the backup whose numbers others will have now: they are to begin anew.
  const migrated = await createTestDatabase(inject('databaseUrl'), backup.databaseUrl);
  await migrate(migrated);
  const [kept, renewed] = await Promise.all([migrated, target].map(takeEpochs));
  expect(kept!.length).toBeGreaterThan(0);
  expect(renewed!.filter((epoch) => kept!.includes(epoch))).toEqual([]);
  expect(await rowsAt(target)).toEqual(await rowsAt(migrated));
  expect(await useDatabase(target, catalogueOf)).toEqual(
    await useDatabase(inject('startedDatabaseUrl'), catalogueOf),
  );
  const store = await openFolderStore(files);
  const objects = (await entriesOf(backup.path)).filter(({ path }) => path.startsWith('files/'));
  expect(objects.length).toBeGreaterThan(1);
  for (const { path, bytes } of objects) {
    const id = path.slice('files/'.length);
    expect((await (await store.read(id)).toArray()).join('')).toBe(bytes.toString());
  }
});

test('a database that was recovered becomes what a restore makes of a backup', async () => {
  const restored = await emptyDatabase();
  const files = join(backup.folder, 'beside');
  await runIn({ DATABASE_URL: restored, LECTERN_FILES_FOLDER: files }, 'restore', backup.path);
  const recovered = await createTestDatabase(inject('databaseUrl'), backup.databaseUrl);
  await migrate(recovered);
  const given = await useDatabase(recovered, (database) =>
    database.selectFrom('clag.issue_changes').select('epoch').execute(),
  );
  expect(await runIn({}, 'restore', '--recovered')).toMatchObject({
    code: 2,
    notes: expect.stringContaining('Set DATABASE_URL to the recovered database.'),
  });
  expect(await runIn({ DATABASE_URL: recovered }, 'restore', '--recovered')).toMatchObject({
    code: 0,
    notes: '',
  });
  const renewed = await useDatabase(recovered, (database) =>
    database.selectFrom('clag.issue_changes').select('epoch').execute(),
  );
  expect(renewed).not.toContainEqual(given[0]);
  for (const url of [recovered, restored]) {
    await useDatabase(url, async (database) => {
      await sql`update clag.issue_changes set epoch = ${given[0]!.epoch}`.execute(database);
    });
  }
  expect(await rowsAt(recovered)).toEqual(await rowsAt(restored));
});

test('the audit log of a restored database says so', async () => {
  const target = await emptyDatabase();
  const files = join(backup.folder, 'noted');
  await runIn({ DATABASE_URL: target, LECTERN_FILES_FOLDER: files }, 'restore', backup.path);
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
  const files = join(backup.folder, 'again');
  const dataFolder = join(backup.folder, 'new-data');
  const restore = (path: string, databaseUrl = target) =>
    restoreBackup(path, { databaseUrl, store: { folder: files }, dataFolder });
  const ofObject = withBytes(new RegExp(`^files/${backup.largeObject}`), flipped);
  const damaged = await changedCopy(backup, ofObject, { hashed: false });
  await expect(restore(damaged)).rejects.toThrow('is not as it was written');
  expect(await objectsUnder(files)).toEqual([]);
  await expect(access(join(dataFolder, 'secrets.json'))).rejects.toThrow('ENOENT');

  await restore(backup.path);
  const path = join(files, 'objects', backup.largeObject.slice(0, 2), backup.largeObject);
  expect((await readFile(path)).equals(Buffer.alloc(largeSizeInBytes, backup.largeObject))).toBe(
    true,
  );
  expect(await readFile(join(dataFolder, 'secrets.json'), 'utf8')).toBe(secrets);
  const restored = await objectsUnder(files);

  // Of a store in use nothing is overwritten, and nothing is taken back.
  await expect(restore(damaged, await emptyDatabase())).rejects.toThrow('already');
  expect(await objectsUnder(files)).toEqual(restored);
});

type Change = Parameters<typeof changedCopy>[1];
const damaged = (change: Change) => () => changedCopy(backup, change, { hashed: false });
/** Its hashes fit. */
const forged = (change: Change) => () => changedCopy(backup, change, { hashed: true });
const described = (from: string | RegExp, to: string) =>
  forged(withBytes(/^backup\.json$/, (bytes) => Buffer.from(bytes.toString().replace(from, to))));

describe('a backup is not whole that', () => {
  const cases: readonly [string, () => Promise<string>, string][] = [
    ['is missing', async () => join(backup.folder, 'no.tar'), 'cannot be read: ENOENT'],
    [
      'is something else',
      async () => {
        await writeFile(join(backup.folder, 'text'), 'select 1;'.repeat(500));
        return join(backup.folder, 'text');
      },
      'damaged or not complete',
    ],
    ['is a folder', async () => backup.folder, 'The backup cannot be read: EISDIR'],
    [
      'was compressed',
      async () => {
        await writeFile(
          join(backup.folder, 'lectern.tar.gz'),
          gzipSync(await readFile(backup.path)),
        );
        return join(backup.folder, 'lectern.tar.gz');
      },
      'compressed or encrypted, unpack it first',
    ],
    [
      'is the tar of something else',
      forged((entries) => entries.slice(1)),
      'This is no backup of Lectern.',
    ],
    [
      'breaks off between two entries',
      async () => {
        const path = join(backup.folder, 'short.tar');
        const bytes = await readFile(backup.path);
        await writeFile(path, bytes.subarray(0, bytes.lastIndexOf(`${hashesPath}\0`)));
        return path;
      },
      'damaged or not complete',
    ],
    ['has no hashes', damaged((entries) => entries.slice(0, -1)), 'it ends too early'],
    [
      'has rows that are no gzip',
      forged(withBytes(/aua\.audit_log/, flipped)),
      'incorrect header check',
    ],
    ['is of a newer form', described('"format": 1', '"format": 2'), 'this one cannot read it'],
    [
      'names a file outside of the store, row 130',
      forged(inserted('files/../../evil')),
      'it has an entry "files/../../evil" too many',
    ],
    [
      'speaks to the terminal in its version, row 130',
      described('"version": "', '"version": "\\u001b[2J'),
      'This is no backup of Lectern.',
    ],
    [
      'speaks to the terminal in a name, row 130',
      forged(inserted('files/\u009b2J')),
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
        const path = join(backup.folder, 'shorter.tar');
        const bytes = await readFile(backup.path);
        const start = bytes.indexOf('database/aua.audit_log/000001.gz');
        await writeFile(path, bytes.subarray(0, start + 600));
        return path;
      },
      'damaged or not complete: Tar archive is truncated',
    ],
    [
      'has other bytes in a file',
      damaged(withBytes(/^files\//, flipped)),
      'is not as it was written',
    ],
    [
      'has other rows, with fitting hashes',
      described(/("name": "aua\.audit_log"[\s\S]+?"rows": ")\d+/, '$199'),
      'aua.audit_log has other rows than the copy',
    ],
    [
      'is of a newer version',
      described(/("\d{4}-[a-z-]+")\s*\]/, '$1, "0099-later"]'),
      'another version of Lectern, up to its migration 0099-later',
    ],
    [
      'names a sequence that is none, row 130',
      described(/"sequences": \[/, '$&{ "name": "public.other", "value": "1" },'),
      'The copy has public.other, which this version of Lectern does not have',
    ],
    [
      'names a column that is none, row 130',
      described('"correlation_id"', '"at) from program \'id\' --"'),
      'which this version of Lectern does not have',
    ],
  ];
  test.each(cases)('%s', async (_, make, words) => {
    const target = await emptyDatabase();
    const variables = { DATABASE_URL: target, LECTERN_FILES_FOLDER: join(backup.folder, 'kept') };
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
    const variables = { DATABASE_URL: url, LECTERN_FILES_FOLDER: join(backup.folder, 'kept') };
    const { code, notes } = await runIn(variables, 'restore', backup.path);
    expect(notes).toContain(words);
    expect(code).toBe(1);
    expect(await schemasIn(url)).toEqual(before);
  });

  test.runIf(process.getuid?.() === 0)(
    'root restores into the folder of another user',
    async () => {
      const owned = join(backup.folder, 'of-another');
      await mkdir(owned);
      await chown(owned, 4711, 4711);
      const files = join(owned, 'new', 'files');
      const url = await emptyDatabase();
      const variables = { DATABASE_URL: url, LECTERN_FILES_FOLDER: files };
      const { code, notes } = await runIn(variables, 'restore', backup.path);
      expect(notes).toContain(`${owned} belongs to the user 4711`);
      expect(code).toBe(1);
      expect(await schemasIn(url)).toEqual([]);
      expect(await readdir(owned)).toEqual([]);
    },
  );

  test.each([
    ['no database is named', '', 2, 'Set DATABASE_URL to a new database.'],
    ['the database does not answer', 'postgresql://localhost:1/none', 1, 'cannot be used: '],
  ])('%s', async (_, DATABASE_URL, code, words) => {
    const refusal = await runIn({ DATABASE_URL }, 'restore', backup.path);
    expect(refusal.notes).toContain(words);
    expect(refusal.code).toBe(code);
  });

  test('nobody says where files belong', async () => {
    const target = await emptyDatabase();
    const { code, notes } = await runIn({ DATABASE_URL: target }, 'restore', backup.path);
    expect(notes).toContain('it is not known where they belong');
    expect(code).toBe(1);
    expect(await schemasIn(target)).toEqual([]);
  });
});
