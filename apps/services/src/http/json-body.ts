import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse as secureParse } from 'secure-json-parse';
import { depthMaximum, surveyJson, valuesMaximumOfCalls } from '../json-survey.ts';
import { generalError, type CallError } from './errors.ts';
import { createReadHeavyBody } from './heavy-bodies.ts';
import { formRequired } from './form-body.ts';
import { knownCallOf } from './known-calls.ts';
import { readBody } from './request-body.ts';

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
 * Refuses, once for every call, a name that occurs twice in an object, because readers understand it
 * differently, and text that PostgreSQL cannot store (NUL, lone surrogates), which would fail in the middle
 * of a handler. A text that takes a parser long is refused before one has seen it.
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
    async (request: FastifyRequest, payload: Readable) => {
      // It would read as much into memory as a file may have on the disk.
      if (request.routeOptions.config.form) throw formRequired();
      const json = await readBody(request, payload);
      const isHeavy = json.length > smallInBytes && knownCallOf(request)?.call.valuesMaximum;
      return isHeavy ? readHeavyBody(json, request.routeOptions.url!) : readJson(json);
    },
  );
}

/** So many bytes hold no more values than every call takes. */
const smallInBytes = 32 * 1024;
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

/** True where PostgreSQL can store all texts of a value, which `json` is the text of. */
function isStorableJson(json: string, value: unknown): boolean {
  return !suspiciousEscape.test(json) || isStorable(value);
}

/** The answer to text that PostgreSQL cannot store. */
export function notStorable(): CallError {
  return generalError('REQUEST_INVALID', 'Text holds a NUL or half a surrogate pair.');
}

/** True where PostgreSQL can store all texts of a value. */
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
