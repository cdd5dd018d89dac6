import type { RosterErrors } from './errors.ts';
import { FileFault } from './errors.ts';

/** Opens a file anew at every call. */
export type OpenFile = () => AsyncIterable<Uint8Array>;

const lineFeed = 0x0a;
const byteOrderMarks: readonly (readonly [mark: string, encoding: string])[] = [
  ['\u00ef\u00bb\u00bf', 'utf-8'],
  ['\u00ff\u00fe', 'utf-16le'],
  ['\u00fe\u00ff', 'utf-16be'],
];

/**
 * Bytes that text of Windows-1252 does not have beside ASCII: everything but letters, the hard space, the
 * apostrophe and the dash. So text of other encodings, where these bytes are letters, is refused.
 */
const notWindows1252 = /[\u0080-\u0091\u0093-\u0095\u0097-\u009f\u00a1-\u00bf\u00d7\u00f7]/;
/** Two bytes of UTF-8 or more that make one character. */
const utf8Sequence = /[\u00c2-\u00f4][\u0080-\u00bf]/;
const letterBeyondAscii = /[\u00c0-\u00ff]/;

/**
 * Text of a file, whose lines all end with a line feed: UTF-8, UTF-16 with a byte order mark, or else
 * Windows-1252, to which a note is added.
 *
 * @throws {FileFault} naming the line that is none of these.
 */
export async function* readText(
  file: string,
  open: OpenFile,
  errors: RosterErrors,
): AsyncGenerator<string> {
  const { encoding, example } = await detectEncoding(open());
  if (example !== undefined) {
    const reason = `is read as Windows-1252, where it has the word ${JSON.stringify(example)}. Is that wrong, save it as "CSV UTF-8"`;
    errors.note({ file }, reason);
  }
  const decoder = new TextDecoder(encoding, { fatal: true });
  let isAfterReturn = false;
  const withLineFeeds = (text: string): string => {
    // A pair of carriage return and line feed can lie in two pieces.
    const start = isAfterReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') isAfterReturn = text.endsWith('\r');
    return start.replaceAll(/\r\n?/g, '\n');
  };
  try {
    for await (const piece of open()) {
      const text = withLineFeeds(decoder.decode(piece, { stream: true }));
      if (text !== '') yield text;
    }
    decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new FileFault(`ends within a character of ${encoding}`);
    throw error;
  }
}

async function detectEncoding(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ readonly encoding: string; readonly example?: string }> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let hasUtf8Sequence = false;
  let line = 1;
  let faultLine: number | undefined;
  let example: string | undefined;
  let last = '';
  for await (const piece of bytes) {
    const units = Buffer.from(piece).toString('latin1');
    if (last === '') {
      const marked = byteOrderMarks.find(([mark]) => units.startsWith(mark));
      if (marked && marked[1] !== 'utf-8') return { encoding: marked[1] };
    }
    isUtf8 &&= decodes(utf8, piece);
    hasUtf8Sequence ||= utf8Sequence.test(last + units);
    example ??= wordBeyondAscii(units);
    const fault = faultLine === undefined ? units.search(notWindows1252) : -1;
    if (fault >= 0) faultLine = line + countLines(piece.subarray(0, fault));
    line += countLines(piece);
    last = units.at(-1) ?? last;
  }
  isUtf8 &&= decodes(utf8, undefined);
  if (isUtf8) return { encoding: 'utf-8' };
  // A character that is cut off at the end is a file that is.
  const isCutOff = last > '\u007f';
  if (faultLine === undefined && !hasUtf8Sequence && !isCutOff) {
    return { encoding: 'windows-1252', ...(example !== undefined && { example }) };
  }
  throw new FileFault('is not UTF-8. Save it as "CSV UTF-8"', faultLine ?? line);
}

/** The first word with a letter beyond ASCII: people judge an encoding by it. */
function wordBeyondAscii(text: string): string | undefined {
  const at = text.search(letterBeyondAscii);
  if (at < 0) return undefined;
  const [before = ''] = /[\w'-]*$/.exec(text.slice(Math.max(0, at - 20), at)) ?? [];
  const [after = ''] = /^[\w\u00c0-\u00ff'-]*/.exec(text.slice(at, at + 20)) ?? [];
  return before + after;
}

function decodes(
  decoder: InstanceType<typeof TextDecoder>,
  piece: Uint8Array | undefined,
): boolean {
  try {
    decoder.decode(piece, { stream: piece !== undefined });
    return true;
  } catch {
    return false;
  }
}

function countLines(piece: Uint8Array): number {
  let lines = 0;
  for (let at = piece.indexOf(lineFeed); at >= 0; at = piece.indexOf(lineFeed, at + 1)) lines++;
  return lines;
}
