import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { Headers } from './file-headers.ts';

/** A page that is the same for everybody, ready to be sent. */
export interface CompressedPage {
  /**
   * Answers with the page, or that the browser has it (RFC 9110, sections 12.5.3 and 13.1.2).
   *
   * @param ofVisitor Headers for this one, in place of the page's of the same names.
   */
  send(reply: FastifyReply, ofVisitor: Headers): FastifyReply;
}

/**
 * Compresses a page once rather than for every visitor.
 *
 * @param headers Part of what the browser keeps: a page with others is another page.
 */
export function compressPage(page: string, headers: Headers): CompressedPage {
  const hash = createHash('sha256')
    .update(JSON.stringify([page, headers]))
    .digest('base64url');
  // Weak, because it is the same for each encoding.
  const tag = `W/"${hash}"`;
  const bodies = {
    br: brotliCompressSync(page),
    gzip: gzipSync(page),
    identity: Buffer.from(page),
  };
  return {
    send(reply, ofVisitor) {
      const asked = reply.request.headers;
      void reply
        .type('text/html; charset=utf-8')
        .headers({ ...headers, ...ofVisitor, ETag: tag, Vary: 'Accept-Encoding' });
      if (asked['if-none-match']?.includes(tag)) return reply.code(304).send();
      const encoding = encodingOf(asked['accept-encoding']);
      if (encoding !== 'identity') void reply.header('Content-Encoding', encoding);
      return reply.send(bodies[encoding]);
    },
  };
}

function encodingOf(accepted: string | string[] = ''): 'br' | 'gzip' | 'identity' {
  const takes = (encoding: string) =>
    new RegExp(String.raw`(^|[,\s])${encoding}\s*(,|$|;\s*q=(1|0?\.0*[1-9]))`).test(
      String(accepted),
    );
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
}
