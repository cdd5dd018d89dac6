import type { FastifyInstance } from 'fastify';
import { generalError } from './errors.ts';

/** Escapes that can stand for a NUL or half of a surrogate pair; anything else needs no closer look. */
const suspiciousEscape = /\\u(?:0000|d[89a-f][0-9a-f]{2})/i;

/** Refuses what is no UTF-8 instead of storing replacement characters (RFC 8259, section 8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Accepts JSON bodies and no others. What readers understand differently (a name that occurs twice in
 * an object) and text that PostgreSQL cannot store (NUL, lone surrogates) is refused here, once for
 * every call, instead of failing in the middle of a handler.
 */
export function acceptJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    let json: string;
    try {
      json = utf8.decode(body as Buffer);
    } catch {
      return done(generalError('REQUEST_INVALID', 'The body is not UTF-8.'));
    }
    // A call without body may come with the header all the same.
    if (json === '') return done(null, undefined);
    return parse(request, json, (error, value) => {
      if (error) return done(error, value);
      if (countMembers(value) !== countWrittenMembers(json)) {
        return done(generalError('REQUEST_INVALID', 'An object has two members of one name.'));
      }
      if (suspiciousEscape.test(json) && !isStorable(value)) {
        return done(generalError('REQUEST_INVALID', 'Text holds a NUL or half a surrogate pair.'));
      }
      return done(null, value);
    });
  });
}

const quote = 0x22;
const colon = 0x3a;
const backslash = 0x5c;

/** How many members the objects of a JSON text have, each counted as often as it is written. */
function countWrittenMembers(json: string): number {
  let count = 0;
  for (let index = 0; index < json.length; index++) {
    const unit = json.charCodeAt(index);
    if (unit === colon) count++;
    else if (unit === quote) index = endOfString(json, index);
  }
  return count;
}

/** Where the string ends that begins at `start`: at the first quote that is not escaped. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let before = end - 1;
    while (json.charCodeAt(before) === backslash) before--;
    if ((end - before) % 2 === 1) return end;
  }
}

/**
 * How many members its objects have, of which the last one of each name is left. Every body comes
 * through here, so nothing is allocated but the list of what waits; no recursion: the nesting is the
 * sender's choice.
 */
function countMembers(root: unknown): number {
  let count = 0;
  const waiting = typeof root === 'object' && root !== null ? [root] : [];
  while (waiting.length > 0) {
    const part = waiting.pop() as Readonly<Record<string, unknown>>;
    const isArray = Array.isArray(part);
    // What was parsed has no members but its own.
    for (const name in part) {
      if (!isArray) count++;
      const value = part[name];
      if (typeof value === 'object' && value !== null) waiting.push(value);
    }
  }
  return count;
}

function isStorable(root: unknown): boolean {
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
