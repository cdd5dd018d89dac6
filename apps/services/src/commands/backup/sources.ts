import { readStore } from '../../operations/file-settings.ts';
import { SettingProblem } from '../../operations/setting-problem.ts';
import type { Terminal } from '../command.ts';
import { UsageProblem } from '../problem.ts';
import type { StoreOptions } from './objects.ts';

/**
 * Where the services keep the bytes of files, by their own variables.
 *
 * @returns nothing where these do not say it
 * @throws {UsageProblem}
 */
export function storeOf(environment: Terminal['environment']): StoreOptions | undefined {
  if (!environment['LECTERN_FILES_FOLDER'] && !environment['LECTERN_S3_BUCKET_URL']) {
    return undefined;
  }
  try {
    return readStore(environment);
  } catch (error) {
    if (error instanceof SettingProblem) throw new UsageProblem(error.message);
    throw error;
  }
}
