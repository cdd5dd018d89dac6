import { fileCalls } from '@lectern/contracts/calls/files/file';
import type { CreateClient } from '../api.ts';
import type { EnvironmentConfiguration } from '../configuration.ts';
import { environmentKey } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';
import { download } from './download.ts';
import { parseEnvironment } from './parse-environment.ts';

/** The environment file, and the key that opens it (specification, section 9). */
const environmentFile = {
  dto_id: 'environment',
  file_reference: 'F_ENVIRONMENT_BEOOK',
  version: 0,
  asset_stage: 'ASSET_STAGE_PROD',
  asset_type: 'ASSET_TYPE_PROS',
} as const;
const basicKey = 'BASIC_BEOOK_WEB';

/** Largest environment file, in bytes; one that is larger is none. */
const environmentMaximumInBytes = 64 * 1024;

/**
 * Asks the file gateway for the environment file, downloads it as text, and keeps its settings under
 * `prosEnvironment`. When that fails, the settings of the last time remain.
 *
 * @throws {CallFailed} the gateway does not give the file
 * @throws {DownloadError} it cannot be fetched or is too large
 * @throws {EnvironmentError} it is not what may be kept
 */
export async function loadEnvironment(
  clientOf: CreateClient,
  { basicSecret }: EnvironmentConfiguration,
): Promise<void> {
  const { fileAccessBasic } = fileCalls;
  const files = clientOf('atma', { fileAccessBasic });
  const { file_accesses } = await files.fileAccessBasic({
    body: {
      file_access_basic_dtos: [environmentFile],
      basic_key: basicKey,
      basic_secret: basicSecret,
    },
  });
  const text = await download(file_accesses[0]?.file?.address, environmentMaximumInBytes);
  storage('local').write(environmentKey, JSON.stringify(parseEnvironment(text)));
}
