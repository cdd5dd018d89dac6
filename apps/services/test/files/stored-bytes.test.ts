import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startBeforeAll } from '../platform.ts';
import { ObjectMissing, type FileStore } from '../../src/files/file-store.ts';
import { receive } from '../../src/files/incoming.ts';
import { RunningUploads } from '../../src/files/running-uploads.ts';
import { sweep } from '../../src/files/sweep.ts';
import { beginAttempt, findUpload } from '../../src/files/uploads.ts';
import type { Database } from '../../src/storage/database.ts';
import {
  codeIn,
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
import { openStore, smallPartSizeInBytes, storeKinds } from './stores.ts';
import { beginSending, offsetOf, patch, patchOf, uploaderOf } from './uploader.ts';
import { rowsOf } from '../rows.ts';

/* Bytes that nothing has any more, in both stores. */

const open = { is_public: true };
const part = smallPartSizeInBytes;

describe.each(storeKinds)('in %s', (_name, start) => {
  let store: FileStore;
  let world: FileWorld;
  let publisher: Person;
  let uploader: ReturnType<typeof uploaderOf>;

  const place = startBeforeAll(start);
  beforeAll(async () => {
    store = await openStore(place, part);
    world = await startFileWorld({ store: place.options, partSizeInBytes: part });
    publisher = await world.newPerson('administrator');
    uploader = uploaderOf(publisher);
  });
  afterAll(async () => {
    await world.close();
  });

  const tidy = () => sweep(world.database, store);
  const remove = (file: PublicationFile) =>
    publisher.as('atma').fileConfigDelete({ body: { file_config_dtos: [keyOf(file)] } });
  /** The object to which the bytes of a file go, or went. */
  const objectOf = async (file: PublicationFile) => (await uploadOf(file)).object_id!;
  const uploadOf = async ({ file_reference }: PublicationFile) => {
    const upload = await world.database
      .selectFrom('atma.uploads')
      .select(['upload_id', 'object_id', 'store_upload', 'parts', 'ends_with'])
      .where('file_reference', '=', file_reference)
      .executeTakeFirstOrThrow();
    return { ...upload, signIn: upload.ends_with![0]! };
  };
  /** Parts that a request works with. */
  const partsOf = (to: FileStore) => ({
    database: world.database,
    store: to,
    bodyTimeoutInMs: 60_000,
    overtaken: new AbortController().signal,
  });
  /** Objects that the services' own sweep has taken up are gone as soon as that is done. */
  const isGone = async (object: string) => {
    await tidy();
    await expect.poll(() => store.sizeOf(object)).toBeUndefined();
  };
  /** A part of a file has been sent, out of which alone the store could make an object. */
  const begun = async (bytes: Buffer) => {
    const { file, address } = await uploader.announced(bytes);
    expect((await patch(address, bytes.subarray(0, part), 0)).status).toBe(204);
    const { object_id, store_upload, parts } = await uploadOf(file);
    const arePartsGone = async () => {
      await isGone(object_id!);
      const completing = store.complete(object_id!, store_upload!, parts as readonly string[]);
      await expect(completing).rejects.toThrow(ObjectMissing);
    };
    return { file, address, object: object_id!, arePartsGone };
  };

  test('bytes stay while anything has them, and go with the last', async () => {
    const bytes = randomBytes(2 * part);
    const file = await publish(publisher, bytes, open);
    const object = await objectOf(file);
    const other = await publish(publisher, bytes, open);
    await remove(file);
    await tidy();
    expect(await store.sizeOf(object)).toBe(bytes.length);
    expect((await uploader.contentOf(other)).equals(bytes)).toBe(true);
    await remove(other);
    await isGone(object);
    const contents = await rowsOf(world.database, 'atma.contents', {
      content_hash: sha256(bytes),
    }).get('object_id');
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
    await rowsOf(world.database, 'atma.uploads', { file_reference: file.file_reference }).set({
      expires_at: new Date(Date.now() - 1000),
    });
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

  describe('what filled no part when the connection broke', () => {
    /** Goes on with a file until the connection breaks. @returns the object with what fills no part */
    const breakOff = async (
      { file, address }: { readonly file: PublicationFile; readonly address: string },
      bytes: Buffer,
      [start, end]: readonly [number, number],
    ) => {
      const { upload_id, signIn } = await uploadOf(file);
      const upload = (await findUpload(world.database, upload_id, signIn))!;
      const attempt = (await beginAttempt(world.database, upload_id, start))!;
      const body = Readable.from(
        (async function* () {
          yield bytes.subarray(start, end);
          throw new Error('The connection broke.');
        })(),
      );
      const range = { start, end: bytes.length };
      await expect(receive(partsOf(store), upload, attempt, body, range)).rejects.toThrow('broke');
      expect(await offsetOf(address)).toBe(end);
      const last = (await uploadOf(file)).parts.at(-1);
      return typeof last === 'object' ? last?.objectId : undefined;
    };
    const whole = (bytes: Buffer, { address }: { readonly address: string }) =>
      send(address, bytes);
    const onwards = async (bytes: Buffer, { address }: { readonly address: string }) => {
      const offset = await offsetOf(address);
      return patch(address, bytes.subarray(offset), offset);
    };

    test.each<[string, number, readonly number[]]>([
      ['few bytes', 3 * part, [2000]],
      ['bytes of a file that is one part', part / 2, [3000]],
      ['bytes after parts', 2.5 * part, [1.2 * part]],
      ['bytes before the last part', 2.5 * part, [2.2 * part]],
      ['nothing, after parts', 2.5 * part, [2 * part]],
      ['bytes, again and again', 2.5 * part, [2000, 3000, 0.5 * part, 0.7 * part, 1.5 * part]],
    ])('begins the next part, and then goes: %s', async (_, size, ends) => {
      const bytes = randomBytes(size);
      const announced = await uploader.announced(bytes);
      const rests: (string | undefined)[] = [];
      let start = 0;
      for (const end of ends) {
        rests.push(await breakOff(announced, bytes, [start, end]));
        start = end;
      }
      const kept = rests.filter((rest) => rest !== undefined);
      expect(kept).toHaveLength(ends.filter((end) => end % part > 0).length);
      expect((await onwards(bytes, announced)).status).toBe(204);
      expect((await uploader.contentOf(announced.file)).equals(bytes)).toBe(true);
      for (const rest of kept) await isGone(rest);
    });

    test.each([
      ['the file is sent anew', whole],
      [
        'the file is deleted',
        (_bytes: Buffer, { file }: { file: PublicationFile }) => remove(file),
      ],
      [
        'the whole is refused',
        (bytes: Buffer, announced: { address: string }) => {
          bytes.fill(0);
          return onwards(bytes, announced);
        },
      ],
    ])('goes when %s', async (_, act) => {
      const bytes = randomBytes(1.5 * part);
      const announced = await uploader.announced(bytes);
      const rest = await breakOff(announced, bytes, [0, 1.2 * part]);
      expect(await store.sizeOf(rest!)).toBe(0.2 * part);
      await act(bytes, announced);
      await isGone(rest!);
    });
  });

  test('parts have no gaps in their numbers, but where a request may still write one', async () => {
    const bytes = randomBytes(4 * part);
    const { file, address } = await uploader.announced(bytes);
    const numbersOf = async () => (await uploadOf(file)).parts.map((name) => name !== null);
    for (const start of [0, 1]) {
      const chunk = bytes.subarray(start * part, (start + 1) * part);
      expect((await patch(address, chunk, start * part)).status).toBe(204);
    }
    expect(await numbersOf()).toEqual([true, true]);
    // One that goes on, and is overtaken.
    await beginAttempt(world.database, (await uploadOf(file)).upload_id, 2 * part);
    const chunk = bytes.subarray(2 * part, 3 * part);
    expect((await patch(address, chunk, 2 * part)).status).toBe(204);
    expect(await numbersOf()).toEqual([true, true, false, true]);
    expect((await patch(address, bytes.subarray(3 * part), 3 * part)).status).toBe(204);
    expect((await uploader.contentOf(file)).equals(bytes)).toBe(true);
  });

  test('nor have they where the store was away as a connection broke', async () => {
    const bytes = randomBytes(3 * part);
    const { file, address } = await uploader.announced(bytes);
    expect((await patch(address, bytes.subarray(0, part), 0)).status).toBe(204);
    const { upload_id, signIn } = await uploadOf(file);
    const upload = (await findUpload(world.database, upload_id, signIn))!;
    const attempt = (await beginAttempt(world.database, upload_id, part))!;
    const away: FileStore = { ...store, put: () => Promise.reject(new Error('away')) };
    const body = Readable.from(
      (async function* () {
        yield bytes.subarray(part, 1.5 * part);
        throw new Error('The connection broke.');
      })(),
    );
    const range = { start: part, end: bytes.length };
    await expect(receive(partsOf(away), upload, attempt, body, range)).rejects.toThrow('broke');
    expect((await patch(address, bytes.subarray(part, 2 * part), part)).status).toBe(204);
    expect((await uploadOf(file)).parts).toEqual([expect.any(String), expect.any(String)]);
    expect((await patch(address, bytes.subarray(2 * part), 2 * part)).status).toBe(204);
    expect((await uploader.contentOf(file)).equals(bytes)).toBe(true);
  });

  test('a client that is back before what it sent is noted asks again where to go on', async () => {
    const bytes = randomBytes(3 * part);
    const { file, address } = await uploader.announced(bytes);
    expect((await patch(address, bytes.subarray(0, part), 0)).status).toBe(204);
    const { upload_id } = await uploadOf(file);
    const row = (database: Database) =>
      database.selectFrom('atma.uploads').selectAll().where('upload_id', '=', upload_id);
    const waiting = sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `;
    const rest = bytes.subarray(part);
    const broken = await beginSending(address, patchOf(part), rest, part / 2);
    await vi.waitUntil(async () => (await row(world.database).executeTakeFirst())?.attempt_id);
    const comes = vi.spyOn(RunningUploads.prototype, 'run');
    const answer = await world.database.transaction().execute(async (transaction) => {
      await row(transaction).forUpdate().execute();
      broken.destroy();
      await vi.waitUntil(async () => (await waiting.execute(world.database)).rows.length > 0);
      const asked = patch(address, rest, part);
      await vi.waitUntil(() => comes.mock.calls.length > 0);
      return { asked };
    });
    const { status } = await answer.asked;
    expect([status, await codeIn(await answer.asked)]).toEqual([423, 'UPLOAD_LOCKED']);
    expect(await offsetOf(address)).toBe(1.5 * part);
    expect((await patch(address, bytes.subarray(1.5 * part), 1.5 * part)).status).toBe(204);
    expect((await uploader.contentOf(file)).equals(bytes)).toBe(true);
  });

  describe('an upload whose parts the store has lost begins anew', () => {
    /** A rule of the bucket, or somebody who tidies up, has ended it. */
    const lost = async () => {
      const bytes = randomBytes(2.5 * part);
      const announced = await uploader.announced(bytes);
      expect((await patch(announced.address, bytes.subarray(0, 1.5 * part), 0)).status).toBe(204);
      const { object_id, store_upload, parts } = await uploadOf(announced.file);
      return { ...announced, bytes, object_id, store_upload, rest: parts.at(-1) };
    };
    const abort = ({ object_id, store_upload }: Awaited<ReturnType<typeof lost>>) =>
      store.abort(object_id!, store_upload!);

    test.each([
      ['its parts', abort],
      [
        'what fills none',
        ({ rest }: Awaited<ReturnType<typeof lost>>) =>
          store.remove((rest as { objectId: string }).objectId),
      ],
    ])('as its client hears with the next bytes: %s', async (_, lose) => {
      const upload = await lost();
      const { address, bytes, file } = upload;
      await lose(upload);
      const answer = await patch(address, bytes.subarray(1.5 * part), 1.5 * part);
      expect([answer.status, await codeIn(answer)]).toEqual([409, 'UPLOAD_LOST']);
      expect(await offsetOf(address)).toBe(0);
      expect((await patch(address, bytes, 0)).status).toBe(204);
      expect((await uploader.contentOf(file)).equals(bytes)).toBe(true);
    });

    test('as its client hears when it asks whether all of it is there', async () => {
      const upload = await lost();
      await rowsOf(world.database, 'atma.uploads', {
        file_reference: upload.file.file_reference,
      }).set({ received_bytes: upload.bytes.length });
      await abort(upload);
      expect(await offsetOf(upload.address)).toBe(0);
      expect((await send(upload.address, upload.bytes)).status).toBe(201);
    });
  });

  /** An upload of which a request writes, and what that one writes to. */
  const writing = async (change: object = {}) => {
    const { file } = await uploader.announced(randomBytes(2 * part), change);
    const { upload_id, signIn } = await uploadOf(file);
    const attempt = (await beginAttempt(world.database, upload_id))!;
    return { file, upload_id, signIn, attempt };
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
    await expect(
      receive(partsOf(store), upload, attempt, body, { start: 0, end: 2 * part }),
    ).rejects.toThrow('broke');
    const now = await findUpload(world.database, upload_id, signIn);
    expect(now!.receivedBytes).toBe(kept);
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
    /** Size of an object that is written late, before and after the time of its writers. */
    const sizesWhenLate = async ({ objectId }: { readonly objectId: string }) => {
      await tidy();
      // The services' own sweep may have taken it up.
      await vi.waitUntil(async () => {
        const removals = await removalsOf(objectId).execute();
        return removals.every(({ due_at, writable_until }) => due_at >= writable_until);
      });
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
      const body = Readable.from([randomBytes(part), randomBytes(part)]);
      const range = { start: 0, end: 2 * part };
      await expect(
        receive(partsOf(overtakenStore), upload, attempt, body, range),
      ).rejects.toMatchObject({
        code: 'UPLOAD_OVERTAKEN',
      });
      expect(aborted).toHaveLength(1);
    });
  });
});
