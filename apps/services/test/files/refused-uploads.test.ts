import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeBeforeAll, startBeforeAll } from '../platform.ts';
import { codeIn, send, startFileWorld } from './file-world.ts';
import { storeKinds } from './stores.ts';
import { offsetOf, uploaderOf } from './uploader.ts';

/* Row 51 of the security cases, against both stores. */

describe.each(storeKinds)('row 51: in %s', (_name, start) => {
  const place = startBeforeAll(start);
  const world = startBeforeAll(() => startFileWorld({ store: place.options }));
  const uploader = makeBeforeAll(async () => uploaderOf(await world.newPerson('administrator')));

  test.each<[string, (bytes: Buffer) => Parameters<typeof send>[1], object, number, string]>([
    ['is larger', (bytes) => Buffer.concat([bytes, bytes]), {}, 413, 'UPLOAD_TOO_LARGE'],
    ['is smaller', (bytes) => bytes.subarray(1), {}, 400, 'UPLOAD_TRUNCATED'],
    ['has another hash', (bytes) => randomBytes(bytes.length), {}, 422, 'UPLOAD_HASH'],
    [
      'comes without its length and is larger',
      (bytes) => new Blob([bytes, 'x']).stream(),
      {},
      413,
      'UPLOAD_TOO_LARGE',
    ],
    [
      'comes without its length and is smaller',
      (bytes) => new Blob([bytes.subarray(1)]).stream(),
      {},
      400,
      'UPLOAD_TRUNCATED',
    ],
    ['says another type', (bytes) => bytes, { 'Content-Type': 'text/html' }, 415, 'UPLOAD_TYPE'],
  ])('what %s is refused, and nothing is kept', async (_what, change, headers, status, code) => {
    const bytes = randomBytes(100);
    const { file, address } = await uploader.announced(bytes);
    const answer = await send(address, change(bytes), headers as Record<string, string>);
    expect([answer.status, await codeIn(answer)]).toEqual([status, code]);
    expect(await uploader.isThere(file)).toBe(false);
    expect(await offsetOf(address)).toBe(0);
    // The right bytes may still come.
    expect((await send(address, bytes)).status).toBe(201);
    expect((await uploader.contentOf(file)).equals(bytes)).toBe(true);
  });

  test('whoever sends much too much hears of it', async () => {
    const { file, address } = await uploader.announced(randomBytes(100));
    const stream = new Blob([randomBytes(18 * 1024 ** 2)]).stream();
    const answer = await send(address, stream);
    expect([answer.status, await codeIn(answer)]).toEqual([413, 'UPLOAD_TOO_LARGE']);
    expect(await uploader.isThere(file)).toBe(false);
  });

  test('a page that is called a picture is refused', async () => {
    const bytes = Buffer.from('<!doctype html><script>alert(1)</script>');
    const { file, address } = await uploader.announced(bytes, { media_type: 'image/png' });
    const answer = await send(address, bytes, { 'Content-Type': 'image/png' });
    expect([answer.status, await codeIn(answer)]).toEqual([415, 'UPLOAD_TYPE']);
    expect(await uploader.isThere(file)).toBe(false);
  });
});
