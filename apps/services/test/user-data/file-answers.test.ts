import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { outcomeOf } from '../bare-server.ts';
import { startFormServer } from './form-server.ts';

const piece = new Uint8Array(64 * 1024).fill(7);

/** A file that notes how far it was made, and whether it was given up. */
function watchedFile(pieces: number, failsAfter = Infinity) {
  const watched = { made: 0, isOver: false };
  async function* content() {
    try {
      for (; watched.made < pieces; watched.made++) {
        if (watched.made >= failsAfter) throw new Error('told to fail');
        yield piece;
      }
    } finally {
      watched.isOver = true;
    }
  }
  return { watched, answer: async () => ({ fileName: 'wasser.zip', content: content() }) };
}

const ask = (url: string, init: RequestInit = {}) =>
  fetch(`${url}/download`, { method: 'POST', ...init });

describe('a file as an answer', () => {
  test.each([0, 1, 50])('of %d pieces comes as it is', async (pieces) => {
    const { answer } = watchedFile(pieces);
    const { url } = await startFormServer({ download: answer });
    const response = await ask(url);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytes.length).toBe(pieces * piece.length);
    expect(bytes.every((byte) => byte === 7)).toBe(true);
  });

  test('is a download and nothing else for a browser', async () => {
    const { answer } = watchedFile(1);
    const named = async () => ({ ...(await answer()), fileName: 'Über "uns".zip' });
    const { url } = await startFormServer({ download: named });
    const { headers } = await ask(url);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="_ber _uns_.zip"; filename*=UTF-8''%C3%9Cber%20%22uns%22.zip`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-ia-correlation-id': 'test',
    });
  });

  test('that fails before its first piece is an error like any other', async () => {
    const { answer } = watchedFile(3, 0);
    const { url } = await startFormServer({ download: answer });
    expect(await outcomeOf(ask(url))).toEqual([500, 'INTERNAL']);
  });

  test('that fails later breaks off, so that nobody takes it for whole', async () => {
    const { answer } = watchedFile(3, 2);
    const { url } = await startFormServer({ download: answer });
    const response = await ask(url);
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  test('is made no faster than it is taken, and given up when the client leaves', async () => {
    const { watched, answer } = watchedFile(100_000);
    const { port, inFlight } = await startFormServer({ download: answer });
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST /download HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n');
    await once(socket, 'data');
    socket.pause();
    // As much as the buffers on the way hold, and no more: six gigabytes would take longer.
    let before = -1;
    await vi.waitUntil(
      () => {
        const stands = watched.made === before;
        before = watched.made;
        return stands;
      },
      { interval: 300 },
    );
    expect(watched.made).toBeLessThan(2_000);
    expect(watched.isOver).toBe(false);
    socket.destroy();
    await expect.poll(() => watched.isOver && inFlight() === 0).toBe(true);
  });

  test('takes a turn of its subject until it is sent', async () => {
    const long = watchedFile(100_000);
    const short = watchedFile(1);
    const answers = [long.answer, short.answer];
    const { url, port } = await startFormServer(
      { download: () => answers.shift()!() },
      { limits: { requestsRunningPerSubject: 1 } },
    );
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST /download HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n');
    await once(socket, 'data');
    socket.pause();
    const second = ask(url);
    let isAnswered = false;
    void second.then(() => (isAnswered = true));
    await expect.poll(() => long.watched.made).toBeGreaterThan(0);
    expect(isAnswered).toBe(false);
    expect(short.watched.made).toBe(0);
    socket.destroy();
    expect((await second).status).toBe(200);
  });
});
