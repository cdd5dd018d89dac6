import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeBeforeAll, startBeforeAll } from '../platform.ts';
import { mountSmallDisk } from '../small-disk.ts';
import { codeIn, send, startFileWorld } from './file-world.ts';
import { patch, uploaderOf } from './uploader.ts';

const disk = mountSmallDisk(16);

describe.skipIf(!disk)('on a full disk', () => {
  const ballast = join(disk ?? '', 'ballast');

  const world = startBeforeAll(() => startFileWorld({ store: { folder: disk! } }));
  const uploader = makeBeforeAll(async () => uploaderOf(await world.newPerson('administrator')));

  const fill = () =>
    writeFile(ballast, Buffer.alloc(16 * 1024 ** 2)).catch((error: NodeJS.ErrnoException) =>
      expect(error.code).toBe('ENOSPC'),
    );

  test.each([
    ['PUT', send],
    ['PATCH', (address: string, bytes: Buffer) => patch(address, bytes, 0)],
  ])('%s says that it passes, files are given, and with room it goes on', async (_, bring) => {
    const stored = randomBytes(1000);
    const old = await uploader.announced(stored);
    await send(old.address, stored);
    const bytes = randomBytes(1024 ** 2);
    const { file, address } = await uploader.announced(bytes);

    await fill();
    const refused = await bring(address, bytes);
    expect([refused.status, await codeIn(refused)]).toEqual([503, 'UNAVAILABLE']);
    expect(refused.headers.get('Retry-After')).not.toBeNull();
    expect((await uploader.contentOf(old.file)).equals(stored)).toBe(true);

    await rm(ballast);
    expect((await bring(address, bytes)).ok).toBe(true);
    expect((await uploader.contentOf(file)).equals(bytes)).toBe(true);
  });
});
