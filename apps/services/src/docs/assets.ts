import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file of the reference, in memory. */
export interface Asset {
  readonly address: string;
  readonly kind: 'script' | 'style';
  readonly content: Content;
}

/** Bytes that are sent: plain, or compressed for clients that accept it. */
export interface Content {
  readonly type: string;
  readonly plain: Buffer;
  readonly compressed: () => Promise<Buffer>;
}

const compress = promisify(gzip);

const require = createRequire(import.meta.url);

/**
 * Swagger UI as `@fastify/swagger-ui` brings it. Its own package, `swagger-ui-dist`, brings the same
 * files and a script that reports each installation to another host.
 */
const swaggerUi = join(dirname(require.resolve('@fastify/swagger-ui')), 'static');

/** In the order in which the page loads them. */
const files = [
  join(swaggerUi, 'swagger-ui.css'),
  fileURLToPath(new URL('page/reference.css', import.meta.url)),
  join(swaggerUi, 'swagger-ui-bundle.js'),
  fileURLToPath(new URL('page/reference.js', import.meta.url)),
];

let loaded: Promise<readonly Asset[]> | undefined;

/**
 * The files that the page loads, read once a process; a read that fails is repeated by the next caller. Their
 * addresses hold their hashes, so they never change.
 */
export function loadAssets(): Promise<readonly Asset[]> {
  return (loaded ??= readAssets().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  }));
}

function readAssets(): Promise<readonly Asset[]> {
  return Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      const { name, ext } = parse(file);
      const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
      const isScript = ext === '.js';
      return {
        address: `/docs/assets/${name}-${hash}${ext}`,
        kind: isScript ? ('script' as const) : ('style' as const),
        content: contentOf(bytes, `text/${isScript ? 'javascript' : 'css'}; charset=utf-8`),
      };
    }),
  );
}

/** @param type Value of the header Content-Type. */
export function contentOf(bytes: Buffer, type: string): Content {
  let compressed: Promise<Buffer> | undefined;
  // At the first request for it: most processes are never asked.
  return { type, plain: bytes, compressed: () => (compressed ??= compress(bytes)) };
}

/** Sends content in the form that the request accepts (RFC 9110, section 12.5.3). */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, plain, compressed }: Content,
): Promise<FastifyReply> {
  void reply.type(type).header('Vary', 'Accept-Encoding');
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(plain);
  return reply.header('Content-Encoding', 'gzip').send(await compressed());
}

function acceptsGzip(accepted = ''): boolean {
  return accepted
    .split(',')
    .some((coding) => /^\s*gzip\s*(;\s*q=(1|0\.\d*[1-9]).*)?$/i.test(coding));
}
