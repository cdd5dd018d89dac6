import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { piecesOf } from '../../src/files/body-pieces.ts';
import { codeIn, send, startFileWorld, type FileWorld } from './file-world.ts';
import { offsetOf, patchOf, uploaderOf } from './uploader.ts';

/* Requests that announce bytes and bring none, or hardly any. */

const mebibyte = 1024 ** 2;
const put = { method: 'PUT', headers: { 'Content-Type': 'application/octet-stream' } };
const placesOfSubject = 2;

let world: FileWorld;
let silent: ClientRequest[];
let bytes: Buffer;

const arrive = async () => uploaderOf(await world.newPerson('administrator'));
type Uploader = Awaited<ReturnType<typeof arrive>>;

/** Sends the first bytes, and then nothing. */
async function beginSilent(address: string, sent = 1, head: typeof put = put) {
  const request = httpRequest(new URL(address), {
    ...head,
    headers: { ...head.headers, 'Content-Length': bytes.length },
  });
  silent.push(request);
  const answer = once(request, 'response').then(async ([response]) => {
    const { statusCode, headers } = response as IncomingMessage;
    let text = '';
    for await (const piece of response as IncomingMessage) text += piece;
    const { result_messages } = JSON.parse(text) as { result_messages: { code: string }[] };
    return { status: statusCode, code: result_messages[0]?.code, headers };
  });
  // Requests without an answer are broken off after the test.
  answer.catch(() => {});
  await new Promise((resolve) => request.write(bytes.subarray(0, sent), resolve));
  return { answer };
}

const addressFor = async (uploader: Uploader, of = bytes) => (await uploader.announced(of)).address;
const uploads = async (uploader: Uploader) => {
  const small = randomBytes(10);
  return send(await addressFor(uploader, small), small);
};

beforeEach(() => {
  silent = [];
  bytes = randomBytes(6 * mebibyte);
});
afterEach(() => {
  for (const request of silent) request.destroy();
});

describe('while many requests are silent', () => {
  beforeAll(async () => {
    world = await startFileWorld(
      {},
      { uploadsAtOnce: 4, uploadsAtOncePerSubject: placesOfSubject },
    );
  });
  afterAll(() => world.close());

  // Sixty come at once: most of them while another one is in the database.
  test.each([5, 60])('%i of one upload take one place: each ends the one before', async (count) => {
    const uploader = await arrive();
    const address = await addressFor(uploader);
    const codes: (string | undefined)[] = [];
    const begin = async () => {
      const { answer } = await beginSilent(address);
      return answer.then(({ code }) => codes.push(code));
    };
    const begun = Array.from({ length: count }, begin);
    await expect.poll(() => codes).toHaveLength(count - 1);
    expect((await uploads(uploader)).status).toBe(201);
    expect((await send(address, bytes)).status).toBe(201);
    await Promise.all(begun);
    expect(new Set(codes)).toEqual(new Set(['UPLOAD_OVERTAKEN']));
  });

  test('one subject does not take the places of others', async () => {
    const [first, second] = [await arrive(), await arrive()];
    for (let count = 0; count < placesOfSubject; count++) {
      await beginSilent(await addressFor(first));
    }
    await expect.poll(async () => (await uploads(first)).status).toBe(429);
    const refused = await uploads(first);
    expect([refused.status, await codeIn(refused)]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await uploads(second)).status).toBe(201);
    for (const request of silent) request.destroy();
    await expect.poll(async () => (await uploads(first)).status).toBe(201);
  });
});

test('one of which no more comes hears so, and what came is kept', async () => {
  world = await startFileWorld({}, { bodyTimeoutInMs: 3_000 });
  onTestFinished(() => world.close());
  const address = await addressFor(await arrive());
  const sent = 5 * mebibyte;
  const { answer } = await beginSilent(address, sent, patchOf(0));
  expect(await answer).toMatchObject({ status: 408, code: 'REQUEST_TIMEOUT' });
  expect(await offsetOf(address)).toBe(sent);
});

describe('of the time for a body', () => {
  const bodyTimeoutInMs = 60_000;
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Reads a body of which a piece of this size comes every so often. @returns how many came */
  async function read(size: number, everyInMs: number, workingInMs = 0) {
    const body = new PassThrough();
    let left = 8;
    const sending = setInterval(
      () => (left-- > 0 ? body.write(Buffer.alloc(size)) : body.end()),
      everyInMs,
    );
    const reading = (async () => {
      let count = 0;
      const overtaken = new AbortController().signal;
      for await (const piece of piecesOf(body, { bodyTimeoutInMs, overtaken })) {
        count += Math.ceil(piece.length / size);
        await new Promise((resolve) => setTimeout(resolve, workingInMs));
      }
      return count;
    })();
    const settled = reading.then(String, (error: unknown) => String(error));
    await vi.advanceTimersByTimeAsync(20 * bodyTimeoutInMs);
    clearInterval(sending);
    return settled;
  }

  test('there is as much for every 64 KiB', async () => {
    expect(await read(64 * 1024, 50_000)).toBe('8');
  });

  test('there is no more for less', async () => {
    expect(await read(1024, 50_000)).toMatch('REQUEST_TIMEOUT');
  });

  test('there is none for one that is overtaken before it is read', async () => {
    const body = new PassThrough();
    const overtaken = AbortSignal.abort();
    const reading = piecesOf(body, { bodyTimeoutInMs, overtaken }).next();
    await expect(reading).rejects.toMatchObject({ code: 'UPLOAD_OVERTAKEN' });
  });

  test('that in which the store takes the bytes is no part', async () => {
    expect(await read(1024, 5_000, 100_000)).toBe('8');
  });
});
