import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDataFolder, type DataFolder } from '../../src/data-folder/data-folder.ts';
import { readOrCreateSecrets } from '../../src/data-folder/secrets.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const version = { product: 'Lectern', format: 4, postgresql: 18 } as const;
const options = { version, address: 'http://localhost:8080', acceptOtherVersion: false };

async function open(path: string, changes: Partial<typeof options> = {}): Promise<DataFolder> {
  const folder = await openDataFolder(path, { ...options, ...changes });
  onTestFinished(() => folder.release());
  return folder;
}

describe('a folder that is taken', () => {
  test('one that does not exist is made, with its parents', async () => {
    const path = join(await temporaryFolder(), 'a', 'b');
    const folder = await open(path);
    expect(folder.path).toBe(path);
    expect(JSON.parse(await readFile(join(path, 'version.json'), 'utf8'))).toEqual(version);
    expect((await stat(path)).mode & 0o777).toBe(0o711);
  });

  test('an empty one, and one in which a kill left an unfinished file', async () => {
    const empty = await temporaryFolder();
    expect((await open(empty)).path).toBe(empty);
    const path = await temporaryFolder();
    await writeFile(join(path, 'version.json.unfinished'), '{"prod');
    expect((await open(path)).path).toBe(path);
  });

  test('its own, again and again, also by way of a link', async () => {
    const path = await temporaryFolder();
    await (await openDataFolder(path, options)).release();
    const link = join(await temporaryFolder(), 'link');
    await symlink(path, link);
    expect((await open(link)).path).toBe(path);
  });
});

describe('a folder that is refused, and left as it is', () => {
  test.for([false, true])('a foreign one (reset: %s)', async (acceptOtherVersion) => {
    const path = await temporaryFolder();
    await writeFile(join(path, 'thesis.txt'), 'years of work');
    await expect(open(path, { acceptOtherVersion })).rejects.toThrow(
      /not empty and is not a Lectern data folder/,
    );
    expect(await readdir(path)).toEqual(['thesis.txt']);
  });

  test.for(['{}', '{"product":"Other","format":4,"postgresql":18}', '[', '{"product":"Lectern"}'])(
    'one whose version.json is somebody else’s: %s',
    async (text) => {
      const path = await temporaryFolder();
      await writeFile(join(path, 'version.json'), text);
      await expect(open(path, { acceptOtherVersion: true })).rejects.toThrow(
        /is not a Lectern data folder/,
      );
      expect(await readFile(join(path, 'version.json'), 'utf8')).toBe(text);
    },
  );

  test.for<[string, object, RegExp]>([
    ['newer', { format: 5 }, /a newer Lectern \(data format 5, this one has 4\)/],
    ['older', { format: 3 }, /an older Lectern \(data format 3, this one has 4\)/],
    ['of another PostgreSQL', { postgresql: 17 }, /PostgreSQL 17, and this Lectern brings 18/],
  ])('one that is %s, unless it is to be emptied', async ([, difference, message]) => {
    const path = await temporaryFolder();
    await writeFile(join(path, 'version.json'), JSON.stringify({ ...version, ...difference }));
    await expect(open(path)).rejects.toThrow(message);
    await expect(open(path)).rejects.toThrow(/--data.*--reset/);
    await open(path, { acceptOtherVersion: true });
  });

  test('one below a file', async () => {
    const path = await temporaryFolder();
    await writeFile(join(path, 'file'), '');
    await expect(open(join(path, 'file', 'data'))).rejects.toThrow(/cannot be a folder/);
    await expect(open(join(path, 'file'))).rejects.toThrow(/cannot be a folder/);
  });

  test('one that cannot be written', async () => {
    // Root may write anywhere but in the kernel's own tree.
    const path = process.getuid?.() === 0 ? '/sys' : await temporaryFolder();
    if (path !== '/sys') await chmod(path, 0o500);
    await expect(open(join(path, 'lectern'))).rejects.toThrow(
      `${join(path, 'lectern')} is not writable for this user.`,
    );
  });
});

test('emptying removes what Lectern keeps, other versions of it included, and nothing else', async () => {
  const path = await temporaryFolder();
  await writeFile(join(path, 'version.json'), JSON.stringify({ ...version, format: 3 }));
  const folder = await open(path, { acceptOtherVersion: true });
  await mkdir(join(folder.database, 'cluster'), { recursive: true });
  await mkdir(folder.logs);
  const { services } = await readOrCreateSecrets(folder.secrets);
  await writeFile(join(path, 'notes.txt'), 'mine');

  await folder.empty();
  expect((await readdir(path)).toSorted()).toEqual([
    'lock',
    'notes.txt',
    'owner.json',
    'version.json',
  ]);
  expect(JSON.parse(await readFile(join(path, 'version.json'), 'utf8'))).toEqual(version);
  expect((await readOrCreateSecrets(folder.secrets)).services).not.toBe(services);
});

test('the secrets are made once, differ, and are for their owner’s eyes', async () => {
  const file = join(await temporaryFolder(), 'secrets.json');
  const secrets = await readOrCreateSecrets(file);
  for (const secret of Object.values(secrets)) expect(secret).toMatch(/^[\w-]{43}$/);
  expect(new Set(Object.values(secrets)).size).toBe(6);
  expect(await readOrCreateSecrets(file)).toEqual(secrets);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a secret that an older Lectern did not have is added to those there are', async () => {
  const file = join(await temporaryFolder(), 'secrets.json');
  const known = { services: 'one', orderSystem: 'two' };
  await writeFile(file, JSON.stringify(known));
  const secrets = await readOrCreateSecrets(file);
  const made = expect.stringMatching(/^[\w-]{43}$/);
  expect(secrets).toEqual({
    ...known,
    publisher: made,
    uploadToken: made,
    fileAddress: made,
    basicFiles: made,
  });
  expect(await readOrCreateSecrets(file)).toEqual(secrets);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});
