import fastifyStatic from '@fastify/static';
import { logOutput } from '@lectern/services/log-output';
import { followCertificate, type Tls } from '@lectern/services/tls';
import fastify, { type FastifyInstance } from 'fastify';

/** The bundler ends the names of its assets with a hash of the content, so they never change. */
const hashedAsset = /\/assets\/.*-[\w-]{8}\.\w+(\.(br|gz))?$/;

const oneYearInSeconds = 31_536_000;

export interface ContentServerOptions {
  /** Folder with the built publication. Text files may have `.br` and `.gz` forms beside them. */
  readonly folder: string;
  /** Origin of the only page that may frame the publication. */
  readonly shellOrigin: string;
  /** Origin from which it shows and fetches files, under addresses that it was given; absent: none. */
  readonly filesOrigin?: string;
  /**
   * An authoring tool has exported it: then it frames pages of its own, is full of inline scripts, and names its
   * files as it likes. docs/bridge/existing-content.md has the headers of its server.
   */
  readonly isExport?: boolean;
  /** Absent: it speaks plain HTTP. */
  readonly tls?: Tls | undefined;
}

/**
 * Serves a publication on its own origin: files only, no cookies, no state. Not yet listening.
 *
 * The headers keep the publication to itself: it loads nothing from elsewhere, nobody but the shell
 * frames it, and its links tell nobody where the reader came from.
 */
export async function createContentServer({
  folder,
  shellOrigin,
  filesOrigin,
  isExport = false,
  tls,
}: ContentServerOptions): Promise<FastifyInstance> {
  const options = { logger: { level: 'warn', stream: logOutput }, forceCloseConnections: true };
  const server: FastifyInstance = tls
    ? fastify({ ...options, https: { ...tls } })
    : fastify(options);
  const headers = {
    'Content-Security-Policy': (isExport
      ? [
          "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'",
          // Units of cmi5 talk to the record store.
          `connect-src 'self' data: blob: ${shellOrigin}`,
          "object-src 'none'",
          `frame-ancestors 'self' ${shellOrigin}`,
        ]
      : [
          "default-src 'self'",
          ...(filesOrigin
            ? ['connect', 'img', 'media'].map((kind) => `${kind}-src 'self' ${filesOrigin}`)
            : []),
          "object-src 'none'",
          "base-uri 'none'",
          "form-action 'none'",
          `frame-ancestors ${shellOrigin}`,
        ]
    ).join('; '),
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  };
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  await server.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header(
        'Cache-Control',
        // no-cache: kept, but asked for each time; an unchanged page costs one small answer.
        !isExport && hashedAsset.test(path)
          ? `public, max-age=${oneYearInSeconds}, immutable`
          : 'no-cache',
      );
    },
  });
  followCertificate(server.server, tls, (err) => {
    server.log.error({ err }, 'The certificate has changed and cannot be used.');
  });
  return server;
}
