/*
 * The merge of two JSON objects (xAPI 1.0.3, Communication 2.2): of members that both have, those of the
 * newer one. Made of the texts as they are: a number keeps all its digits, and nothing is written anew.
 */

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
/** `[` and `{`, `]` and `}`: the same but for this bit. */
const braceBit = 0x20;
const opening = 0x7b;
const closing = 0x7d;

/**
 * @param older Text of a JSON object in UTF-8, known to be one.
 * @param newer The same.
 */
export function mergeObjects(older: Buffer, newer: Buffer): Buffer {
  const members = new Map([...membersOf(older), ...membersOf(newer)]);
  const pieces = [...members].flatMap(([name, value], index) => [
    Buffer.from(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`),
    value,
  ]);
  return Buffer.concat([...(pieces.length === 0 ? [Buffer.from('{')] : pieces), Buffer.from('}')]);
}

/** The members of the outermost object, with the texts of their values. */
function* membersOf(json: Buffer): Generator<[string, Buffer]> {
  let name: string | undefined;
  let start = 0;
  let depth = 0;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]!;
    if (byte === quote) index = endOfString(json, index);
    const isOpening = (byte | braceBit) === opening;
    const isClosing = (byte | braceBit) === closing;
    if (isOpening) depth++;
    if (isClosing) depth--;
    if (depth === 1 && byte === colon) {
      name = JSON.parse(json.toString('utf8', start, index)) as string;
      start = index + 1;
    }
    const isEnd = (depth === 1 && byte === comma) || (depth === 0 && isClosing);
    if (isEnd && name !== undefined) yield [name, trimmed(json.subarray(start, index))];
    if (isEnd) name = undefined;
    if (isEnd || (depth === 1 && isOpening)) start = index + 1;
  }
}

/** Where the string that begins at a place ends. */
function endOfString(json: Buffer, start: number): number {
  let index = start + 1;
  while (json[index] !== quote) index += json[index] === backslash ? 2 : 1;
  return index;
}

function trimmed(text: Buffer): Buffer {
  const isSpace = (byte: number | undefined) => byte !== undefined && byte <= 0x20;
  let start = 0;
  let end = text.length;
  while (isSpace(text[start])) start++;
  while (end > start && isSpace(text[end - 1])) end--;
  return text.subarray(start, end);
}
