import type { Contract } from '@lectern/contracts';
import { generalError } from '../http/errors.ts';
import type { Handlers } from '../http/routes.ts';
import { createDeviceLicenses } from '../licenses/public.ts';
import type { Connections } from '../storage/connections.ts';
import type { Database } from '../storage/database.ts';
import { fileHandlers } from './file.ts';
import { fileConfigHandlers } from './file-config.ts';
import { fileConfigExchangeHandlers } from './file-config-exchange.ts';
import { fileExchangeHandlers } from './file-exchange.ts';
import type { FileGateway } from './file-gateway.ts';
import type { ConversionQueue } from './video/queue.ts';
import { videoConvertHandlers } from './video-convert.ts';

export interface FilesDependencies {
  readonly database: Database;
  /** Absent: no place for files is configured. */
  readonly gateway: FileGateway | undefined;
  /** Absent: there is no ffmpeg. */
  readonly videos: ConversionQueue | undefined;
  /** The same connections, for statements that are prepared once. */
  readonly pool: Connections;
}

type FilesHandlers = Handlers<Omit<Contract['atma'], 'cacheFlush' | 'ping'>>;

export function filesHandlers({ gateway, ...dependencies }: FilesDependencies): FilesHandlers {
  return gateway ? storeHandlers({ ...dependencies, gateway }) : unavailableHandlers;
}

function storeHandlers({
  pool,
  ...given
}: FilesDependencies & { readonly gateway: FileGateway }): FilesHandlers {
  const dependencies = { ...given, licenses: createDeviceLicenses(pool, given.database) };
  return {
    ...fileHandlers(dependencies),
    ...fileConfigHandlers(dependencies),
    ...fileConfigExchangeHandlers(dependencies),
    ...fileExchangeHandlers(dependencies),
    ...videoConvertHandlers(dependencies),
  };
}

/** Without a place for files there are none, and no key opens one. */
const unavailable = async (): Promise<never> => {
  throw generalError('UNAVAILABLE', 'No place for files is configured here.');
};
const refused = async ({
  refusal,
}: {
  readonly refusal: (code: 'BASIC_KEY_REFUSED') => Error;
}): Promise<never> => {
  throw refusal('BASIC_KEY_REFUSED');
};
const unavailableHandlers: FilesHandlers = {
  fileAccess: unavailable,
  fileAccessV2: unavailable,
  fileAccessBasic: refused,
  fileAccessBasicV2: refused,
  fileConfigSave: unavailable,
  fileConfigSaveV2: unavailable,
  fileConfigDelete: unavailable,
  fileConfigDeleteV2: unavailable,
  fileConfigExchangeSave: unavailable,
  fileConfigExchangeSaveV2: unavailable,
  fileConfigExchangeDelete: unavailable,
  fileConfigExchangeDeleteV2: unavailable,
  fileExchangeAccess: unavailable,
  fileExchangeAccessV2: unavailable,
  videoConvertCreate: unavailable,
};
