import { readFile, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { findTop, folderOf, type Archive } from './archive/archive.ts';
import { cmi5StructureFile, textIn, type Cmi5Au, type Cmi5Structure } from './cmi5-structure.ts';
import { courseFormat, type Cmi5Course } from './course.ts';
import { defaultIssueId, type CourseNames } from './manifest/course-names.ts';
import { readCmi5 } from './manifest/read-cmi5.ts';
import { storeIdOf } from './manifest/store-id.ts';
import { canonicalJson } from './manifest/structure-text.ts';
import { contentFolder, publicationFile } from './output/course-folder.ts';
import { publicationOf, type PublisherNames } from './output/publication.ts';
import { PackageRefused } from './refusal.ts';

const structureName = 'cmi5.xml';

/** A course by cmi5, and what stands beside its start page. */
export interface ReadCmi5 {
  readonly course: Cmi5Course;
  /** Texts by the names of their files. */
  readonly files: ReadonlyMap<string, string>;
}

export interface Cmi5Names extends CourseNames {
  /** For a manifest by which the folder can be published; absent: none is made. */
  readonly publisher?: PublisherNames;
}

/** `cmi5.xml` of a package; nothing where it is of another standard. */
export function findCmi5(archive: Pick<Archive, 'paths'>): string | undefined {
  if (archive.paths.has('imsmanifest.xml')) return undefined;
  const found = findTop(archive, structureName);
  return found.length === 1 ? found[0] : undefined;
}

/** @throws {PackageRefused} */
export async function readCmi5Package(
  archive: Archive,
  path: string,
  maximumInBytes: number,
  names: Cmi5Names,
): Promise<ReadCmi5> {
  const { root, paths } = folderOf(archive, path);
  const structure = readCmi5({
    bytes: await archive.read(path, maximumInBytes),
    name: path,
    paths,
  });
  return build({ ...structure, aus: structure.aus.map((au) => fromStartPage(au, root)) }, names);
}

/** `cmi5.xml` by itself: all of its units are elsewhere. @throws {PackageRefused} */
export async function readCmi5Alone(
  file: string,
  maximumInBytes: number,
  names: Cmi5Names,
): Promise<ReadCmi5> {
  if ((await stat(file)).size > maximumInBytes)
    throw new PackageRefused(`${file} is larger than ${maximumInBytes} bytes.`);
  return build(readCmi5({ bytes: await readFile(file), name: posix.basename(file) }), names);
}

/** Any origin, to find out where a relative address leads: as its reader does. */
const packageBase = 'https://package.invalid/';

/** Addresses are relative to the page from which units are launched. */
function fromStartPage(au: Cmi5Au, root: string): Cmi5Au {
  const { origin, pathname, search, hash } = new URL(au.url, packageBase);
  if (origin !== new URL(packageBase).origin) return au;
  const folders = `${contentFolder}/${root}`.split('/').map(encodeURIComponent).join('/');
  return { ...au, url: `${folders}${pathname.slice(1)}${search}${hash}` };
}

function build(structure: Cmi5Structure, names: Cmi5Names): ReadCmi5 {
  const courseId = storeIdOf(names.courseId ?? structure.id);
  const course: Cmi5Course = {
    format: courseFormat,
    standard: 'cmi5',
    title: textIn(structure.title, 'de') || courseId,
    courseId,
    issueId: storeIdOf(names.issueId ?? defaultIssueId),
    activityBase: names.activityBase ?? `urn:lectern:course:${encodeURIComponent(courseId)}`,
  };
  const files = new Map([[cmi5StructureFile, canonicalJson(structure)]]);
  if (names.publisher)
    files.set(publicationFile, publicationOf(course, structure, names.publisher));
  return { course, files };
}
