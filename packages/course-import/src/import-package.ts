import { chmod, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { openArchive, type Archive } from './archive/archive.ts';
import { defaultArchiveLimits, type ArchiveLimits } from './archive/limits.ts';
import type { Course, H5pCourse } from './course.ts';
import type { CourseNames } from './manifest/course-names.ts';
import { h5pManifestName, readH5p } from './manifest/read-h5p.ts';
import { readManifest } from './manifest/read-manifest.ts';
import {
  contentFolder,
  courseFile,
  h5pPlayerFolder,
  requireReplaceable,
} from './output/course-folder.ts';
import { replaceFolder } from './output/replace-folder.ts';
import { PackageRefused } from './refusal.ts';

export interface ImportOptions extends CourseNames {
  /** A zip as authoring tools export it. */
  readonly packageFile: string;
  /** Made, or replaced where an earlier import has made it. */
  readonly folder: string;
  /** The built player: `index.html` and what it loads. */
  readonly playerFolder: string;
  /** The folder `dist` of h5p-standalone, for H5P packages. */
  readonly h5pPlayerFolder?: string;
  readonly limits?: ArchiveLimits;
  /** Ends the import; nothing of it stays. */
  readonly signal?: AbortSignal;
}

export interface Imported {
  readonly course: Course | H5pCourse;
  /** What its author should know though the course can be shown. */
  readonly warnings: readonly string[];
}

const manifestName = 'imsmanifest.xml';
/** Largest manifest that is read; whole curricula stay below. */
const manifestMaximumInBytes = 16 * 1024 * 1024;
/** mkdtemp's is for its owner alone, and a web server is somebody else. */
const folderMode = 0o755;

/**
 * Turns a package into a folder that any static web server can serve as content. Everything that can be
 * checked is checked before anything is written.
 *
 * @throws {PackageRefused} where the package, or what lies in the folder, forbids it.
 */
export async function importPackage(options: ImportOptions): Promise<Imported> {
  const { packageFile, folder, playerFolder, limits = defaultArchiveLimits } = options;
  const signal = options.signal ?? new AbortController().signal;
  const archive = await openArchive(packageFile, limits);
  try {
    const isH5p = archive.paths.has(h5pManifestName);
    const imported = await (isH5p ? readH5pIn(archive, options) : readScormIn(archive, options));
    await replaceFolder(folder, requireReplaceable, async (made) => {
      await archive.extract(join(made, contentFolder), signal);
      await copyFolder(playerFolder, made);
      if (isH5p && options.h5pPlayerFolder !== undefined)
        await copyFolder(options.h5pPlayerFolder, join(made, h5pPlayerFolder));
      await writeFile(join(made, courseFile), `${JSON.stringify(imported.course)}\n`);
      await chmod(made, folderMode);
    });
    return imported;
  } finally {
    archive.close();
  }
}

async function readScormIn(archive: Archive, names: CourseNames): Promise<Imported> {
  const manifestPath = manifestIn(archive);
  return readManifest(
    {
      manifestPath,
      manifest: await archive.read(manifestPath, manifestMaximumInBytes),
      paths: archive.paths,
      contentFolder: `${contentFolder}/`,
    },
    names,
  );
}

/** H5P's own player is not part of this project: its core has another licence. */
async function readH5pIn(archive: Archive, options: ImportOptions): Promise<Imported> {
  if (options.h5pPlayerFolder === undefined)
    throw new PackageRefused(
      'This is an H5P package: name the folder "dist" of h5p-standalone with --h5p-player.',
    );
  const main = join(options.h5pPlayerFolder, 'main.bundle.js');
  if (!(await stat(main).catch(() => undefined))?.isFile())
    throw new PackageRefused(`${options.h5pPlayerFolder} is no folder "dist" of h5p-standalone.`);
  const course = readH5p(
    {
      manifest: await archive.read(h5pManifestName, manifestMaximumInBytes),
      paths: archive.paths,
      fallbackId: basename(options.packageFile, extname(options.packageFile)),
      folder: contentFolder,
      playerFolder: h5pPlayerFolder,
    },
    options,
  );
  return { course, warnings: [] };
}

/** At the root, or one folder deep, where somebody has zipped the folder rather than what is in it. */
function manifestIn({ paths }: Archive): string {
  if (paths.has(manifestName)) return manifestName;
  const deeper = [...paths].filter((path) => {
    const [, name, ...rest] = path.split('/');
    return name === manifestName && rest.length === 0;
  });
  const [found] = deeper;
  if (deeper.length === 1 && found !== undefined) return found;
  throw new PackageRefused(
    deeper.length === 0
      ? `The package has neither ${manifestName} nor ${h5pManifestName}: it is no SCORM and no H5P package.`
      : `The package has several ${manifestName}, and none at its root: it holds several courses.`,
  );
}

async function copyFolder(from: string, to: string): Promise<void> {
  for (const path of await readdir(from, { recursive: true })) {
    if (!(await stat(join(from, path))).isFile()) continue;
    await mkdir(dirname(join(to, path)), { recursive: true });
    await copyFile(join(from, path), join(to, path));
  }
}
