import { homedir } from 'node:os';
import { join } from 'node:path';

/*
 * Facts that the starter (`npm start`) and the commands share: the place of all that Lectern keeps, and the way to
 * its database.
 */

/** The file of the data folder that holds the address of the embedded database. */
export const databaseUrlFile = 'database-url';
export const secretsFile = 'secrets.json';
/** Its folder with certificates, a folder for each host. */
export const tlsFolder = 'tls';
/** Its folder with the bytes of files. */
export const filesFolder = 'files';

/** The facts about machine and user that the default follows from. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly isRoot: boolean;
  readonly home: string;
}

export function currentSurroundings(): Surroundings {
  return {
    environment: process.env,
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    home: homeFolder(),
  };
}

/** @returns nothing for a user id without an entry in the system's list, where `HOME` says nothing either */
function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

/** Where data is kept when nobody chose a folder; `undefined` for a user without a home. */
export function defaultDataFolder({
  environment,
  platform,
  isRoot,
  home,
}: Surroundings): string | undefined {
  if (isRoot) return '/var/lib/lectern';
  if (!home) return undefined;
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Lectern');
  return join(environment['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'lectern');
}
