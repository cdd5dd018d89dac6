import { chmod, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { findTop, folderOf, openArchive, type Archive } from './archive/archive.ts';
import { defaultArchiveLimits, type ArchiveLimits } from './archive/limits.ts';
import type { Cmi5Course, Course, H5pCourse } from './course.ts';
import { findCmi5, readCmi5Alone, readCmi5Package, type Cmi5Names } from './import-cmi5.ts';
import type { CourseNames } from './manifest/course-names.ts';
import { h5pManifestName, readH5p } from './manifest/read-h5p.ts';
import { readManifest } from './manifest/read-manifest.ts';
import {
  contentFolder,
  courseFile,
  h5pPlayerFolder,
  publicationFile,
  requireReplaceable,
} from './output/course-folder.ts';
import { pages, type PlayerPage } from './output/player.ts';
import { replaceFolder } from './output/replace-folder.ts';
import { PackageRefused } from './refusal.ts';

export interface ImportOptions extends Cmi5Names {
  /** A zip as authoring tools export it, or a `cmi5.xml` whose units are all elsewhere. */
  readonly packageFile: string;
  /** Made, or replaced where an earlier import has made it. */
  readonly folder: string;
  /** The built player: its pages and what they load. */
  readonly playerFolder: string;
  /** The folder `dist` of h5p-standalone, for H5P packages. */
  readonly h5pPlayerFolder?: string;
  readonly limits?: ArchiveLimits;
  /** Ends the import; nothing of it stays. */
  readonly signal?: AbortSignal;
}

export interface Imported {
  readonly course: Cmi5Course | Course | H5pCourse;
  /** Warnings to the author of a course that can be shown. */
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
  const isAlone = extname(packageFile).toLowerCase() === '.xml';
  const archive = isAlone ? undefined : await openArchive(packageFile, limits);
  try {
    const {
      course,
      warnings,
      files = new Map(),
      page = 'index.html',
    } = archive ? await readIn(archive, options) : await readAlone(options);
    await replaceFolder(folder, requireReplaceable, async (made) => {
      await archive?.extract(join(made, contentFolder), signal);
      await copyFolder(playerFolder, made, (path) => !pages.some((page) => page === path));
      await copyFile(join(playerFolder, page), join(made, 'index.html'));
      if (course.standard === 'h5p' && options.h5pPlayerFolder !== undefined)
        await copyFolder(options.h5pPlayerFolder, join(made, h5pPlayerFolder));
      await keepPublication(folder, made);
      for (const [name, text] of files) await writeFile(join(made, name), text);
      await writeFile(join(made, courseFile), `${JSON.stringify(course)}\n`);
      await chmod(made, folderMode);
    });
    return { course, warnings: [...(archive?.warnings ?? []), ...warnings] };
  } finally {
    archive?.close();
  }
}

/** A package, before anything is written. */
interface Read extends Imported {
  /** Texts that stand beside the page, by the names of their files. */
  readonly files?: ReadonlyMap<string, string>;
  /** Default: `index.html`. */
  readonly page?: PlayerPage;
}

async function readIn(archive: Archive, options: ImportOptions): Promise<Read> {
  const cmi5 = findCmi5(archive);
  if (cmi5 !== undefined) {
    const read = await readCmi5Package(archive, cmi5, manifestMaximumInBytes, options);
    return { ...read, warnings: [], page: 'cmi5.html' };
  }
  if (options.publisher)
    throw new PackageRefused(
      'Only courses by cmi5 get a manifest for publishing: leave --mandant and --product out.',
    );
  const scorm = findTop(archive, manifestName);
  const h5p = findTop(archive, h5pManifestName);
  const isH5p = h5p[0] === h5pManifestName || scorm.length === 0;
  const [manifest, another] = isH5p ? h5p : scorm;
  if (manifest === undefined)
    throw new PackageRefused(
      `The package has neither ${manifestName} nor ${h5pManifestName} nor cmi5.xml: it is not a SCORM, H5P or cmi5 package.`,
    );
  if (another !== undefined)
    throw new PackageRefused(
      `The package has several ${basename(manifest)}, and none at its root: it holds several courses.`,
    );
  return isH5p ? readH5pIn(archive, manifest, options) : readScormIn(archive, manifest, options);
}

async function readAlone(options: ImportOptions): Promise<Read> {
  const read = await readCmi5Alone(options.packageFile, manifestMaximumInBytes, options);
  return { ...read, warnings: [], page: 'cmi5.html' };
}

/** An author's own manifest for publishing outlives an import, unless that makes one. */
async function keepPublication(folder: string, made: string): Promise<void> {
  const kept = join(folder, publicationFile);
  if ((await stat(kept).catch(() => undefined))?.isFile())
    await copyFile(kept, join(made, publicationFile));
}

async function readScormIn(
  archive: Archive,
  manifestPath: string,
  names: CourseNames,
): Promise<Imported> {
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
async function readH5pIn(
  archive: Archive,
  manifestPath: string,
  options: ImportOptions,
): Promise<Imported> {
  if (options.h5pPlayerFolder === undefined)
    throw new PackageRefused(
      'This is an H5P package: name the folder "dist" of h5p-standalone with --h5p-player.',
    );
  const main = join(options.h5pPlayerFolder, 'main.bundle.js');
  if (!(await stat(main).catch(() => undefined))?.isFile())
    throw new PackageRefused(
      `${options.h5pPlayerFolder} is not a "dist" folder of h5p-standalone.`,
    );
  const { root, paths } = folderOf(archive, manifestPath);
  return readH5p(
    {
      read: (path) => archive.read(root + path, manifestMaximumInBytes),
      paths,
      fallbackId: basename(options.packageFile, extname(options.packageFile)),
      folder: `${contentFolder}/${root}`.split('/').map(encodeURIComponent).join('/').slice(0, -1),
      playerFolder: h5pPlayerFolder,
    },
    options,
  );
}

async function copyFolder(
  from: string,
  to: string,
  isWanted: (path: string) => boolean = () => true,
): Promise<void> {
  for (const path of await readdir(from, { recursive: true })) {
    if (!isWanted(path) || !(await stat(join(from, path))).isFile()) continue;
    await mkdir(dirname(join(to, path)), { recursive: true });
    await copyFile(join(from, path), join(to, path));
  }
}
