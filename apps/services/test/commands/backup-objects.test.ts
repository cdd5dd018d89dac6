import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
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
    let found: readonly string[] = [];
    const archive = new ArchiveReader(
      writeArchive(async (writer) => {
        found = await addObjects(writer, from, [...objects.keys(), missing]);
      }),
    );
    expect(await takeObjects(archive, to)).toBe(sizes.length);
    await archive.requireWhole();
    expect(found).toEqual([missing]);
    for (const [id, bytes] of objects) {
      expect((await buffer(await to.read(id))).equals(bytes)).toBe(true);
    }
  },
);
