import type { FastifyInstance } from 'fastify';
import { generalError, type CallError } from './errors.ts';

/** Escapes that can stand for a NUL or half of a surrogate pair; anything else needs no closer look. */
const suspiciousEscape = /\\u(?:0000|d[89a-f][0-9a-f]{2})/i;

/** Refuses what is no UTF-8 instead of storing replacement characters (RFC 8259, section 8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a JSON text; nothing where it is empty. @throws {CallError} REQUEST_INVALID */
export type ReadJson = (json: Uint8Array) => unknown;

/**
 * What readers understand differently (a name that occurs twice in an object) and text that PostgreSQL
 * cannot store (NUL, lone surrogates) is refused, once for every call, instead of failing in the middle
 * of a handler.
 */
export function createReadJson(server: FastifyInstance): ReadJson {
  const parse = server.getDefaultJsonParser('error', 'error');
  return (body) => {
    const json = decodeUtf8(body);
    if (json === '') return undefined;
    const members = countWrittenMembers(body);
    if (members === undefined) {
      throw generalError('REQUEST_INVALID', `Nested deeper than ${depthMaximum}.`);
    }
    let fault: Error | null = null;
    let value: unknown;
    // It looks at no request, and is done when it returns.
    void parse(undefined as never, json, (error, parsed) => {
      fault = error;
      value = parsed;
    });
    if (fault) {
      const text = 'Not JSON, or with a member __proto__ or constructor.prototype.';
      throw generalError('REQUEST_INVALID', text);
    }
    if (isCompound(value) && countMembers(value) !== members) {
      throw generalError('REQUEST_INVALID', 'An object has two members of one name.');
    }
    if (!isStorableJson(json, value)) throw notStorable();
    return value;
  };
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
  const read = createReadJson(server);
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    let value: unknown;
    try {
      value = read(body as Buffer);
    } catch (error) {
      return done(error as Error);
    }
    return done(null, value);
  });
}

/** Deepest nesting of a body; the deepest that a call of the contract takes is 64, of statements. */
const depthMaximum = 200;

const quote = 0x22;
const colon = 0x3a;
const backslash = 0x5c;
/** `[` and `{`, `]` and `}`: the same but for this bit. */
const braceBit = 0x20;
const opening = 0x7b;
const closing = 0x7d;

/**
 * How many members the objects of a JSON text have, each counted as often as it is written: colons
 * outside of strings. In UTF-8 no byte of another character looks like one of these.
 *
 * To be asked before the text is parsed: a parser takes seconds and hundreds of mebibytes for what is
 * nested a million times.
 *
 * @returns `undefined` where it is nested deeper than any call takes it
 */
export function countWrittenMembers(json: Uint8Array): number | undefined {
  let count = 0;
  let depth = 0;
  let isString = false;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]!;
    if (byte === quote) isString = !isString;
    else if (isString) {
      if (byte === backslash) index++;
    } else if (byte === colon) count++;
    else if ((byte | braceBit) === opening) {
      if (++depth > depthMaximum) return undefined;
    } else if ((byte | braceBit) === closing) depth--;
  }
  return count;
}

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
export function isStorableJson(json: string, value: unknown): boolean {
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
