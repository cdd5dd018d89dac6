import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** What came of a load. */
export interface Load {
  /** Answers that came within the time. */
  readonly answers: number;
  /** How long each of them took, in milliseconds. */
  readonly times: readonly number[];
}

/** How long the last answer of a connection may take, in milliseconds. */
const answerTimeoutInMs = 10_000;
const goodStatus = 'HTTP/1.1 200';

/**
 * Sends prepared requests over keep-alive connections, one at a time on each, as fast as the answers
 * come. Answers are counted, not parsed: the load must cost less than the servers. It never sleeps,
 * so that no server pays for waking it: that would cost the slower one more.
 *
 * @param requests Whole requests for each connection, which sends them in turn; all answers to them are
 *   of the same length.
 * @throws where an answer is not good, is of another length, or does not come.
 */
export async function load(
  port: number,
  requests: readonly (readonly Buffer[])[],
  durationInMs: number,
): Promise<Load> {
  const times: number[] = [];
  const clients = await Promise.all(requests.map((own) => connectClient(port, own, times)));
  times.length = 0;
  for (const client of clients) client.begin();
  const endsAt = performance.now() + durationInMs;
  while (performance.now() < endsAt) await setImmediate();
  const counted = times.slice();
  await Promise.all(clients.map((client) => client.end()));
  return { answers: counted.length, times: counted };
}

/** One connection. */
interface Client {
  begin(): void;
  /** Waits for the last answer. @throws what was wrong with an answer. */
  end(): Promise<void>;
}

/** Learns from the first answer how long they are, and puts the time of each answer into `times`. */
async function connectClient(
  port: number,
  requests: readonly Buffer[],
  times: number[],
): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  const length = await firstAnswer(socket, requests[0]!);
  const { promise: ended, resolve: settle, reject: fail } = Promise.withResolvers<void>();
  // It is awaited at the end.
  ended.catch(() => {});
  let isEnding = false;
  let sent = 1;
  let sentAt = 0;
  let received = 0;
  const send = () => {
    sentAt = performance.now();
    socket.write(requests[sent++ % requests.length]!);
  };
  socket.on('data', (part) => {
    const isGood = received > 0 || part.toString('latin1', 0, goodStatus.length) === goodStatus;
    received += part.length;
    if (!isGood || received > length)
      fail(new Error(`An answer unlike the first one: ${part.toString()}`));
    if (received < length) return;
    received = 0;
    times.push(performance.now() - sentAt);
    if (isEnding) settle();
    else send();
  });
  socket.on('error', fail);
  return {
    begin: send,
    async end() {
      isEnding = true;
      const late = setTimeout(() => {
        fail(new Error(`Of an answer of ${length} bytes, ${received} came.`));
      }, answerTimeoutInMs);
      await ended.finally(() => {
        clearTimeout(late);
        socket.destroy();
      });
    },
  };
}

/** @returns how long a good answer is, in bytes. */
function firstAnswer(socket: Socket, request: Buffer): Promise<number> {
  socket.write(request);
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (part: Buffer) => {
      text += part.toString('latin1');
      const headEnd = text.indexOf('\r\n\r\n');
      const contentLength = Number(/content-length: (\d+)/i.exec(text)?.[1]);
      if (headEnd < 0 || text.length < headEnd + 4 + contentLength) return;
      socket.off('data', read);
      if (text.startsWith(goodStatus)) resolve(text.length);
      else reject(new Error(text));
    };
    socket.on('data', read);
  });
}
