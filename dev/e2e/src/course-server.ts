import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importPackage, type Imported, type ImportOptions } from '@lectern/course-import';
import { buildPlayer } from '@lectern/course-import/testing';
import { createContentServer } from '@lectern/env';
import type { Browser, BrowserContext } from 'playwright-core';
import { configure } from './configuration.ts';
import type { SharedPlatform } from './shared-platform.ts';

type CourseOptions = Pick<ImportOptions, 'courseId' | 'h5pPlayerFolder' | 'publisher'>;

export interface ImportedCourse extends Imported {
  readonly folder: string;
}

/** Serves imported courses, as the operator of a platform would. */
export interface CourseServer {
  import(name: string, packageBytes: Uint8Array, more?: CourseOptions): Promise<ImportedCourse>;
  /** Has pages that are opened from now on find this course. */
  show(course: Pick<ImportedCourse, 'folder'>): Promise<void>;
  /** A fresh browser profile in which the imported courses are those of the publication. */
  profile(browser: Browser): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** Folders with the built player, by that of the data of the platform on which courses are shown. */
const players = new Map<string, Promise<string>>();

/** In the place of the platform's content server: another address would take a restart of the services. */
export async function startCourseServer(platform: SharedPlatform): Promise<CourseServer> {
  const folder = await mkdtemp(join(platform.dataFolder, 'courses-'));
  const playerFolder = await playerIn(platform.dataFolder);
  const { hostname, port } = new URL(platform.content);
  let server: Awaited<ReturnType<typeof createContentServer>> | undefined;
  const ids: string[] = [];
  await platform.stop('content');

  return {
    async import(name, packageBytes, more = {}) {
      const packageFile = join(folder, `${name}.zip`);
      await writeFile(packageFile, packageBytes);
      const courseFolder = join(folder, name);
      const imported = await importPackage({
        packageFile,
        folder: courseFolder,
        playerFolder,
        ...more,
      });
      ids.push(imported.course.courseId);
      return { ...imported, folder: courseFolder };
    },
    async show(course) {
      await server?.close();
      server = await createContentServer({
        folder: course.folder,
        shellOrigin: platform.shell,
        isExport: true,
      });
      await server.listen({ host: hostname, port: Number(port) });
    },
    async profile(browser) {
      const context = await browser.newContext({ locale: 'de-CH' });
      await configure(context, platform.shell, (document) => ({ ...document, courses: ids }));
      return context;
    },
    async close() {
      await server?.close();
      await platform.start('content');
    },
  };
}

function playerIn(dataFolder: string): Promise<string> {
  const player = players.get(dataFolder);
  if (player) return player;
  const folder = join(dataFolder, 'course-player');
  const building = buildPlayer(folder).then(() => folder);
  players.set(dataFolder, building);
  building.catch(() => players.delete(dataFolder));
  return building;
}
