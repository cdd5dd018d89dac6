import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PackageRefused } from '../refusal.ts';

/** Where `npm run build` puts the player. */
const builtFolder = fileURLToPath(new URL('../../dist', import.meta.url));
const sourceFolder = fileURLToPath(new URL('../../player', import.meta.url));

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

/** Builds the player into a folder of its own, for tests that shall not meet an older one. */
export async function buildPlayer(folder: string): Promise<void> {
  const { build } = await import('vite');
  await build({
    root: sourceFolder,
    configFile: join(sourceFolder, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  });
}
