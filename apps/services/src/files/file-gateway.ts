import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { defaultLimits } from '../http/limits.ts';
import { hostInUrl, hostToListenOn } from '../http/network.ts';
import type { ServerOptions } from '../http/server.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Database } from '../storage/database.ts';
import type { BasicKey } from './basic-keys.ts';
import type { Download } from './download.ts';
import type { FileStore } from './file-store.ts';
import { createFilesOrigin } from './files-origin.ts';
import { hasObjects, objectsIn, openFolderStore, openForReading } from './folder-store.ts';
import { keptBytes } from './kept-bytes.ts';
import { noPublicFiles, readPublicFiles, type PublicFiles } from './public-files.ts';
import { createUploadReceiver } from './receive-upload.ts';
import { openS3Store, type S3Options } from './s3-store.ts';
import { createAddressSigner, type AddressSigner } from './signed-address.ts';
import { partOfStream } from './streams.ts';
import { missingFiles, type WantedContent } from './stored-files.ts';
import { sweep } from './sweep.ts';
import type { VideoOptions } from './video/conversions.ts';

export interface FileGatewayOptions {
  /** Where the origin of the files listens; port 0: any that is free. */
  readonly listen: { readonly host: string; readonly port: number };
  /** Origin under which browsers reach it; absent: as it listens. Another one than that of the services. */
  readonly url?: string;
  /** Where the bytes are kept; the same for all processes. */
  readonly store: { readonly folder: string } | S3Options;
  /** In what parts large files are kept, in bytes; default: 5 MiB, the least that a bucket takes. */
  readonly partSizeInBytes?: number;
  /** Sign addresses; the same for all processes. At least 32 bytes each; the first one signs. */
  readonly addressSecrets: readonly [string, ...string[]];
  /** Folder with public files of the operator's own, and their list. */
  readonly publicFiles?: string;
  /** Keys for public files without a sign-in; default: none. */
  readonly keys?: readonly BasicKey[];
  readonly video?: VideoOptions;
}

/** The calls of the file gateway share these. */
export interface FileGateway {
  /** Where browsers fetch files, without a slash at the end. */
  readonly origin: string;
  readonly keys: readonly BasicKey[];
  readonly publicFiles: PublicFiles;
  readonly addresses: AddressSigner;
  readonly store: FileStore;
  /** Asks for a sweep within seconds. Failures go to the log; the sweep of each minute follows. */
  sweepSoon(): Promise<void>;
  /** Of these files, those that are not there with their bytes. */
  missing<File extends WantedContent>(database: Database, files: readonly File[]): Promise<File[]>;
  close(): Promise<void>;
}

export interface FileGatewayDependencies {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'define'>;
  /** Address of the services, on whose origin no file is served. */
  readonly publicUrl: string;
  readonly server: ServerOptions;
  readonly onError: (error: unknown) => void;
}

/**
 * Opens the store, and the origin from which files are fetched and to which they are sent.
 *
 * @throws {Error} with a sentence, when that origin is the services' own
 */
export async function startFileGateway(
  options: FileGatewayOptions,
  { database, jobs, publicUrl, server, onError }: FileGatewayDependencies,
): Promise<FileGateway> {
  const { listen, keys = [] } = options;
  if ('folder' in options.store) await requireOwnFolder(database, options.store.folder);
  const store = await openStore(options);
  const publicFiles = options.publicFiles
    ? await readPublicFiles(options.publicFiles)
    : noPublicFiles;

  let addresses: AddressSigner | undefined;
  const filesOrigin = createFilesOrigin(
    {
      // The address is known when the port is, and nothing is asked before.
      addresses: {
        sign: (signing) => addresses!.sign(signing),
        read: (url) => addresses?.read(url),
        signStream: (signing) => addresses!.signStream(signing),
        readStream: (url) => addresses?.readStream(url),
      },
      receiveUpload: createUploadReceiver(database, store, {
        ...defaultLimits,
        ...server.limits,
      }),
      download: (kind, fileName, about) => {
        if (kind === 'public') return ofFolder(publicFiles, about);
        return ofStore(store, fileName, kind === 'files' ? about : partOfStream(fileName, about));
      },
    },
    server,
  );
  await filesOrigin.listen({ host: hostToListenOn(listen.host), port: listen.port });
  const { port } = filesOrigin.server.address() as AddressInfo;
  const scheme = server.tls ? 'https' : 'http';
  const { origin } = new URL(options.url ?? `${scheme}://${hostInUrl(listen.host)}:${port}`);
  if (origin === new URL(publicUrl).origin) {
    await filesOrigin.close();
    throw new Error(`Files cannot be served from ${origin}, where the services are.`);
  }
  addresses = createAddressSigner(origin, options.addressSecrets);
  const sweeps = await jobs.define({
    name: 'file-sweep',
    policy: { isOfEachMinute: true },
  });
  await sweeps.work((_, stopping) => sweep(database, store, () => stopping.aborted), onError);

  return {
    origin,
    keys,
    publicFiles,
    addresses,
    store,
    sweepSoon: () => sweeps.send(database, {}).catch(onError),
    missing: missingFiles,
    async close() {
      await filesOrigin.drain(0);
      await filesOrigin.close();
    },
  };
}

/** The folder for files is not the one that the database's files are in; the message is a sentence for operators. */
export class FilesElsewhere extends Error {
  override readonly name = 'FilesElsewhere';
}

/** The empty folder in the place of a volume would take files until that is mounted. */
async function requireOwnFolder(database: Database, folder: string): Promise<void> {
  if (hasObjects(folder)) return;
  const { rows } = await sql.raw(`${keptBytes} limit 1`).execute(database);
  if (rows.length === 0) return;
  throw new FilesElsewhere(
    `${folder} has none of the files that the database names. Is its volume mounted? If they are lost, or are still ` +
      `to come, make the folder ${objectsIn(folder)}.`,
  );
}

export async function openStore({
  store,
  partSizeInBytes,
}: Pick<FileGatewayOptions, 'store' | 'partSizeInBytes'>): Promise<FileStore> {
  return 'folder' in store
    ? openFolderStore(store.folder, partSizeInBytes)
    : openS3Store(store, partSizeInBytes);
}

/** Everything that has to be known of a file stands in its address, so that no table is asked. */
function ofStore(
  store: FileStore,
  fileName: string,
  { o: objectId, h, t, z, n = fileName }: Readonly<Record<string, string>>,
): Download | undefined {
  if (!objectId || !h || !t || !z) return undefined;
  return {
    fileName: n,
    mediaType: t,
    sizeInBytes: Number(z),
    contentHash: h,
    open: (range) => store.read(objectId, range),
  };
}

function ofFolder(
  { folder, at }: PublicFiles,
  { p: path = '' }: Readonly<Record<string, string>>,
): Download | undefined {
  const file = at(path);
  if (!file) return undefined;
  return {
    fileName: file.file_name,
    mediaType: file.media_type,
    sizeInBytes: file.size_in_bytes,
    contentHash: file.content_hash,
    open: (range) => openForReading(join(folder, file.path), range),
  };
}
