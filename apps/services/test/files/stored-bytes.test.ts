import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FileStore } from '../../src/files/file-store.ts';
import { receive } from '../../src/files/incoming.ts';
import { sweep } from '../../src/files/sweep.ts';
import { beginAttempt, findUpload } from '../../src/files/uploads.ts';
import {
  keyOf,
  publicationFile,
  publish,
  send,
  sha256,
  startFileWorld,
  type FileWorld,
  type Person,
  type PublicationFile,
} from './file-world.ts';
import { openStore, smallPartSizeInBytes, storeKinds, type TestStore } from './stores.ts';
import { patch, uploaderOf } from './uploader.ts';

/* What becomes of bytes that nothing has any more, in both stores. */

const open = { is_public: true };
const part = smallPartSizeInBytes;

describe.each(storeKinds)('in %s', (_name, start) => {
  let place: TestStore;
  let store: FileStore;
  let world: FileWorld;
  let publisher: Person;
  let uploader: ReturnType<typeof uploaderOf>;

  beforeAll(async () => {
    place = await start();
    store = await openStore(place, part);
    world = await startFileWorld({ store: place.options, partSizeInBytes: part });
    publisher = await world.newPerson('administrator');
    uploader = uploaderOf(publisher);
  });
  afterAll(async () => {
    await world.close();
    await place.close();
  });

  const tidy = () => sweep(world.database, store);
  const remove = (file: PublicationFile) =>
    publisher.as('atma').fileConfigDelete({ body: { file_config_dtos: [keyOf(file)] } });
  /** The object to which the bytes of a file go, or went. */
  const objectOf = async ({ file_reference }: PublicationFile) => {
    const { object_id } = await world.database
      .selectFrom('atma.uploads')
      .select('object_id')
      .where('file_reference', '=', file_reference)
      .executeTakeFirstOrThrow();
    return object_id!;
  };
  /** What the services' own sweep has taken up is gone as soon as that is done. */
  const isGone = async (object: string) => {
    await tidy();
    await expect.poll(() => store.sizeOf(object)).toBeUndefined();
  };
  /** A part of a file has been sent, out of which alone the store could make an object. */
  const begun = async (bytes: Buffer) => {
    const { file, address } = await uploader.announced(bytes);
    expect((await patch(address, bytes.subarray(0, part), 0)).status).toBe(204);
    const { object_id, store_upload, parts } = await world.database
      .selectFrom('atma.uploads')
      .select(['object_id', 'store_upload', 'parts'])
      .where('file_reference', '=', file.file_reference)
      .executeTakeFirstOrThrow();
    const arePartsGone = async () => {
      await isGone(object_id!);
      // The bucket of the tests knows no aborting; its rules would end the parts.
      if (!('folder' in place.options)) return;
      await expect(store.complete(object_id!, store_upload!, parts)).rejects.toThrow('ENOENT');
    };
    return { file, address, object: object_id!, arePartsGone };
  };

  test('bytes stay while anything has them, and go with the last', async () => {
    const bytes = randomBytes(2 * part);
    const one = await publish(publisher, bytes, open);
    const object = await objectOf(one);
    const other = await publish(publisher, bytes, open);
    await remove(one);
    await tidy();
    expect(await store.sizeOf(object)).toBe(bytes.length);
    expect((await uploader.contentOf(other)).equals(bytes)).toBe(true);
    await remove(other);
    await isGone(object);
    const contents = await world.database
      .selectFrom('atma.contents')
      .select('object_id')
      .where('content_hash', '=', sha256(bytes))
      .execute();
    expect(contents).toEqual([]);
    // And they may come again.
    const again = await publish(publisher, bytes, open);
    expect((await uploader.contentOf(again)).equals(bytes)).toBe(true);
  });

  test('bytes that somebody takes up while they are about to go stay', async () => {
    for (let round = 0; round < 10; round++) {
      const bytes = Buffer.from(randomUUID());
      const file = await publish(publisher, bytes, open);
      const next = publicationFile(bytes, open);
      const [, , address] = await Promise.all([remove(file), tidy(), uploader.announce(next)]);
      const sent = address && (await send(address, bytes));
      expect(sent ? sent.status : 201).toBe(201);
      await tidy();
      expect((await uploader.contentOf(next)).equals(bytes)).toBe(true);
    }
  });

  test('of bytes that came twice one object is left', async () => {
    const bytes = randomBytes(100);
    const both = [await uploader.announced(bytes), await uploader.announced(bytes)];
    for (const { address } of both) expect((await send(address, bytes)).status).toBe(201);
    const [first, second] = await Promise.all(both.map(({ file }) => objectOf(file)));
    expect(second).not.toBe(first);
    await isGone(second!);
    expect(await store.sizeOf(first!)).toBe(bytes.length);
    for (const { file } of both) expect((await uploader.contentOf(file)).equals(bytes)).toBe(true);
  });

  test('bytes that were refused go', async () => {
    const { address, object } = await begun(randomBytes(2 * part));
    expect((await patch(address, randomBytes(part), part)).status).toBe(422);
    await isGone(object);
  });

  test('what had come before an upload began anew goes', async () => {
    const bytes = randomBytes(2 * part);
    const { file, address, arePartsGone } = await begun(bytes);
    expect((await send(address, bytes)).status).toBe(201);
    await arePartsGone();
    expect((await uploader.contentOf(file)).equals(bytes)).toBe(true);
  });

  test('an upload whose time is over goes, with what came of it', async () => {
    const { file, address, arePartsGone } = await begun(randomBytes(2 * part));
    await world.database
      .updateTable('atma.uploads')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('file_reference', '=', file.file_reference)
      .execute();
    await arePartsGone();
    expect((await send(address, 'x')).status).toBe(404);
    for (const table of ['atma.uploads', 'atma.file_versions'] as const) {
      const rows = await world.database
        .selectFrom(table)
        .select('version')
        .where('file_reference', '=', file.file_reference)
        .execute();
      expect(rows, table).toEqual([]);
    }
    // Its number was never used.
    expect(await uploader.announce(file)).toBeDefined();
  });

  /** An upload of which a request writes, and what that one writes to. */
  const writing = async (change: object = {}) => {
    const { file } = await uploader.announced(randomBytes(2 * part), change);
    const { upload_id, ends_with } = await world.database
      .selectFrom('atma.uploads')
      .select(['upload_id', 'ends_with'])
      .where('file_reference', '=', file.file_reference)
      .executeTakeFirstOrThrow();
    const attempt = (await beginAttempt(world.database, upload_id))!;
    return { file, upload_id, signIn: ends_with![0]!, attempt };
  };

  test.each([
    ['too little to tell its type is not', 500, 0],
    ['enough of the right type is', 2000, 2000],
  ])('of what breaks off %s kept', async (_what, length, kept) => {
    const { upload_id, signIn, attempt } = await writing({ media_type: 'application/pdf' });
    const upload = (await findUpload(world.database, upload_id, signIn))!;
    const body = Readable.from(
      (async function* () {
        yield Buffer.concat([Buffer.from('%PDF-1.7'), randomBytes(length - 8)]);
        throw new Error('The connection broke.');
      })(),
    );
    const parts = {
      database: world.database,
      store,
      bodyTimeoutInMs: 60_000,
      overtaken: new AbortController().signal,
    };
    await expect(
      receive(parts, upload, attempt, body, { start: 0, end: 2 * part }),
    ).rejects.toThrow('broke');
    const now = await findUpload(world.database, upload_id, signIn);
    expect(now!.receivedBytes).toBe(length < store.partMinimumInBytes ? 0 : kept);
  });

  describe('what a request writes after its place was taken goes', () => {
    const removalsOf = (object: string) =>
      world.database.selectFrom('atma.removals').selectAll().where('object_id', '=', object);
    /** As if the time had passed in which a request can write. */
    const laterTidy = async (object: string) => {
      const end = new Date(Date.now() - 1000);
      await world.database
        .updateTable('atma.removals')
        .set({ due_at: end, writable_until: end })
        .where('object_id', '=', object)
        .execute();
      await tidy();
    };
    /** What is left of an object that is written late, before and after the time of its writers. */
    const sizesWhenLate = async ({ objectId }: { readonly objectId: string }) => {
      await tidy();
      // The services' own sweep may have taken it up.
      await vi.waitUntil(
        async () => {
          const removals = await removalsOf(objectId).execute();
          return removals.every(({ due_at, writable_until }) => due_at >= writable_until);
        },
        { timeout: 10_000 },
      );
      await store.put(objectId, randomBytes(100));
      await tidy();
      const before = await store.sizeOf(objectId);
      await laterTidy(objectId);
      // The services' own sweep may have taken it up once more.
      await expect.poll(() => removalsOf(objectId).execute()).toEqual([]);
      return [before, await store.sizeOf(objectId)];
    };
    const gone = [100, undefined];

    test('by another request', async () => {
      const { upload_id, attempt } = await writing();
      await beginAttempt(world.database, upload_id);
      expect(await sizesWhenLate(attempt)).toEqual(gone);
    });

    test('because the file was deleted', async () => {
      const { file, attempt } = await writing();
      await remove(file);
      expect(await sizesWhenLate(attempt)).toEqual(gone);
    });

    test('because the file was deleted as soon as it was there', async () => {
      const bytes = randomBytes(50);
      const small = await uploader.announced(bytes);
      expect((await send(small.address, bytes)).status).toBe(201);
      const objectId = await objectOf(small.file);
      await remove(small.file);
      // Two may have been about to finish it.
      expect(await sizesWhenLate({ objectId })).toEqual(gone);
    });

    test('before the store had begun', async () => {
      const { upload_id, signIn, attempt } = await writing();
      const upload = (await findUpload(world.database, upload_id, signIn))!;
      const aborted: string[] = [];
      const overtakenStore: FileStore = {
        ...store,
        begin: async (object) => {
          await beginAttempt(world.database, upload_id);
          return store.begin(object);
        },
        abort: async (object, storeUpload) => {
          aborted.push(storeUpload);
          await store.abort(object, storeUpload);
        },
      };
      const parts = {
        database: world.database,
        store: overtakenStore,
        bodyTimeoutInMs: 60_000,
        overtaken: new AbortController().signal,
      };
      const body = Readable.from([randomBytes(part), randomBytes(part)]);
      const range = { start: 0, end: 2 * part };
      await expect(receive(parts, upload, attempt, body, range)).rejects.toMatchObject({
        code: 'UPLOAD_OVERTAKEN',
      });
      expect(aborted).toHaveLength(1);
    });
  });
});
