import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Upload, type UploadOptions } from 'tus-js-client';
import { contract, services } from '@lectern/contracts';
import { createClient } from '@lectern/contracts/client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeBeforeAll, startBeforeAll } from '../platform.ts';
import { startFileWorld } from './file-world.ts';
import { smallPartSizeInBytes, storeKinds } from './stores.ts';
import {
  addressElsewhere,
  beginSending,
  offsetOf,
  patch,
  patchOf,
  statusOf,
  uploaderOf,
} from './uploader.ts';

/* Uploads that go on, by tus 1.0.0, against both stores. */

/** Five of them are a part. */
const fifth = smallPartSizeInBytes / 5;
const large = () => randomBytes(18 * fifth);

/** Sends a file with the client that everybody uses. @returns where each of its requests began */
async function sendByTus(address: string, bytes: Buffer, options: UploadOptions = {}) {
  const offsets: number[] = [];
  await new Promise<void>((resolve, reject) => {
    new Upload(bytes, {
      uploadUrl: address,
      onBeforeRequest: (request) => {
        if (request.getMethod() === 'HEAD') return;
        offsets.push(Number(request.getHeader('Upload-Offset')));
      },
      onSuccess: () => resolve(),
      onError: reject,
      ...options,
    }).start();
  });
  return offsets;
}

describe.each(storeKinds)('in %s', (_name, start) => {
  const place = startBeforeAll(start);
  const world = startBeforeAll(() =>
    startFileWorld({
      store: place.options,
      partSizeInBytes: smallPartSizeInBytes,
    }),
  );
  const publisher = makeBeforeAll(() => world.newPerson('administrator'));
  const uploader = makeBeforeAll(() => uploaderOf(publisher));

  describe('tus-js-client', () => {
    test.each([0, 1, 5 * fifth, 18 * fifth])('sends %i bytes', async (size) => {
      const bytes = randomBytes(size);
      const { file, address } = await uploader.announced(bytes);
      // It asks how much is there first, and of nothing all is.
      expect(await sendByTus(address, bytes)).toEqual(size === 0 ? [] : [0]);
      expect((await uploader.contentOf(file)).equals(bytes)).toBe(true);
    });

    // Between one part and two of a bucket lies what cannot be cut in two.
    test.each([5, 7, 9, 12])('sends 18 fifths of a part in chunks of %i', async (chunk) => {
      const bytes = large();
      const { file, address } = await uploader.announced(bytes);
      const offsets = await sendByTus(address, bytes, { chunkSize: chunk * fifth });
      expect(offsets).toEqual(
        Array.from({ length: Math.ceil(18 / chunk) }, (_value, index) => index * chunk * fifth),
      );
      expect((await uploader.contentOf(file)).equals(bytes)).toBe(true);
    });

    test('goes on in another process where it was broken off', async () => {
      const bytes = large();
      const { file, address } = await uploader.announced(bytes);
      await new Promise<void>((resolve) => {
        const upload = new Upload(bytes, {
          uploadUrl: address,
          chunkSize: 6 * fifth,
          onChunkComplete: () => void upload.abort().then(resolve),
        });
        upload.start();
      });
      const process = await world.platform.anotherProcess();
      onTestFinished(() => process.close());
      const { file_configs } = await createClient(contract.atma, {
        service: 'atma',
        base: process.url + services.atma.base,
        headers: () => ({
          xIaCorrelationId: 'again',
          xIaSubject: publisher.subject,
          xIaRoles: '',
          authorization: `Bearer ${publisher.token}`,
        }),
      }).fileConfigSaveV2({ body: { file_config_dtos: [file] } });
      const [{ upload } = {}] = file_configs;
      expect(new URL(upload!.address).origin).not.toBe(new URL(address).origin);
      expect(await sendByTus(upload!.address, bytes)).toEqual([6 * fifth]);
      expect((await uploader.contentOf(file)).equals(bytes)).toBe(true);
    });

    test('sends by POST where PATCH does not come through', async () => {
      const bytes = randomBytes(100);
      const { file, address } = await uploader.announced(bytes);
      expect(await sendByTus(address, bytes, { overridePatchMethod: true })).toEqual([0]);
      expect((await uploader.contentOf(file)).equals(bytes)).toBe(true);
    });

    test('hears with the last byte that the hash is another, and nothing is kept', async () => {
      const bytes = large();
      const { file, address } = await uploader.announced(bytes);
      const chunkSize = 6 * fifth;
      const failure = await sendByTus(address, large(), { chunkSize }).catch(
        (error: unknown) => error,
      );
      expect(String(failure)).toMatch(/response code: 422, .*UPLOAD_HASH/);
      expect(await offsetOf(address)).toBe(0);
      expect(await uploader.isThere(file)).toBe(false);
      await sendByTus(address, bytes, { chunkSize });
      expect((await uploader.contentOf(file)).equals(bytes)).toBe(true);
    });

    test('hears with the first bytes that they are not of the announced type', async () => {
      const bytes = Buffer.concat([Buffer.from('<!doctype html><script>'), large()]);
      const { file, address } = await uploader.announced(bytes, { media_type: 'image/png' });
      await expect(sendByTus(address, bytes)).rejects.toThrow(/response code: 415, .*UPLOAD_TYPE/);
      expect(await offsetOf(address)).toBe(0);
      expect(await uploader.isThere(file)).toBe(false);
    });
  });

  test('what came before the connection broke is kept, and nothing of it is sent again', async () => {
    const bytes = large();
    const { file, address } = await uploader.announced(bytes);
    const broken = await beginSending(address, patchOf(0), bytes, 12 * fifth);
    await vi.waitUntil(async () => (await offsetOf(address)) > 0);
    broken.destroy();
    // Where another request has gone on, what comes of this one counts no more.
    const [first = 0] = await sendByTus(address, bytes);
    expect(first).toBeGreaterThanOrEqual(5 * fifth);
    expect((await uploader.contentOf(file)).equals(bytes)).toBe(true);
  });

  test.each([
    ['the same process', false],
    ['another process', true],
  ])('who goes on while another request writes takes its place, in %s', async (_, isElsewhere) => {
    const bytes = large();
    const { file, address } = await uploader.announced(bytes);
    const there = isElsewhere ? await addressElsewhere(world, publisher, file) : address;
    const keptAfter = async (offset: number) => {
      await vi.waitUntil(async () => (await offsetOf(address)) > offset);
      return offsetOf(address);
    };
    const overtaken = await beginSending(address, patchOf(0), bytes, 6 * fifth);
    const status = statusOf(overtaken);
    const offset = await keptAfter(0);
    const rest = bytes.subarray(offset);
    const next = await beginSending(there, patchOf(offset), rest, 6 * fifth);
    await keptAfter(offset);
    // Another process hears of it with the next part.
    if (isElsewhere) overtaken.end(bytes.subarray(6 * fifth));
    expect(await status).toBe(409);
    overtaken.destroy();
    const taken = statusOf(next);
    next.end(rest.subarray(6 * fifth));
    expect(await taken).toBe(204);
    expect((await uploader.contentOf(file)).equals(bytes)).toBe(true);
  });

  test('what has all its bytes and could not be finished is finished when somebody asks', async () => {
    const bytes = large();
    const { file, address } = await uploader.announced(bytes);
    const half = 9 * fifth;
    expect((await patch(address, bytes.subarray(0, half), 0)).status).toBe(204);
    // The database fails when the rest has been taken.
    await sql`
      create function atma.refuse_completion() returns trigger language plpgsql as $$
        begin raise exception 'refused'; end $$;
      create trigger refuse_completion before update on atma.uploads for each row
        when (new.completed_at is not null) execute function atma.refuse_completion()
    `.execute(world.database);
    const refused = await patch(address, bytes.subarray(half), half);
    await sql`
      drop trigger refuse_completion on atma.uploads;
      drop function atma.refuse_completion()
    `.execute(world.database);
    expect(refused.status).toBe(500);
    expect(await uploader.isThere(file)).toBe(false);
    const answers = await Promise.all([offsetOf(address), offsetOf(address)]);
    expect(answers).toEqual([bytes.length, bytes.length]);
    expect((await uploader.contentOf(file)).equals(bytes)).toBe(true);
    // Then a repeat changes nothing, and there is nothing to go on with.
    const codes = [];
    for (const [rest, offset] of [
      [Buffer.alloc(0), bytes.length],
      [bytes.subarray(half), half],
      [Buffer.alloc(1), bytes.length],
    ] as const) {
      codes.push((await patch(address, rest, offset)).status);
    }
    expect(codes).toEqual([204, 409, 413]);
    expect((await uploader.contentOf(file)).equals(bytes)).toBe(true);
  });
});
