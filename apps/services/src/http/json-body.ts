import type { FastifyInstance } from 'fastify';
import { generalError } from './errors.ts';

/** Escapes that can stand for a NUL or half of a surrogate pair; anything else needs no closer look. */
const suspiciousEscape = /\\u(?:0000|d[89a-f][0-9a-f]{2})/i;

/** Refuses what is no UTF-8 instead of storing replacement characters (RFC 8259, section 8.1). */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Accepts JSON bodies and no others. Text that PostgreSQL cannot store (NUL, lone surrogates) is
 * refused here, once for every call, instead of failing in the middle of a handler.
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
      if (!error && suspiciousEscape.test(json) && !isStorable(value)) {
        return done(generalError('REQUEST_INVALID', 'Text holds a NUL or half a surrogate pair.'));
      }
      return done(error, value);
    });
  });
}

/** Walks without recursion: the nesting is the sender's choice. */
function isStorable(root: unknown): boolean {
  const waiting = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) return false;
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) waiting.push(key, inner);
    }
  }
  return true;
}
