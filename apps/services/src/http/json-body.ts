import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse as secureParse } from 'secure-json-parse';
import { generalError, type CallError } from './errors.ts';
import { createReadHeavyBody } from './heavy-bodies.ts';
import { knownCallOf } from './known-calls.ts';

/** Escapes that can stand for a NUL or half of a surrogate pair; anything else needs no closer look. */
const suspiciousEscape = /\\u(?:0000|d[89a-f][0-9a-f]{2})/i;

/** Refuses what is no UTF-8 instead of storing replacement characters (RFC 8259, section 8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON text; nothing where it is empty.
 *
 * @param valuesMaximum Most values, as {@link surveyJson} counts them; absent: those of most calls.
 * @throws {CallError} REQUEST_INVALID, BODY_TOO_LARGE
 */
export type ReadJson = (json: Uint8Array, valuesMaximum?: number) => unknown;

/**
 * What readers understand differently (a name that occurs twice in an object) and text that PostgreSQL
 * cannot store (NUL, lone surrogates) is refused, once for every call, instead of failing in the middle
 * of a handler. So is what takes a parser long, before one has seen it.
 */
export const readJson: ReadJson = (body, valuesMaximum = valuesMaximumOfCalls) => {
  const json = decodeUtf8(body);
  if (json === '') return undefined;
  const { members, values, isTooDeep } = surveyJson(body);
  if (isTooDeep) throw generalError('REQUEST_INVALID', `Nested deeper than ${depthMaximum}.`);
  if (values > valuesMaximum) throw tooManyValues(valuesMaximum);
  const value = parse(json);
  if (isCompound(value) && countMembers(value) !== members) {
    throw generalError('REQUEST_INVALID', 'An object has two members of one name.');
  }
  if (!isStorableJson(json, value)) throw notStorable();
  return value;
};

/** True where a JSON text is more than is read while others wait: it holds too many values, or is too deep. */
export function hasTooManyValues(json: Uint8Array): boolean {
  const { values, isTooDeep } = surveyJson(json);
  return isTooDeep || values > valuesMaximumOfCalls;
}

function parse(json: string): unknown {
  try {
    return secureParse(json, null, { protoAction: 'error', constructorAction: 'error' });
  } catch {
    const text = 'Not JSON, or with a member __proto__ or constructor.prototype.';
    throw generalError('REQUEST_INVALID', text);
  }
}

function tooManyValues(maximum: number): CallError {
  return generalError(
    'BODY_TOO_LARGE',
    `More than ${maximum} members, objects and lists (texts and numbers in lists count a tenth).`,
  );
}

function decodeUtf8(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch {
    throw generalError('REQUEST_INVALID', 'Not UTF-8.');
  }
}

/** Accepts JSON bodies and no others. A call without body may come with the header all the same. */
export function acceptJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  const readHeavyBody = createReadHeavyBody(server);
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, json: Buffer) => {
      const isHeavy = json.length > smallInBytes && knownCallOf(request)?.call.valuesMaximum;
      return isHeavy ? readHeavyBody(json, request.routeOptions.url!) : readJson(json);
    },
  );
}

/** So many bytes hold no more values than every call takes. */
const smallInBytes = 32 * 1024;
/**
 * Most values of a body that is read while others wait. The worst kind are members of different names:
 * with what follows they take some 50 ms.
 */
const valuesMaximumOfCalls = 20_000;
/** Texts and numbers in lists take less than a tenth of the time of others. */
const weightOfOthers = 10;

/** Deepest nesting of a body; the deepest that a call of the contract takes is 64, of statements. */
const depthMaximum = 200;

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

/** What a JSON text holds, as far as its bytes tell. */
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
function surveyJson(json: Uint8Array): JsonSurvey {
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
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]!;
    if (isString) {
      if (byte === backslash) index++;
      else if (byte === quote) isString = false;
      continue;
    }
    if (isSpace(byte)) continue;
    // What comes before the list, or after it.
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

const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** How many members its objects have, of which the last one of each name is left. */
function countMembers(part: object): number {
  const values: readonly unknown[] = Array.isArray(part) ? part : Object.values(part);
  let count = values === part ? 0 : values.length;
  for (const value of values) {
    if (isCompound(value)) count += countMembers(value);
  }
  return count;
}

function isCompound(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether PostgreSQL can store all texts of a value; `json` says it. */
function isStorableJson(json: string, value: unknown): boolean {
  return !suspiciousEscape.test(json) || isStorable(value);
}

/** The answer to text that PostgreSQL cannot store. */
export function notStorable(): CallError {
  return generalError('REQUEST_INVALID', 'Text holds a NUL or half a surrogate pair.');
}

/** Whether PostgreSQL can store all texts of a value. */
export function isStorable(root: unknown): boolean {
  const waiting = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) return false;
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) waiting.push(name, inner);
    }
  }
  return true;
}
