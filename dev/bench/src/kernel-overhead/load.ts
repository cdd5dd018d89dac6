import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/**
 * Sends prepared requests over keep-alive connections, one at a time on each, as fast as the answers
 * come. Answers are counted, not parsed: the load must cost less than the servers. It never sleeps,
 * so that no server pays for waking it: that would cost the slower one more.
 *
 * @param requests A whole request for each connection.
 * @returns answers that came within the time.
 */
export async function load(
  port: number,
  requests: readonly Buffer[],
  durationInMs: number,
): Promise<number> {
  let answers = 0;
  const sockets: Socket[] = [];
  await Promise.all(
    requests.map(async (request) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      sockets.push(socket);
      await new Promise((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('error', reject);
      });
      const length = await firstAnswer(socket, request);
      let received = 0;
      socket.on('data', (part) => {
        received += part.length;
        // Every answer to this request is as long as the first.
        if (received < length) return;
        received -= length;
        answers++;
        socket.write(request);
      });
    }),
  );
  for (const [index, socket] of sockets.entries()) socket.write(requests[index]!);
  const endsAt = performance.now() + durationInMs;
  while (performance.now() < endsAt) await setImmediate();
  const counted = answers;
  for (const socket of sockets) socket.destroy();
  return counted;
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
      if (text.startsWith('HTTP/1.1 200')) resolve(text.length);
      else reject(new Error(text));
    };
    socket.on('data', read);
  });
}
