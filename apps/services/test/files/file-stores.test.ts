import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rmdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { FileStoreUnavailable, ObjectMissing, type FileStore } from '../../src/files/file-store.ts';
import { flushFolder, openFolderStore } from '../../src/files/folder-store.ts';
import { openS3Store } from '../../src/files/s3-store.ts';
import { toCallError } from '../../src/http/errors.ts';
import { openStore, storeKinds, type TestStore } from './stores.ts';

/* The same of both stores. */

const partInBytes = 5 * 1024 ** 2;

describe.each(storeKinds)('%s', (_name, start) => {
  let place: TestStore;
  let store: FileStore;

  beforeAll(async () => {
    place = await start();
    store = await openStore(place);
  });
  afterAll(() => place.close());

  const read = async (...request: Parameters<FileStore['read']>) =>
    buffer(await store.read(...request));

  test.each([0, 1, 100_000])('gives back what it was given: %i bytes', async (size) => {
    const [object, bytes] = [randomUUID(), randomBytes(size)];
    expect(await store.sizeOf(object)).toBeUndefined();
    await store.put(object, bytes);
    expect(await store.sizeOf(object)).toBe(size);
    expect((await read(object)).equals(bytes)).toBe(true);
  });

  test.each([
    [1, 1],
    [0, 9],
    [3, 5],
    [9, 9],
  ])('gives a range from %i to %i, both included', async (start, end) => {
    const object = randomUUID();
    await store.put(object, Buffer.from('0123456789'));
    expect((await read(object, { start, end })).toString()).toBe(
      '0123456789'.slice(start, end + 1),
    );
  });

  test('makes an object of parts, which is there when it is whole', async () => {
    const object = randomUUID();
    const parts = [randomBytes(partInBytes), randomBytes(partInBytes), randomBytes(7)];
    const upload = await store.begin(object);
    const names: string[] = [];
    for (const [index, bytes] of parts.entries()) {
      names.push(await store.putPart(object, upload, index + 1, bytes));
    }
    expect(await store.sizeOf(object)).toBeUndefined();
    await store.complete(object, upload, names);
    expect((await read(object)).equals(Buffer.concat(parts))).toBe(true);
    // The answer may have been lost, and somebody asks again.
    await store.complete(object, upload, names);
    expect((await read(object)).equals(Buffer.concat(parts))).toBe(true);
  });

  test('a part that is not named does not count', async () => {
    const object = randomUUID();
    const upload = await store.begin(object);
    await store.putPart(object, upload, 1, Buffer.from('overtaken'));
    const name = await store.putPart(object, upload, 2, Buffer.from('kept'));
    await store.complete(object, upload, [null, name]);
    expect((await read(object)).toString()).toBe('kept');
  });

  test('parts of one request follow each other, and only those that are named count', async () => {
    const object = randomUUID();
    const upload = await store.begin(object);
    const put = (number: number, letter: string, before?: string) =>
      store.putPart(object, upload, number, Buffer.from(letter), before);
    const a = await put(1, 'a');
    const b = await put(2, 'b', a);
    // Another request has begun, and then the first one writes once more.
    const d = await put(4, 'd');
    await put(3, 'c', b);
    const e = await put(5, 'e', d);
    await store.complete(object, upload, [a, b, null, d, e]);
    expect((await read(object)).toString()).toBe('abde');
  });

  test('what was written after the last named part is no part of the object', async () => {
    const object = randomUUID();
    const upload = await store.begin(object);
    const first = await store.putPart(object, upload, 1, Buffer.from('named'));
    await store.putPart(object, upload, 2, Buffer.from('late'), first);
    await store.complete(object, upload, [first]);
    expect((await read(object)).toString()).toBe('named');
  });

  test('parts that are gone are told', async () => {
    const object = randomUUID();
    const upload = await store.begin(object);
    const part = await store.putPart(object, upload, 1, Buffer.from('half'));
    await store.abort(object, upload);
    const next = store.putPart(object, upload, 2, Buffer.from('half'), part);
    await expect(next).rejects.toThrow(ObjectMissing);
    await expect(store.complete(object, upload, [part])).rejects.toThrow(ObjectMissing);
  });

  test('forgets parts, once and again', async () => {
    const object = randomUUID();
    const upload = await store.begin(object);
    await store.putPart(object, upload, 1, Buffer.from('half'));
    await store.abort(object, upload);
    await store.abort(object, upload);
    expect(await store.sizeOf(object)).toBeUndefined();
  });

  test('removes an object, once and again', async () => {
    const object = randomUUID();
    await store.put(object, Buffer.from('gone'));
    await store.remove(object);
    await store.remove(object);
    expect(await store.sizeOf(object)).toBeUndefined();
    await expect(read(object)).rejects.toThrow(ObjectMissing);
  });
});

describe('a local folder', () => {
  test.runIf(process.platform === 'linux')(
    'that its file system cannot flush is taken as it is, as of a network',
    async () => {
      await expect(flushFolder('/proc')).resolves.toBeUndefined();
    },
  );

  test('that is gone with its volume is out of reach, and nothing in it is missing', async () => {
    const place = await storeKinds[0]![1]();
    const { folder } = place.options as { folder: string };
    onTestFinished(() => place.close());
    const store = await openFolderStore(folder);
    const object = randomUUID();
    await store.put(object, Buffer.from('kept'));
    const upload = await store.begin(object);
    const part = await store.putPart(object, upload, 1, Buffer.from('x'));
    await rename(folder, `${folder}-away`);
    await mkdir(folder);
    for (const ask of [
      () => store.read(object),
      () => store.sizeOf(object),
      () => store.remove(object),
      () => store.putPart(object, upload, 2, Buffer.from('y')),
      () => store.complete(randomUUID(), upload, [part]),
      () => store.abort(object, upload),
    ]) {
      await expect(ask()).rejects.toThrow(FileStoreUnavailable);
    }
    for (const ask of [() => store.begin(object), () => store.put(object, Buffer.from('z'))]) {
      expect(toCallError(await ask().catch((error: unknown) => error))).toMatchObject({
        status: 503,
      });
    }
    expect(await readdir(folder)).toEqual([]);
    await rmdir(folder);
    await rename(`${folder}-away`, folder);
    expect(await store.sizeOf(object)).toBe(4);
  });

  test('keeps nothing of what was not finished', async () => {
    const place = await storeKinds[0]![1]();
    const { folder } = place.options as { folder: string };
    try {
      const store = await openFolderStore(folder);
      await store.put(randomUUID(), Buffer.from('whole'));
      const object = randomUUID();
      const upload = await store.begin(object);
      const name = await store.putPart(object, upload, 1, Buffer.from('part'));
      await expect(store.complete(object, upload, [name, 'missing'])).rejects.toThrow(
        ObjectMissing,
      );
      expect(await store.sizeOf(object)).toBeUndefined();
      await store.abort(object, upload);
      expect(await readdir(`${folder}/parts`)).toEqual([]);
    } finally {
      await place.close();
    }
  });
});

describe('a bucket', () => {
  let place: TestStore;
  beforeAll(async () => {
    place = await storeKinds[1]![1]();
  });
  afterAll(() => place.close());

  test('whose key is wrong is told as out of reach, without a name or an address', async () => {
    const store = openS3Store({
      ...(place.options as never as object),
      secretAccessKey: 'x',
    } as never);
    const failure = await store
      .put(randomUUID(), Buffer.from('x'))
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(FileStoreUnavailable);
    expect((failure as Error).message).toMatch(
      /^The file store answered 403 SignatureDoesNotMatch\. [^/]*$/,
    );
  });

  test('that nobody serves is told as out of reach', async () => {
    const bucketUrl = 'http://127.0.0.1:1/bucket';
    const options = { ...(place.options as never as object), bucketUrl, retryInMs: 1 };
    const store = openS3Store(options as never);
    await expect(store.sizeOf(randomUUID())).rejects.toThrow(FileStoreUnavailable);
  });
});
