import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const sourceFolder = fileURLToPath(new URL('../player', import.meta.url));

/** Builds the player into a folder of its own, so that no test meets an older one. */
export async function buildPlayer(folder: string): Promise<void> {
  await build({
    root: sourceFolder,
    configFile: join(sourceFolder, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  });
}
