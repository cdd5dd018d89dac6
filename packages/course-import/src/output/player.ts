import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PackageRefused } from '../refusal.ts';

/** Where `npm run build` puts the player. */
const builtFolder = fileURLToPath(new URL('../../dist', import.meta.url));

/** The pages of the built player, of which a course gets one as its `index.html`. */
export const pages = ['index.html', 'cmi5.html'] as const;
export type PlayerPage = (typeof pages)[number];

/** The built player. @throws {PackageRefused} where it has not been built. */
export function builtPlayer(): string {
  if (pages.every((page) => existsSync(join(builtFolder, page)))) return builtFolder;
  throw new PackageRefused(
    'The player has not been built: run "npm run build -w @lectern/course-import" first.',
  );
}
