import type { RosterErrors } from './errors.ts';
import { FileFault } from './errors.ts';

/** Opens a file anew at every call. */
export type OpenFile = () => AsyncIterable<Uint8Array>;

const byteOrderMarks: readonly (readonly [mark: string, encoding: string])[] = [
  ['\u00ef\u00bb\u00bf', 'utf-8'],
  ['\u00ff\u00fe', 'utf-16le'],
  ['\u00fe\u00ff', 'utf-16be'],
];

/**
 * Bytes that text of Windows-1252 does not have beside ASCII: everything but letters, ordinals, the hard space,
 * the apostrophe and the dash. So text of other encodings, where these bytes are letters, is refused.
 */
const notWindows1252 =
  /[\u0080-\u0089\u008b\u008d\u008f-\u0091\u0093-\u0095\u0097-\u0099\u009b\u009d\u00a1-\u00a9\u00ab-\u00af\u00b1-\u00b9\u00bb-\u00bf\u00d7\u00f7]/;
/** Letters of Windows-1252, with ª, ° and º. Those before A0 are letters of old Macs, too. */
const letterBeyondAscii =
  /[\u008a\u008c\u008e\u009a\u009c\u009e\u009f\u00aa\u00b0\u00ba\u00c0-\u00ff]/;
/** Letters that old Macs hardly use. */
const letterOfWindows = /[\u00c0-\u00ff]/;
/** š, œ, ž, or a capital within small letters: ö, ú, û, or another small letter of an old Mac. */
const letterOfOldMacs =
  /[\u009a\u009c\u009e]|(?<=[a-z])[\u008a\u008c\u008e\u009f]|(?<=[A-Z])[\u008a\u008c\u008e\u009f](?=[a-z])/;
/** Bytes of UTF-8 that make one character. */
const utf8Sequence =
  /[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}/;
/** Bytes of a sequence that can lie in the piece before. */
const sequenceRestMaximum = 3;

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
  const { encoding, example } = await detectEncoding(open);
  if (example !== undefined) {
    const reason = `is read as Windows-1252, where it has the word ${JSON.stringify(example)}. Is that wrong, save it as "CSV UTF-8"`;
    errors.note({ file }, reason);
  }
  const decoder = new TextDecoder(encoding, { fatal: true });
  const withLineFeeds = lineFeedReplacer();
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

/** Makes every end of a line a line feed, in text that comes in pieces. */
function lineFeedReplacer(): (text: string) => string {
  let isAfterReturn = false;
  return (text) => {
    // A pair of carriage return and line feed can lie in two pieces.
    const start = isAfterReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') isAfterReturn = text.endsWith('\r');
    return start.replaceAll(/\r\n?/g, '\n');
  };
}

async function detectEncoding(
  open: OpenFile,
): Promise<{ readonly encoding: string; readonly example?: string }> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let hasUtf8Sequence = false;
  let hasOtherBytes = false;
  let hasLetterOfWindows = false;
  let wordOfOldMacs: string | undefined;
  let example: string | undefined;
  let before = '';
  for await (const piece of open()) {
    const units = before + latin1(piece);
    if (before === '') {
      const marked = byteOrderMarks.find(([mark]) => units.startsWith(mark));
      if (marked && marked[1] !== 'utf-8') return { encoding: marked[1] };
    }
    isUtf8 &&= decodes(utf8, piece);
    hasUtf8Sequence ||= utf8Sequence.test(units);
    hasOtherBytes ||= notWindows1252.test(units);
    hasLetterOfWindows ||= letterOfWindows.test(units);
    wordOfOldMacs ??= wordWith(letterOfOldMacs, units);
    example ??= wordWith(letterBeyondAscii, units);
    before = units.slice(-sequenceRestMaximum);
  }
  // A character that is cut off at the end is a file that is.
  const isCutOff = isUtf8 && !decodes(utf8, undefined);
  if (isUtf8 && !isCutOff) return { encoding: 'utf-8' };
  const advice = 'Save it as "CSV UTF-8"';
  if (isCutOff || hasUtf8Sequence) {
    const line = new TextDecoder('utf-8', { fatal: true });
    const isFault = (units: string) => !decodes(line, Buffer.from(units, 'latin1'));
    throw new FileFault(`is not UTF-8. ${advice}`, await lineOf(open, isFault));
  }
  if (hasOtherBytes) {
    const line = await lineOf(open, (units) => notWindows1252.test(units));
    throw new FileFault(`is not UTF-8. ${advice}`, line);
  }
  if (wordOfOldMacs !== undefined && !hasLetterOfWindows) {
    const line = await lineOf(open, (units) => letterOfOldMacs.test(units));
    const reason = `is not UTF-8, and Windows-1252 would make the word ${JSON.stringify(wordOfOldMacs)} of it. ${advice}`;
    throw new FileFault(reason, line);
  }
  return { encoding: 'windows-1252', ...(example !== undefined && { example }) };
}

/** The first line with a fault, or else the last line. */
async function lineOf(open: OpenFile, isFault: (units: string) => boolean): Promise<number> {
  const withLineFeeds = lineFeedReplacer();
  let line = 1;
  for await (const piece of open()) {
    for (const part of withLineFeeds(latin1(piece)).split(/(?<=\n)/)) {
      if (isFault(part)) return line;
      if (part.endsWith('\n')) line++;
    }
  }
  return line;
}

/** The first word of Windows-1252 with such a letter: people judge an encoding by it. */
function wordWith(letter: RegExp, units: string): string | undefined {
  const at = units.search(letter);
  if (at < 0) return undefined;
  const [start = ''] = /[\w'-]*$/.exec(units.slice(Math.max(0, at - 20), at)) ?? [];
  const [rest = ''] = wordRest.exec(units.slice(at, at + 20)) ?? [];
  return new TextDecoder('windows-1252').decode(Buffer.from(start + rest, 'latin1'));
}

const wordRest = new RegExp(`^(?:[\\w'-]|${letterBeyondAscii.source})*`);

function latin1(piece: Uint8Array): string {
  return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1');
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
