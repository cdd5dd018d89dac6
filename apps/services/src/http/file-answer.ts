import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** How long a client may take nothing of a file before the connection is cut, in milliseconds. */
const stallMaximumInMs = 60_000;

export interface FileAnswer {
  /** Under which it is saved. */
  readonly fileName: string;
  /** Made as it is sent; it is given up where the client leaves. */
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Answers with a file, whatever its size, in the memory of a piece of it. It is asked for its first piece
 * before anything is sent, so that what fails at once is answered as an error. What fails later breaks the
 * transfer off, so that nobody takes a part for the whole.
 */
export async function sendFile(
  reply: FastifyReply,
  mediaType: string,
  { fileName, content }: FileAnswer,
): Promise<FastifyReply> {
  const pieces = content[Symbol.asyncIterator]();
  const first = await pieces.next();
  const stream = Readable.from(withFirst(first, pieces), { objectMode: false });
  // Also where the client leaves before the stream has begun.
  stream.once('close', () => void pieces.return?.());
  reply.raw.setTimeout(stallMaximumInMs, () => reply.raw.destroy());
  return reply
    .header('Content-Type', mediaType)
    .header('Content-Disposition', attachment(fileName))
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .send(stream);
}

async function* withFirst(
  first: IteratorResult<Uint8Array>,
  pieces: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (let piece = first; !piece.done; piece = await pieces.next()) yield piece.value;
}

/** RFC 6266, section 4.3, with the name in ASCII for those who read no other. */
function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
