import type { FastifyError, FastifyInstance } from 'fastify';
import { CallError, generalError } from '../http/errors.ts';
import { createServer, type ServerOptions } from '../http/server.ts';
import { defaultLimits } from '../http/limits.ts';
import { sendDownload, type Download } from './download.ts';
import { originHeaders } from './file-headers.ts';
import { FileStoreUnavailable, ObjectMissing } from './file-store.ts';
import type { UploadReceiver } from './receive-upload.ts';
import type { AddressSigner } from './signed-address.ts';
import { tusDescription, tusHeaders } from './tus.ts';

export interface FilesOriginDependencies {
  readonly addresses: AddressSigner;
  readonly receiveUpload: UploadReceiver;
  /**
   * @param fileName the last part of the address
   * @param about what else it says, as {@link AddressSigner} read it
   */
  readonly download: (
    kind: 'files' | 'public' | 'streams',
    fileName: string,
    about: Readonly<Record<string, string>>,
  ) => Download | undefined;
}

const uploadUrl = '/uploads/:uploadId';

/** Headers of uploads from pages of other origins: a file as a whole, or by tus. */
const preflight = {
  'Access-Control-Allow-Methods': 'GET, HEAD, PATCH, POST, PUT',
  // Any: clients of tus and programs that trace requests add their own. The wildcard leaves out `Authorization`, and
  // older browsers do not know it (Fetch, section 3.2.3).
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, If-None-Match, If-Range, Range, Tus-Resumable, Upload-Offset, X-HTTP-Method-Override, *',
  'Access-Control-Max-Age': '7200',
} as const;

/**
 * The server from which files are fetched and to which they are sent. It has an origin of its own and
 * nothing else on it: no calls, no pages, no cookies. Not yet listening.
 *
 * An address is checked before anything is read of what it names.
 */
export function createFilesOrigin(
  { addresses, receiveUpload, download }: FilesOriginDependencies,
  options: ServerOptions,
): FastifyInstance {
  const server = createServer(options);
  const { fileTimeoutInMs } = { ...defaultLimits, ...options.limits };
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(originHeaders);
    done();
  });
  server.setNotFoundHandler(() => {
    throw generalError('CALL_UNKNOWN', 'There is no such address.');
  });
  void server.register(async (files) => {
    files.removeAllContentTypeParsers();
    // Nothing is read here: bytes go to the store as they come.
    files.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    files.decorateRequest('about');
    files.addHook('onRequest', (request, reply, done) => {
      if (request.routeOptions.url === uploadUrl) reply.headers(tusHeaders);
      if (request.method === 'OPTIONS') return done();
      const url = request.raw.url ?? '';
      const about = addresses.read(url) ?? addresses.readStream(url);
      if (!about) return done(addressRefused());
      request.about = about;
      return done();
    });
    files.setErrorHandler<FastifyError>((error) => {
      if (error instanceof ObjectMissing) throw fileGone();
      if (error instanceof FileStoreUnavailable) {
        throw Object.assign(generalError('UNAVAILABLE'), { cause: error });
      }
      throw error;
    });

    for (const kind of ['files', 'public'] as const) {
      files.route<{ Params: { '*': string } }>({
        method: ['GET', 'HEAD'],
        url: `/${kind}/*`,
        handler: async (request, reply) => {
          const file = download(kind, request.params['*'], request.about);
          if (!file) throw fileGone();
          return sendDownload(request, reply, file);
        },
      });
    }
    files.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: '/streams/*',
      handler: async (request, reply) => {
        const place = request.params['*'];
        const file = download('streams', place.slice(place.indexOf('/') + 1), request.about);
        if (!file) throw fileGone();
        return sendDownload(request, reply, file);
      },
    });
    files.route<{ Params: { uploadId: string } }>({
      method: ['GET', 'HEAD', 'PATCH', 'POST', 'PUT'],
      url: uploadUrl,
      config: { bodyTimeoutInMs: fileTimeoutInMs, streamsBody: true },
      handler: async (request, reply) => receiveUpload(request.params.uploadId, request, reply),
    });
    files.options(uploadUrl, async (_request, reply) =>
      reply.status(204).headers(preflight).headers(tusDescription).send(),
    );
    files.options('/*', async (_request, reply) => reply.status(204).headers(preflight).send());
  });
  return server;
}

function addressRefused(): CallError {
  const text = 'The address was changed, or its time is over. Ask for another one.';
  return new CallError(403, [{ code: 'ADDRESS_REFUSED', text }]);
}

function fileGone(): CallError {
  return new CallError(404, [{ code: 'FILE_NOT_FOUND', text: 'The file is gone.' }]);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The facts of the signed address; on the origin of the files alone. */
    about: Readonly<Record<string, string>>;
  }
}
