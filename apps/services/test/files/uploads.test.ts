import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeBeforeAll, startBeforeAll } from '../platform.ts';
import {
  accessTo,
  codeIn,
  publicationFile,
  send,
  sha256,
  startFileWorld,
  withoutVersion,
  type FileWorld,
  type Person,
} from './file-world.ts';
import { smallPartSizeInBytes, storeKinds, type TestStore } from './stores.ts';
import {
  addressElsewhere,
  beginSending,
  offsetOf,
  patch,
  statusOf,
  uploaderOf,
} from './uploader.ts';
import { rowsOf } from '../rows.ts';

/* Bytes of announced files, against both stores. */

const mebibyte = 1024 ** 2;
const random = randomBytes(11 * mebibyte);
/** More than two parts, which nobody has sent before. */
const newLarge = () => Buffer.concat([randomBytes(16), random]);

describe.each(storeKinds)('in %s', (_name, start) => {
  const place = startBeforeAll(() => start(5 * mebibyte));
  const world = startBeforeAll(() => startFileWorld({ store: place.options }));
  const publisher = makeBeforeAll(() => world.newPerson('administrator'));
  const uploader = makeBeforeAll(() => uploaderOf(publisher));

  test.each([0, 1, 5 * mebibyte, random.length])('%i bytes arrive and are given', async (size) => {
    const bytes = newLarge().subarray(0, size);
    const { file, address } = await uploader.announced(bytes);
    expect(await uploader.isThere(file)).toBe(false);
    const answer = await send(address, bytes);
    expect([answer.status, await answer.json()]).toEqual([201, { result_state: 'OK' }]);
    expect((await uploader.contentOf(file)).equals(bytes)).toBe(true);
  });

  test('a part has at least 5 MiB', async () => {
    const bytes = newLarge();
    const { address } = await uploader.announced(bytes);
    const refused = await patch(address, bytes.subarray(0, 5 * mebibyte - 1), 0);
    expect([refused.status, await codeIn(refused)]).toEqual([400, 'UPLOAD_PART_TOO_SMALL']);
    expect((await patch(address, bytes.subarray(0, 5 * mebibyte), 0)).status).toBe(204);
  });

  test('ranges are given, and what is not there is told', async () => {
    const bytes = randomBytes(1000);
    const { file, address } = await uploader.announced(bytes);
    await send(address, bytes);
    const ranges: [string, number, number, number][] = [
      ['bytes=0-99', 206, 0, 100],
      ['bytes=990-', 206, 990, 1000],
      ['bytes=-10', 206, 990, 1000],
      ['bytes=-5000', 206, 0, 1000],
      ['bytes=990-5000', 206, 990, 1000],
      ['bytes=5-2', 200, 0, 1000],
      ['bytes=0-1,5-6', 200, 0, 1000],
      ['lines=1-2', 200, 0, 1000],
    ];
    for (const [range, status, start, end] of ranges) {
      const answer = await uploader.fetchFile(file, { Range: range });
      const got = Buffer.from(await answer.arrayBuffer());
      expect([range, answer.status]).toEqual([range, status]);
      expect(got.equals(bytes.subarray(start, end)), range).toBe(true);
      expect(answer.headers.get('Content-Range')).toBe(
        status === 206 ? `bytes ${start}-${end - 1}/1000` : null,
      );
    }
    for (const range of ['bytes=1000-', 'bytes=-0']) {
      const beyond = await uploader.fetchFile(file, { Range: range });
      const outcome = [beyond.status, beyond.headers.get('Content-Range')];
      expect([range, ...outcome]).toEqual([range, 416, 'bytes */1000']);
    }
  });

  test.each(['bytes=0-', 'bytes=0-99', 'bytes=5-9', 'bytes=-1', 'bytes=-0', 'bytes=-'])(
    'of nothing all is given, whatever range is asked for: %s',
    async (range) => {
      const nothing = Buffer.alloc(0);
      const { file, address } = await uploader.announced(nothing);
      if (address) await send(address, nothing);
      const answer = await uploader.fetchFile(file, { Range: range });
      expect([answer.status, answer.headers.get('Content-Range')]).toEqual([200, null]);
      expect(answer.headers.get('Content-Length')).toBe('0');
      expect(await answer.text()).toBe('');
    },
  );

  test('an answer that a client has is not sent again', async () => {
    const bytes = randomBytes(10);
    const { file, address } = await uploader.announced(bytes);
    await send(address, bytes);
    const tag = `"${sha256(bytes)}"`;
    const first = await uploader.fetchFile(file);
    expect(first.headers.get('ETag')).toBe(tag);
    expect((await uploader.fetchFile(file, { 'If-None-Match': tag })).status).toBe(304);
    const changed = await uploader.fetchFile(file, { Range: 'bytes=0-1', 'If-Range': '"other"' });
    expect(changed.status).toBe(200);
  });

  test('a repeat of what is complete changes nothing', async () => {
    const bytes = randomBytes(100);
    const { file, address } = await uploader.announced(bytes);
    await send(address, bytes);
    expect((await send(address, randomBytes(100))).status).toBe(201);
    expect((await uploader.contentOf(file)).equals(bytes)).toBe(true);
  });

  test('the old version is given until the new bytes are there and fit', async () => {
    const [old, young] = [randomBytes(50), randomBytes(60)];
    const { file, address } = await uploader.announced(old);
    await send(address, old);
    const { address: next } = await uploader.announced(young, {
      file_reference: file.file_reference,
      version: 2,
    });
    expect((await uploader.contentOf(file)).equals(old)).toBe(true);
    expect((await send(next, randomBytes(60))).status).toBe(422);
    expect((await uploader.contentOf(file)).equals(old)).toBe(true);
    await send(next, young);
    expect((await uploader.contentOf(file)).equals(young)).toBe(true);
  });

  test('the same bytes of another file are not sent again', async () => {
    const bytes = randomBytes(200);
    const { address } = await uploader.announced(bytes);
    await send(address, bytes);
    const again = publicationFile(bytes, { is_public: true });
    expect(await uploader.announce(again)).toBeUndefined();
    expect((await uploader.contentOf(again)).equals(bytes)).toBe(true);
  });

  test('bytes that came twice at once are kept once', async () => {
    const bytes = randomBytes(300);
    const both = await Promise.all([uploader.announced(bytes), uploader.announced(bytes)]);
    const answers = await Promise.all(both.map(({ address }) => send(address, bytes)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const rows = await rowsOf(world.database, 'atma.file_versions', {
      content_hash: sha256(bytes),
    }).get('object_id');
    expect(new Set(rows.map(({ object_id }) => object_id)).size).toBe(1);
    for (const { file } of both) expect((await uploader.contentOf(file)).equals(bytes)).toBe(true);
  });

  test('in the first version of the call, bytes come without a hash', async () => {
    const bytes = randomBytes(400);
    const file = publicationFile(bytes, { is_public: true });
    const save = async () =>
      (
        await publisher.as('atma').fileConfigSave({
          body: { file_config_dtos: [withoutVersion(file)] },
        })
      ).file_configs[0]!;
    const first = await save();
    expect(first.version).toBe(1);
    await send(first.upload.address, bytes);
    expect((await save()).version).toBe(2);
    const { file_accesses } = await publisher.as('atma').fileAccessV2({
      body: accessTo(file, publisher),
    });
    expect(file_accesses[0]!.file).toMatchObject({ version: 1, content_hash: sha256(bytes) });
  });
});

describe.each(storeKinds)('in %s, in small parts', (_name, start) => {
  let place: TestStore;
  let world: FileWorld;
  let publisher: Person;
  let uploader: ReturnType<typeof uploaderOf>;
  beforeAll(async () => {
    place = await start();
    const partSizeInBytes = smallPartSizeInBytes;
    world = await startFileWorld({ store: place.options, partSizeInBytes });
    publisher = await world.newPerson('administrator');
    uploader = uploaderOf(publisher);
  });
  afterAll(async () => {
    await world.close();
    await place.close();
  });

  test.each([
    ['the same process', false],
    ['another process', true],
  ])(
    'who begins anew while another request writes takes its place, in %s',
    async (_, isElsewhere) => {
      const large = randomBytes(3 * smallPartSizeInBytes);
      const { file, address } = await uploader.announced(large);
      const there = isElsewhere ? await addressElsewhere(world, publisher, file) : address;
      const put = { method: 'PUT', headers: { 'Content-Type': 'application/octet-stream' } };
      const overtaken = await beginSending(address, put, large, 1.5 * smallPartSizeInBytes);
      const status = statusOf(overtaken);
      await vi.waitUntil(async () => (await offsetOf(address)) > 0);
      expect((await send(there, large)).status).toBe(201);
      // Another process hears of it with the next part.
      if (isElsewhere) overtaken.end(large.subarray(1.5 * smallPartSizeInBytes));
      expect(await status).toBe(409);
      overtaken.destroy();
      expect((await uploader.contentOf(file)).equals(large)).toBe(true);
    },
  );
});
