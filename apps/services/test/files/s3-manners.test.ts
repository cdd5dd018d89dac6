import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
} from 'node:net';
import { buffer } from 'node:stream/consumers';
import { startS3Server, type S3Answer, type S3Manners, type S3Request } from '@lectern/env/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { FileStoreUnavailable, ObjectMissing, type FileStore } from '../../src/files/file-store.ts';
import { openS3Store, type S3Options } from '../../src/files/s3-store.ts';

/* Answers of stores that speak S3 in their own way. */

const partInBytes = 1000;

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

/** A bucket with manners, and what it is asked. */
async function bucketWith(
  manners: S3Manners = {},
  change: (options: S3Options) => Partial<S3Options> = () => ({}),
) {
  const asked: S3Request[] = [];
  const server = await startS3Server({
    ...manners,
    instead: (request) => {
      asked.push(request);
      return manners.instead?.(request);
    },
  });
  close = () => server.close();
  const options = { ...server.options, retryInMs: 1 };
  const store = openS3Store({ ...options, ...change(options) }, partInBytes);
  return { store, asked };
}

/** Answers so the first times that this is asked. */
const first = (what: S3Request['what'], answer: S3Answer | 'lost', times = 1): S3Manners => ({
  instead: (request) => (request.what === what && times-- > 0 ? answer : undefined),
});

/** Does all that a store can, and looks whether it was done. */
async function useAll(store: FileStore) {
  const [small, large] = [randomUUID(), randomUUID()];
  const bytes = randomBytes(2.5 * partInBytes);
  await store.put(small, bytes.subarray(0, 10));
  expect(await buffer(await store.read(small, { start: 1, end: 3 }))).toEqual(bytes.subarray(1, 4));
  const upload = await store.begin(large);
  const parts: string[] = [];
  for (const start of [0, partInBytes, 2 * partInBytes]) {
    const part = bytes.subarray(start, start + partInBytes);
    parts.push(await store.putPart(large, upload, parts.length + 1, part));
  }
  await store.complete(large, upload, parts);
  expect(await store.sizeOf(large)).toBe(bytes.length);
  expect((await buffer(await store.read(large))).equals(bytes)).toBe(true);
  const given = await store.begin(large);
  await store.abort(large, given);
  await store.remove(small);
  expect(await store.sizeOf(small)).toBeUndefined();
}
/** How often that asks for what. */
const asks = {
  put: 1,
  get: 2,
  begin: 2,
  part: 3,
  complete: 1,
  list: 0,
  head: 2,
  abort: 1,
  delete: 1,
};
/** Of what it has begun to give, an answer is not lost as a whole. */
const operations = (Object.keys(asks) as S3Request['what'][]).filter(
  (what) => what !== 'get' && what !== 'list',
);
const countOf = (asked: readonly S3Request[], what: S3Request['what']) =>
  asked.filter((request) => request.what === what).length;

describe('what passes is asked again:', () => {
  test.each(operations)('an answer to %s that is lost', async (what) => {
    const { store, asked } = await bucketWith(first(what, 'lost'));
    await useAll(store);
    expect(countOf(asked, what)).toBe(asks[what] + 1);
  });

  test.each<[string, S3Request['what'], S3Answer]>([
    ['too many requests', 'part', { status: 503, code: 'SlowDown' }],
    ['too many requests of one upload', 'part', { status: 429, code: 'TooManyRequests' }],
    ['a failure of the store', 'begin', { status: 500, code: 'InternalError' }],
    [
      'a failure whose answer began as a success',
      'complete',
      { status: 200, code: 'InternalError' },
    ],
    ['bytes that came too slowly', 'put', { status: 400, code: 'RequestTimeout' }],
    ['a change at the same time', 'delete', { status: 409, code: 'OperationAborted' }],
    ['a failure of the store, of bytes', 'get', { status: 502, code: '' }],
  ])('%s', async (_, what, answer) => {
    const { store, asked } = await bucketWith(first(what, answer, 3));
    await useAll(store);
    expect(countOf(asked, what)).toBe(asks[what] + 3);
  });

  test('but not for ever', async () => {
    const answer = { status: 503, code: 'SlowDown' };
    const { store, asked } = await bucketWith({ instead: () => answer });
    await expect(store.put(randomUUID(), Buffer.from('x'))).rejects.toThrow(
      new FileStoreUnavailable('The file store answered 503 SlowDown.'),
    );
    expect(asked).toHaveLength(5);
  });
});

const region = { 'x-amz-bucket-region': 'eu-central-1' };
const moved = { ...region, Location: 'http://127.0.0.1:1/' };
describe('what does not pass is told in a sentence, and not asked again:', () => {
  test.each<[string, S3Answer, string]>([
    ['another clock', { status: 403, code: 'RequestTimeTooSkewed' }, 'clock of this machine'],
    ['another region', { status: 301, code: 'PermanentRedirect', headers: moved }, 'eu-central-1'],
    ['a new bucket', { status: 307, code: 'TemporaryRedirect', headers: moved }, 'eu-central-1'],
    [
      'another region in the signature',
      { status: 400, code: 'AuthorizationHeaderMalformed', xml: '<Region>eu-west-3</Region>' },
      'eu-west-3',
    ],
    [
      'another host',
      { status: 301, code: 'PermanentRedirect', xml: '<Endpoint>files.s3.example</Endpoint>' },
      'files.s3.example',
    ],
    ['a token that has ended', { status: 400, code: 'ExpiredToken' }, 'LECTERN_S3_SESSION_TOKEN'],
    ['a token of another key', { status: 400, code: 'InvalidToken' }, 'LECTERN_S3_SESSION_TOKEN'],
    ['another key', { status: 403, code: 'InvalidAccessKeyId' }, 'LECTERN_S3_ACCESS_KEY_ID'],
    ['another secret', { status: 403, code: 'SignatureDoesNotMatch' }, 'LECTERN_S3_SECRET_ACCESS'],
    ['a key that may not', { status: 403, code: 'AccessDenied' }, 'permissions'],
    ['no bucket', { status: 404, code: 'NoSuchBucket' }, 'LECTERN_S3_BUCKET_URL'],
    ['something unknown', { status: 418, code: '' }, 'The file store answered 418.'],
    [
      'something that has nothing to do with its own region',
      { status: 400, code: 'Odd', headers: { 'x-amz-bucket-region': 'us-east-1' } },
      'The file store answered 400 Odd.',
    ],
  ])('%s', async (_, answer, sentence) => {
    const { store, asked } = await bucketWith({ instead: () => answer });
    const [object, upload] = [randomUUID(), 'upload'];
    const operations = [
      () => store.put(object, Buffer.from('x')),
      () => store.begin(object),
      () => store.putPart(object, upload, 1, Buffer.from('x')),
      () => store.read(object),
      () => store.remove(object),
      () => store.abort(object, upload),
    ];
    // Where the code has no remedy, it is asked for the size, too.
    const failed = await store.complete(object, upload, ['"x"']).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(FileStoreUnavailable);
    const hasRemedy = /Token|AccessKey|Skewed|Signature|Denied|NoSuchBucket/.test(answer.code);
    expect((failed as Error).message).toContain(hasRemedy ? sentence : 'The file store answered');
    asked.length = 0;
    for (const operation of operations) {
      const failure = await operation().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(FileStoreUnavailable);
      expect((failure as Error).message).toContain(sentence);
      expect((failure as Error).message).not.toContain(object);
      expect((failure as Error).message).not.toContain('us-east-1');
    }
    expect(asked).toHaveLength(operations.length);
  });

  test('a size, of which the store says no more than a status', async () => {
    const answer = { status: 301, code: 'PermanentRedirect', headers: region };
    const { store } = await bucketWith({ instead: () => answer });
    await expect(store.sizeOf(randomUUID())).rejects.toThrow(
      '301. The bucket is in the region eu-c',
    );
  });
});

test.each([405, 501])('an object that is not removed is told, with %i', async (status) => {
  const { store } = await bucketWith(first('delete', { status, code: 'MethodNotAllowed' }));
  const object = randomUUID();
  await store.put(object, Buffer.from('stays'));
  await expect(store.remove(object)).rejects.toThrow(FileStoreUnavailable);
});

test.each([405, 501])('a store may know no aborting, and say so with %i', async (status) => {
  const { store } = await bucketWith(first('abort', { status, code: 'NotImplemented' }));
  const object = randomUUID();
  await expect(store.abort(object, await store.begin(object))).resolves.toBeUndefined();
});

describe('parts that are gone are told from a store that is away:', () => {
  test('the upload was ended by a rule of the bucket', async () => {
    const { store } = await bucketWith();
    const object = randomUUID();
    const upload = await store.begin(object);
    const part = await store.putPart(object, upload, 1, Buffer.from('x'));
    await store.abort(object, upload);
    await expect(store.putPart(object, upload, 2, Buffer.from('y'))).rejects.toThrow(ObjectMissing);
    await expect(store.complete(object, upload, [part])).rejects.toThrow(ObjectMissing);
  });

  test('the upload was ended, and the store fails when it is to complete that', async () => {
    const { store } = await bucketWith({
      instead: ({ what }) =>
        what === 'complete' ? { status: 500, code: 'InternalError' } : undefined,
    });
    const object = randomUUID();
    const upload = await store.begin(object);
    const part = await store.putPart(object, upload, 1, Buffer.from('x'));
    const failing = store.complete(object, upload, [part]);
    await expect(failing).rejects.toThrow('The file store answered 500 InternalError.');
    await store.abort(object, upload);
    await expect(store.complete(object, upload, [part])).rejects.toThrow(ObjectMissing);
  });

  test.each(['whole', 'on its way'])(
    'the upload is still there, and the list of its parts is %s',
    async (list) => {
      const asked: (string | undefined)[] = [];
      const server = createServer(({ method }, response) => {
        asked.push(method);
        if (method === 'POST') response.writeHead(500).end('<Error></Error>');
        else if (method === 'HEAD') response.writeHead(404).end();
        else if (list === 'whole') response.end('<ListPartsResult/>');
        else response.writeHead(200, { 'Content-Length': 100 }).write('<ListPartsResult>');
      });
      const store = openS3Store({ bucketUrl: await listen(server), ...anyKey, retryInMs: 1 });
      await expect(store.complete('a', 'upload', ['"x"'])).rejects.toThrow(FileStoreUnavailable);
      expect(asked.slice(-2)).toEqual(['HEAD', 'GET']);
    },
  );

  test.each([
    ['nothing', ''],
    ['the page of a proxy', '<html><body>502 Bad Gateway</body></html>'],
    ['half of the result', '<CompleteMultipartUploadResult><Buck'],
  ])('the store has answered %s, and has no object', async (_, document) => {
    const server = createServer(({ method }, response) => {
      if (method === 'HEAD') response.writeHead(404);
      response.end(method === 'POST' ? document : '<ListPartsResult/>');
    });
    const store = openS3Store({ bucketUrl: await listen(server), ...anyKey, retryInMs: 1 });
    await expect(store.complete('a', 'upload', ['"x"'])).rejects.toThrow(FileStoreUnavailable);
  });

  test('another part lies under the number', async () => {
    const { store } = await bucketWith();
    const object = randomUUID();
    const upload = await store.begin(object);
    const part = await store.putPart(object, upload, 1, Buffer.from('x'));
    await store.putPart(object, upload, 1, Buffer.from('y'));
    await expect(store.complete(object, upload, [part])).rejects.toThrow(ObjectMissing);
  });
});

describe('a request', () => {
  test('says the length of its body, and has no checksum', async () => {
    const { store, asked } = await bucketWith();
    await useAll(store);
    for (const { what, headers } of asked) {
      const names = Object.keys(headers);
      expect(names.filter((name) => /checksum|trailer|content-md5/.test(name))).toEqual([]);
      expect(headers['transfer-encoding'], what).toBeUndefined();
      expect(headers['x-amz-content-sha256']).toBe('UNSIGNED-PAYLOAD');
    }
  });

  test('has the token of its key, which is signed', async () => {
    const { store, asked } = await bucketWith({}, () => ({ sessionToken: 'of some hours' }));
    await useAll(store);
    for (const { headers } of asked) {
      expect(headers['x-amz-security-token']).toBe('of some hours');
      expect(headers.authorization).toMatch(/SignedHeaders=[^,]*x-amz-security-token/);
    }
  });

  test('is signed for the region auto, as Cloudflare R2 calls its own', async () => {
    const { store, asked } = await bucketWith({}, () => ({ region: 'auto' }));
    await useAll(store);
    for (const { headers } of asked) expect(headers.authorization).toMatch(/\/auto\/s3\/aws4/);
  });
});

const anyKey = { accessKeyId: 'key', secretAccessKey: 'secret', region: 'auto' };

/** @returns the server's address, until the test is over */
async function listen(server: TcpServer): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a store that says nothing is given up', () => {
  test.each<[string, (url: string) => Promise<unknown>]>([
    ['before its answer', (url) => silent(url).put('a', Buffer.from('x'))],
    ['within bytes', async (url) => buffer(await silent(url).read('b'))],
    ['within an error', (url) => silent(url).put('c', Buffer.from('x'))],
    ['with a change of protocols', (url) => silent(url).put('d', Buffer.from('x'))],
  ])('%s', async (_, ask) => {
    const server = createServer((request, response) => {
      request.resume();
      if (request.url === '/b') response.writeHead(200, { 'Content-Length': 100 }).write('begins');
      if (request.url === '/c') response.writeHead(403, { 'Content-Length': 100 }).write('<Error>');
    });
    // Of Node's client only, where nothing was asked to be upgraded.
    server.on('connection', (socket) =>
      socket.on('data', (bytes) => {
        if (bytes.toString().startsWith('PUT /d'))
          socket.write('HTTP/1.1 101 Other\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
      }),
    );
    const url = await listen(server);
    await expect(ask(url)).rejects.toThrow(/Body Timeout|cannot be reached/);
  });

  function silent(bucketUrl: string): FileStore {
    return openS3Store({ bucketUrl, ...anyKey, retryInMs: 1, silenceInMs: 50 });
  }
});

test('a body that is refused before it was read is not sent on', async () => {
  const size = 16 * 1024 ** 2;
  let received = 0;
  let refused: Socket | undefined;
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    if (!refused) {
      refused = socket;
      socket.on('close', () => resolve()).on('data', (bytes) => (received += bytes.length));
      socket.once('data', () => {
        socket.pause();
        const error = '<Error><Code>SlowDown</Code></Error>';
        socket.write(`HTTP/1.1 503 Busy\r\nContent-Length: ${error.length}\r\n\r\n${error}`);
      });
      return;
    }
    // The answer has been read: it is asked again.
    refused.resume();
    let left = size;
    socket.on('data', (bytes) => {
      left -= bytes.length;
      if (left <= 0) socket.end('HTTP/1.1 200 OK\r\nETag: "x"\r\nContent-Length: 0\r\n\r\n');
    });
  });
  const store = openS3Store({ bucketUrl: await listen(server), ...anyKey, retryInMs: 1 });
  await store.put('a', Buffer.alloc(size));
  await over;
  expect(received).toBeLessThan(size);
});

test.each([
  ['what has come whole', 6, undefined],
  ['what is on its way', 100, undefined],
  ['a range that has come whole', 6, { start: 1, end: 5 }],
  ['a range that is on its way', 100, { start: 1, end: 99 }],
])('a reader may leave before the end of %s', async (_what, length, range) => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Length': length }).write('begins');
  });
  const store = openS3Store({ bucketUrl: await listen(server), ...anyKey });
  const bytes = await store.read('a', range);
  await once(bytes, 'readable');
  const closed = new Promise((resolve) => bytes.once('close', resolve));
  bytes.destroy();
  await expect(closed).resolves.toBeUndefined();
});

test.each<[string, (store: FileStore) => Promise<unknown>]>([
  ['put', (store) => store.put('a', Buffer.from('x'))],
  ['complete', (store) => store.complete('a', 'upload', ['"x"'])],
  ['sizeOf', (store) => store.sizeOf('a')],
  ['abort', (store) => store.abort('a', 'upload')],
  ['remove', (store) => store.remove('a')],
])('%s believes no page in the way of the store', async (_, use) => {
  const page = '<html>Sign in</html>';
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Length': page.length }).end(page);
  });
  const store = openS3Store({ bucketUrl: await listen(server), ...anyKey });
  await expect(use(store)).rejects.toThrow('answered 200. That is no answer of S3');
});

describe('a size that HEAD does not tell is', () => {
  const withoutSize = { ETag: '"x"', 'Transfer-Encoding': 'chunked' };
  test.each<[string, number, Record<string, string>, number]>([
    ['that of the range', 206, { 'Content-Range': 'bytes 0-0/4711' }, 4711],
    ['that of the whole where ranges are unknown', 200, { 'Content-Length': '0' }, 0],
    ['nothing where there is no first byte', 416, {}, 0],
  ])('%s', async (_, status, headers, size) => {
    const server = createServer(({ method }, response) => {
      if (method === 'HEAD') response.writeHead(200, withoutSize);
      else response.writeHead(status, headers);
      response.end();
    });
    const store = openS3Store({ bucketUrl: await listen(server), ...anyKey });
    expect(await store.sizeOf('a')).toBe(size);
  });

  test('told as missing where nothing says it', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, withoutSize).end();
    });
    const store = openS3Store({ bucketUrl: await listen(server), ...anyKey });
    await expect(store.sizeOf('a')).rejects.toThrow(FileStoreUnavailable);
  });
});

test('a bucket may have a dot', async () => {
  const { store } = await bucketWith({ bucket: 'files.school.example' });
  await expect(useAll(store)).resolves.toBeUndefined();
});
