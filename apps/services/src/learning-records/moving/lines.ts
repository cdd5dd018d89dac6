/** A line of a file, from 1; empty ones are left out. */
export interface Line {
  readonly number: number;
  /** Absent: it is longer than the maximum. */
  readonly bytes?: Buffer;
}

const lineFeed = 0x0a;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * The lines of a file, one in memory at a time. Of one that is too long nothing is kept, and the next one
 * follows.
 */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  maximumInBytes: number,
): AsyncGenerator<Line> {
  let number = 1;
  let pieces: Uint8Array[] = [];
  let length = 0;

  const add = (piece: Uint8Array) => {
    length += piece.length;
    if (length <= maximumInBytes) pieces.push(piece);
    else pieces = [];
  };
  const take = (): Line | undefined => {
    const line = length > maximumInBytes ? { number } : { number, bytes: joined(pieces, number) };
    number++;
    pieces = [];
    length = 0;
    return line.bytes && line.bytes.toString('latin1').trim() === '' ? undefined : line;
  };

  for await (const chunk of bytes) {
    let begin = 0;
    for (;;) {
      const end = chunk.indexOf(lineFeed, begin);
      if (end < 0) break;
      add(chunk.subarray(begin, end));
      const line = take();
      if (line) yield line;
      begin = end + 1;
    }
    add(chunk.subarray(begin));
  }
  const last = take();
  if (last) yield last;
}

function joined(pieces: readonly Uint8Array[], number: number): Buffer {
  const line = Buffer.concat(pieces);
  const hasMark = number === 1 && line.subarray(0, byteOrderMark.length).equals(byteOrderMark);
  return hasMark ? line.subarray(byteOrderMark.length) : line;
}
