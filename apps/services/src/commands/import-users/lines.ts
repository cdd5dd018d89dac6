import { isUtf8 } from 'node:buffer';
import { FileFault } from './errors.ts';

/** Longest line in bytes; a longer one is no roster, and would fill the memory. */
const lineMaximumInBytes = 1024 * 1024;

const lineFeed = 0x0a;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
/** Byte order marks of UTF-16, which spreadsheets call Unicode. */
const utf16Marks = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/**
 * Text of a file in UTF-8, with or without a byte order mark, in pieces that end where a line ends.
 *
 * @throws {FileFault} naming the line that is not UTF-8 or too long.
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let line = 1;
  let isStart = true;
  let rest: Buffer = Buffer.alloc(0);

  const decode = (piece: Buffer): string => {
    const start = isStart ? withoutMark(piece) : piece;
    isStart = false;
    if (!isUtf8(start)) throw new FileFault('is not UTF-8', line + linesBeforeFault(start));
    line += countLines(start);
    return start.toString('utf8');
  };

  for await (const chunk of bytes) {
    const all = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk);
    // No byte of a longer character is a line feed, so no character is cut in two here.
    const end = all.lastIndexOf(lineFeed) + 1;
    rest = all.subarray(end);
    if (end > 0) yield decode(all.subarray(0, end));
    if (rest.length > lineMaximumInBytes) {
      throw new FileFault(`is longer than ${lineMaximumInBytes} bytes`, line);
    }
  }
  if (rest.length > 0) yield decode(rest);
}

function withoutMark(start: Buffer): Buffer {
  if (utf16Marks.some((mark) => start.subarray(0, mark.length).equals(mark))) {
    throw new FileFault('is UTF-16. Save it as "CSV UTF-8"', 1);
  }
  const mark = start.subarray(0, byteOrderMark.length);
  return mark.equals(byteOrderMark) ? start.subarray(byteOrderMark.length) : start;
}

function linesBeforeFault(piece: Buffer): number {
  let start = 0;
  for (let lines = 0; ; lines++) {
    const end = piece.indexOf(lineFeed, start) + 1 || piece.length;
    if (end === piece.length || !isUtf8(piece.subarray(start, end))) return lines;
    start = end;
  }
}

function countLines(piece: Buffer): number {
  let lines = 0;
  for (let at = piece.indexOf(lineFeed); at >= 0; at = piece.indexOf(lineFeed, at + 1)) lines++;
  return lines;
}
