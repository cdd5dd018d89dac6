import type { Contract } from '@lectern/contracts';
import { generalError } from '../http/errors.ts';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import type { DeviceLicenses } from './access.ts';
import { fileHandlers } from './file.ts';
import { fileConfigHandlers } from './fileConfig.ts';
import { fileConfigExchangeHandlers } from './fileConfigExchange.ts';
import { fileExchangeHandlers } from './fileExchange.ts';
import type { FileGateway } from './file-gateway.ts';
import type { GroupStandings } from './group-standing.ts';
import type { ConversionQueue } from './video/queue.ts';
import { videoConvertHandlers } from './videoConvert.ts';

/** Dependencies of the file service. */
export interface FilesParts {
  readonly database: Database;
  /** Absent: no place for files is configured. */
  readonly gateway: FileGateway | undefined;
  /** Absent: there is no ffmpeg. */
  readonly videos: ConversionQueue | undefined;
  readonly licenses: DeviceLicenses;
  readonly standings: GroupStandings;
}

type FilesHandlers = Handlers<Omit<Contract['atma'], 'ping'>>;

/** Every call of the file service, by family. */
export function filesHandlers({ gateway, ...parts }: FilesParts): FilesHandlers {
  return {
    ...(gateway ? storeHandlers({ ...parts, gateway }) : unavailableHandlers),
    // Nothing is remembered between requests, so there is never anything to drop.
    cacheFlush: async () => ({ dropped_entries: 0, result_state: 'IA_OK' }),
  };
}

type StoreHandlers = Omit<FilesHandlers, 'cacheFlush'>;

function storeHandlers(parts: FilesParts & { readonly gateway: FileGateway }): StoreHandlers {
  return {
    ...fileHandlers(parts),
    ...fileConfigHandlers(parts),
    ...fileConfigExchangeHandlers(parts),
    ...fileExchangeHandlers(parts),
    ...videoConvertHandlers(parts),
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
const unavailableHandlers: StoreHandlers = {
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
