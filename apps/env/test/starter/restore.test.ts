import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { checkout } from '../../src/checkout.ts';
import { startPlatform, type PlatformOptions } from '../../src/platform.ts';
import { createTestDatabase } from '../../testing/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { standIns } from './stand-in/parts.ts';

const secrets = JSON.stringify({
  services: 'a',
  orderSystem: 'b',
  publisher: 'c',
  uploadToken: 'd',
  fileAddress: 'e',
  basicFiles: 'f',
});
const object = 'b1946ac9-2492-4234-8ab0-3b7e5c2f1a10';
const signingKeysAsked = `select value from identity_provider.secret where name = 'signing-keys'`;
let signingKeys: readonly unknown[];
let backup: string;

/** Of a Lectern elsewhere, with a learner and a file. */
beforeAll(async () => {
  const folder = await temporaryFolder(afterAll);
  const databaseUrl = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
  await ask(databaseUrl, `insert into aua.users (subject) values ('mia')`);
  await ask(
    databaseUrl,
    `insert into atma.contents (content_hash, object_id, size_in_bytes) values ('hash', '${object}', 5)`,
  );
  await ask(
    databaseUrl,
    `insert into identity_provider.artifact (model, id, payload) values ('Session', 'of mia', '{}')`,
  );
  signingKeys = await ask(databaseUrl, signingKeysAsked);
  const data = join(folder, 'data');
  await mkdir(join(data, 'files', 'objects', object.slice(0, 2)), { recursive: true });
  await writeFile(join(data, 'files', 'objects', object.slice(0, 2), object), 'bytes');
  await mkdir(join(data, 'tls', 'school.example'), { recursive: true });
  await writeFile(join(data, 'tls', 'school.example', 'authority.key'), 'a key');
  await writeFile(join(data, 'secrets.json'), secrets);
  backup = join(folder, 'lectern.tar');
  await promisify(execFile)(
    process.execPath,
    [join(checkout, 'node_modules', '.bin', 'lectern'), 'backup', backup],
    { env: { ...process.env, DATABASE_URL: databaseUrl, LECTERN_DATA: data } },
  );
});

async function ask(databaseUrl: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function start(options: PlatformOptions) {
  const platform = await startPlatform(options, standIns());
  onTestFinished(() => platform.close());
  return platform;
}

test('a backup is restored into a new data folder with its own database, once', async () => {
  const dataFolder = join(await temporaryFolder(), 'new');
  const platform = await start({ dataFolder, restore: backup });
  expect(await ask(platform.databaseUrl, 'select subject from aua.users')).toEqual([
    { subject: 'mia' },
  ]);
  expect(await ask(platform.databaseUrl, signingKeysAsked)).toEqual(signingKeys);
  // A sign-in that was ended after the backup would hold again.
  expect(await ask(platform.databaseUrl, 'select from identity_provider.artifact')).toEqual([]);
  const read = (...names: string[]) => readFile(join(dataFolder, ...names), 'utf8');
  expect(await read('secrets.json')).toBe(secrets);
  expect(await read('tls', 'school.example', 'authority.key')).toBe('a key');
  expect(await read('files', 'objects', object.slice(0, 2), object)).toBe('bytes');
  await platform.close();
  await expect(start({ dataFolder, restore: backup })).rejects.toThrow('is not empty');
});

test('a folder with other secrets keeps them, and its database stays empty', async () => {
  const dataFolder = await temporaryFolder();
  const databaseUrl = await createTestDatabase(inject('databaseUrl'));
  await (await start({ dataFolder, databaseUrl })).close();
  const own = await readFile(join(dataFolder, 'secrets.json'), 'utf8');
  await expect(start({ dataFolder, databaseUrl, restore: backup })).rejects.toThrow(
    'secrets.json is not the one of the backup',
  );
  expect(await readFile(join(dataFolder, 'secrets.json'), 'utf8')).toBe(own);
  expect(await ask(databaseUrl, `select from pg_namespace where nspname = 'aua'`)).toEqual([]);
});
