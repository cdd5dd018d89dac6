/**
 * Most values of a body that is read while others wait. The worst kind are members of different names:
 * with what follows they take some 50 ms.
 */
export const valuesMaximumOfCalls = 20_000;
/** Texts and numbers in lists take less than a tenth of the time of others. */
const weightOfOthers = 10;

/** Deepest nesting of a body; the deepest that a call of the contract takes is 64, of statements. */
export const depthMaximum = 200;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
/** `[` and `{`, `]` and `}`: the same but for this bit. */
const braceBit = 0x20;
const opening = 0x7b;
const closing = 0x7d;
const openingList = 0x5b;
const closingList = 0x5d;

/** Contents of a JSON text, as far as its bytes tell. */
interface JsonSurvey {
  /** Members of its objects, each counted as often as it is written. */
  readonly members: number;
  /** Members, objects and lists; texts and numbers in lists count a tenth. */
  readonly values: number;
  /** Nested deeper than any call takes it. */
  readonly isTooDeep: boolean;
}

/**
 * Looks a JSON text over without parsing it: a parser takes seconds and hundreds of mebibytes for what is
 * nested a million times, or is a million empty objects. Members are colons outside of strings; in UTF-8 no
 * byte of another character looks like one of these.
 */
export function surveyJson(json: Uint8Array): JsonSurvey {
  let members = 0;
  let compounds = 0;
  let commas = 0;
  let depth = 0;
  let isString = false;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]!;
    if (byte === quote) isString = !isString;
    else if (isString) {
      if (byte === backslash) index++;
    } else if (byte === colon) members++;
    else if (byte === comma) commas++;
    else if ((byte | braceBit) === opening) {
      compounds++;
      if (++depth > depthMaximum) return { members, values: 0, isTooDeep: true };
    } else if ((byte | braceBit) === closing) depth--;
  }
  const inLists = Math.max(0, commas - members - compounds);
  return { members, values: members + compounds + inLists / weightOfOthers, isTooDeep: false };
}

/** True where a JSON text is more than is read while others wait: it holds too many values, or is too deep. */
export function hasTooManyValues(json: Uint8Array): boolean {
  const { values, isTooDeep } = surveyJson(json);
  return isTooDeep || values > valuesMaximumOfCalls;
}

/**
 * The texts of a JSON list's elements, which can be read one by one.
 *
 * @param maximum Beyond it, of more elements only one is given.
 * @returns `undefined` for what is no list; one that is malformed has an element that is
 */
export function elementsOf(
  json: Uint8Array,
  maximum = Infinity,
): readonly Uint8Array[] | undefined {
  const elements: Uint8Array[] = [];
  let start: number | undefined;
  let depth = 0;
  let isString = false;
  for (let index = beginning(json); index < json.length; index++) {
    const byte = json[index]!;
    if (isString) {
      if (byte === backslash) index++;
      else if (byte === quote) isString = false;
      continue;
    }
    if (isSpace(byte)) continue;
    // Something stands before the list, or after it.
    if (depth === 0 && (byte !== openingList || start !== undefined)) return undefined;
    if (byte === quote) isString = true;
    else if ((byte | braceBit) === opening && depth++ === 0) start = index + 1;
    else if ((byte | braceBit) === closing) depth--;
    if (depth === 0 && byte !== closingList) return undefined;
    if (start === undefined || !(depth === 0 || (depth === 1 && byte === comma))) continue;
    elements.push(json.subarray(start, index));
    if (elements.length > maximum) return elements;
    start = index + 1;
  }
  if (depth !== 0 || start === undefined) return undefined;
  return elements.length === 1 && elements[0]!.every(isSpace) ? [] : elements;
}

/** A mark of the byte order may stand before a text (RFC 8259, section 8.1). */
const beginning = (json: Uint8Array) =>
  byteOrderMark.every((byte, index) => json[index] === byte) ? byteOrderMark.length : 0;
const byteOrderMark = [0xef, 0xbb, 0xbf];

const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
