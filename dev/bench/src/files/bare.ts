import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

// The least that somebody must do who takes a file and gives it back: hash it, write it to the disk, and
// wait until it is there; read it.

const path = process.argv[2]!;

const server = createServer((request, response) => {
  void (async () => {
    if (request.method === 'GET') return pipeline(createReadStream(path), response);
    const hash = createHash('sha256');
    await pipeline(
      request,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(path, { flush: true }),
    );
    response.end(hash.digest('hex'));
  })();
});
server.listen(0, '127.0.0.1', () => {
  process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('disconnect', () => process.exit(0));
