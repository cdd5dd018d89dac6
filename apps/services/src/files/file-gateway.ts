import fastifyStatic from '@fastify/static';
import { services } from '@lectern/contracts';
import type { FastifyInstance } from 'fastify';
import type { BasicKey } from './basic-keys.ts';
import { readPublicFiles, type PublicFiles } from './public-files.ts';
import { createAddressSigner, type AddressSigner } from './signed-address.ts';

/** What an operator sets of the file gateway. */
export interface FileGatewayOptions {
  /** Folder with public files and their list. */
  readonly publicFiles: string;
  readonly keys: readonly BasicKey[];
  /** Signs addresses; the same for all processes. At least 32 bytes. */
  readonly addressSecret: string;
}

/** What the calls of the file gateway work with. */
export interface FileGateway {
  readonly keys: readonly BasicKey[];
  readonly files: PublicFiles;
  readonly addresses: AddressSigner;
}

/** Where public files are fetched, beside the calls. */
const downloadPath = `${services.atma.base}/public/`;

/**
 * Headers of every file. The public files are the operator's own, and come from the origin of the
 * services, which may be the shell's; so a browser takes none of them for a page, a script or a style,
 * saves it rather than show it, and gives it to no other site. What users upload has no place here: it
 * belongs on an origin of its own.
 */
const downloadHeaders = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Opens the folder of public files, and serves them under signed addresses: `GET`, with ranges.
 * Without a signature, or with one that has ended, there is nothing.
 *
 * @param publicUrl Address under which browsers reach the services.
 */
export async function startFileGateway(
  server: FastifyInstance,
  { publicFiles, keys, addressSecret }: FileGatewayOptions,
  publicUrl: string,
): Promise<FileGateway> {
  const files = await readPublicFiles(publicFiles);
  const addresses = createAddressSigner(publicUrl + downloadPath, addressSecret);
  await server.register(fastifyStatic, {
    root: files.folder,
    prefix: downloadPath,
    decorateReply: false,
    index: false,
    cacheControl: false,
    allowedPath: (pathname, _root, { query }) =>
      addresses.accepts(pathname.replace(/^\//, ''), query as Record<string, unknown>),
    setHeaders(reply, path) {
      const file = files.at(path.slice(files.folder.length).replace(/^[\\/]/, ''));
      if (!file) return;
      void reply.headers({
        ...downloadHeaders,
        'Content-Type': file.media_type,
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeExtended(file.file_name)}`,
      });
    },
  });
  return { keys, files, addresses };
}

/** RFC 8187, section 3.2.1; `encodeURIComponent` leaves four characters that stand for themselves there. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.codePointAt(0)!.toString(16)}`,
  );
}
