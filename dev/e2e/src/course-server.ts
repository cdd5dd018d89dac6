import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildPlayer,
  importPackage,
  type Imported,
  type ImportOptions,
} from '@lectern/course-import';
import { createContentServer } from '@lectern/env';
import { reconfigure } from './reconfigure.ts';
import type { SharedPlatform } from './shared-platform.ts';

type CourseOptions = Pick<ImportOptions, 'courseId' | 'h5pPlayerFolder' | 'publisher'>;

/** A course that the platform shows. */
export interface ShownCourse extends Imported {
  /** Where it lies. */
  readonly folder: string;
}

/** Serves imported courses, as the operator of a platform would. */
export interface CourseServer {
  /** Imports a package, and has the platform show it. */
  show(name: string, packageBytes: Uint8Array, more?: CourseOptions): Promise<ShownCourse>;
  close(): Promise<void>;
}

/** The platform's own. */
const host = 'localhost';

export async function startCourseServer(platform: SharedPlatform): Promise<CourseServer> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-courses-'));
  const playerFolder = join(folder, 'player');
  await buildPlayer(playerFolder);
  const server = await createContentServer({ folder, shellOrigin: platform.shell, isExport: true });
  // The address that it gives is the loopback's number; content is to be another origin, not another site.
  const { port } = new URL(await server.listen({ host, port: 0 }));
  const origin = `http://${host}:${port}`;

  return {
    async show(name, packageBytes, more = {}) {
      const packageFile = join(folder, `${name}.zip`);
      await writeFile(packageFile, packageBytes);
      const imported = await importPackage({
        packageFile,
        folder: join(folder, name),
        playerFolder,
        ...more,
      });
      await reconfigure(platform, ({ project }) => ({
        project: { ...project, location: `${origin}/${name}/index.html`, contentOrigin: origin },
      }));
      return { ...imported, folder: join(folder, name) };
    },
    async close() {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}
