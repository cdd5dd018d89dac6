import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { ArchiveReader } from '../../src/commands/backup/archive-reader.ts';
import { writeArchive } from '../../src/commands/backup/archive-writer.ts';
import { addObjects, takeObjects } from '../../src/commands/backup/objects.ts';
import { openStore, smallPartSizeInBytes, storeKinds } from '../files/stores.ts';

const part = smallPartSizeInBytes;

async function storeOf(start: (typeof storeKinds)[number][1]) {
  const place = await start();
  onTestFinished(() => place.close());
  return openStore(place, part);
}

test.each(storeKinds)(
  'files of %s come back as they were, whatever their size',
  async (_, start) => {
    const [from, to] = [await storeOf(start), await storeOf(start)];
    const sizes = [0, 1, part - 1, part, part + 1, 3 * part];
    const objects = new Map(sizes.map((size) => [randomUUID(), randomBytes(size)]));
    for (const [id, bytes] of objects) await from.put(id, bytes);
    const missing = randomUUID();
    let missed: readonly string[] = [];
    const archive = new ArchiveReader(
      writeArchive(async (writer) => {
        missed = await addObjects(writer, from, [...objects.keys(), missing], async () => {});
      }),
    );
    const stored: string[] = [];
    await takeObjects(archive, to, stored);
    expect(stored).toEqual([...objects.keys()]);
    await archive.requireWhole();
    expect(missed).toEqual([missing]);
    for (const [id, bytes] of objects) {
      expect((await buffer(await to.read(id))).equals(bytes)).toBe(true);
    }
  },
);

test('files whose lock has ended meanwhile are no backup', async () => {
  const from = await storeOf(storeKinds[0]![1]);
  const id = randomUUID();
  await from.put(id, randomBytes(1));
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  const other = new pg.Client({ connectionString: inject('databaseUrl') });
  await other.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await other.query('select pg_terminate_backend($1, 5000)', [rows[0]!.pid]);
  await other.end();
  const archive = writeArchive(async (writer) => {
    await addObjects(writer, from, [id], () => client.query('select'));
  });
  await expect(buffer(archive)).rejects.toThrow();
});
