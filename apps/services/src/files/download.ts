import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentDisposition, requestedRange } from './file-headers.ts';
import type { ByteRange } from './file-store.ts';

/** Bytes with what is said of them. */
export interface Download {
  readonly fileName: string;
  readonly mediaType: string;
  readonly sizeInBytes: number;
  /** SHA-256 in hexadecimal digits. */
  readonly contentHash: string;
  /** Absent range: all. */
  readonly open: (range?: ByteRange) => Promise<Readable>;
}

/** Answers `GET` and `HEAD`: all of it, a range, or that nothing has changed (RFC 9110, section 13). */
export async function sendDownload(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { fileName, mediaType, sizeInBytes, contentHash, open }: Download,
): Promise<FastifyReply> {
  const tag = `"${contentHash}"`;
  reply.headers({ 'Accept-Ranges': 'bytes', ETag: tag });
  if (isNamed(headers['if-none-match'], tag)) return reply.status(304).send();

  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === tag;
  const range = isCurrent ? requestedRange(headers.range, sizeInBytes) : undefined;
  if (range === 'none') {
    return reply.status(416).header('Content-Range', `bytes */${sizeInBytes}`).send();
  }
  const length = range ? range.end - range.start + 1 : sizeInBytes;
  reply.headers({
    'Content-Type': mediaType,
    'Content-Disposition': contentDisposition(mediaType, fileName),
    'Content-Length': length,
  });
  if (range) {
    reply.status(206).header('Content-Range', `bytes ${range.start}-${range.end}/${sizeInBytes}`);
  }
  if (method === 'HEAD') return reply.send();
  return reply.send(await open(range));
}

function isNamed(header: string | undefined, tag: string): boolean {
  const tags = header?.split(',').map((entry) => entry.trim().replace(/^W\//, ''));
  return tags?.some((entry) => entry === tag || entry === '*') === true;
}
