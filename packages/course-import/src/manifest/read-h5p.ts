import { posix } from 'node:path';
import { courseFormat, type H5pCourse } from '../course.ts';
import { PackageRefused, quoted } from '../refusal.ts';
import { namedFileMaximum } from './limits.ts';
import { storeIdOf } from './store-id.ts';
import { defaultIssueId, type CourseNames } from './course-names.ts';

/** The file that makes a zip an H5P package. */
export const h5pManifestName = 'h5p.json';
const contentName = 'content/content.json';

/** Members of a `library.json` that are read. */
interface LibraryDefinition {
  readonly preloadedDependencies?: unknown;
  readonly preloadedJs?: unknown;
  readonly preloadedCss?: unknown;
}

/** Members of `h5p.json` that are read (H5P's specification, "h5p.json definition"). */
interface H5pManifest extends LibraryDefinition {
  readonly title?: unknown;
  readonly mainLibrary?: unknown;
}

interface H5pFiles {
  read(path: string): Promise<Uint8Array>;
  readonly paths: ReadonlySet<string>;
  /** An H5P package has no identifier of its own: this one stands in where the author names none. */
  readonly fallbackId: string;
  readonly folder: string;
  readonly playerFolder: string;
}

/**
 * Reads what an H5P package says of itself, and checks that all is in it that its player loads: the libraries
 * with those that they need, and their scripts and styles (H5P's specification, "library.json definition").
 *
 * @returns the course, and what its author should know though it can be imported.
 * @throws {PackageRefused} naming the file.
 */
export async function readH5p(
  files: H5pFiles,
  names: CourseNames = {},
): Promise<{ readonly course: H5pCourse; readonly warnings: readonly string[] }> {
  const { paths } = files;
  const manifest: H5pManifest = await readObject(files, h5pManifestName);
  if (!paths.has(contentName))
    throw new PackageRefused(`The package has no ${contentName}: it is not H5P content.`);
  const content = await readObject(files, contentName);
  const libraries = librariesOf(manifest);
  const main = libraries.find(({ name }) => name === manifest.mainLibrary);
  if (!main)
    throw new PackageRefused(
      `${h5pManifestName}: the main library ${quoted(String(manifest.mainLibrary))} is not among the libraries that it lists.`,
    );
  await requireLibraries(files, libraries);
  const courseId = storeIdOf(names.courseId ?? files.fallbackId);
  const title = typeof manifest.title === 'string' ? plainText(manifest.title).trim() : '';
  const course: H5pCourse = {
    format: courseFormat,
    standard: 'h5p',
    title: title || courseId,
    courseId,
    issueId: storeIdOf(names.issueId ?? defaultIssueId),
    activityBase: names.activityBase ?? `urn:lectern:course:${encodeURIComponent(courseId)}`,
    storeId: courseId,
    folder: files.folder,
    playerFolder: files.playerFolder,
  };
  return { course, warnings: warningsOf(content, paths) };
}

const entities = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    '#039': "'",
    '#39': "'",
    '#x27': "'",
  }),
);

/** Some editors write a title as HTML; each entity once, so that `&amp;lt;` is no markup. */
function plainText(title: string): string {
  return title.replaceAll(/&([#\w]+);/g, (entity, name: string) => entities.get(name) ?? entity);
}

/** Every library once, however many need it. @throws {PackageRefused} */
async function requireLibraries(files: H5pFiles, wanted: readonly Library[]): Promise<void> {
  const { paths } = files;
  const checked = new Set<string>();
  const waiting = wanted.map((library) => ({ library, by: h5pManifestName }));
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { library, by } = next;
    const folder = library.folders.find((candidate) => paths.has(`${candidate}/library.json`));
    if (folder === undefined)
      throw new PackageRefused(
        `${by} needs ${quoted(library.folders[0]!)}, which is missing from the package: export it with its libraries.`,
      );
    if (checked.has(folder)) continue;
    checked.add(folder);
    const name = `${folder}/library.json`;
    const definition = await readObject<LibraryDefinition>(files, name, quoted(name));
    for (const { path } of [
      ...listOf(definition.preloadedJs),
      ...listOf(definition.preloadedCss),
    ]) {
      if (typeof path === 'string' && !paths.has(posix.normalize(`${folder}/${path}`)))
        throw new PackageRefused(
          `${quoted(name)} lists ${quoted(path)}, which is missing from the package.`,
        );
    }
    waiting.push(...librariesOf(definition).map((inner) => ({ library: inner, by: quoted(name) })));
  }
}

/** Libraries and files that the content names and the package has not: parts of it stay empty. */
function warningsOf(content: unknown, paths: ReadonlySet<string>): readonly string[] {
  const missing = new Set<string>();
  // A list rather than recursion: nesting may be deeper than the stack.
  const waiting: unknown[] = [content];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    const { library, path } = value as Members;
    const [, name, version] =
      (typeof library === 'string' && /^(\S+) (\d+\.\d+)$/.exec(library)) || [];
    if (
      name &&
      version &&
      !foldersOf(name, version).some((folder) => paths.has(`${folder}/library.json`))
    )
      missing.add(`${name}-${version}`);
    // Files that are being edited end with a mark.
    const file = typeof path === 'string' ? path.replace(/#tmp$/, '') : '';
    if (file !== '' && !/^[a-z][a-z+.-]*:|^\//i.test(file) && !paths.has(`content/${file}`))
      missing.add(file);
    for (const inner of Object.values(value)) waiting.push(inner);
  }
  const named = [...missing].slice(0, namedFileMaximum);
  return [
    ...named.map((path) => `${contentName} names ${quoted(path)}, which is not in the package.`),
    ...(missing.size > named.length ? [`… and ${missing.size - named.length} more.`] : []),
  ];
}

type Members = Readonly<Record<string, unknown>>;

async function readObject<T extends object>(
  files: H5pFiles,
  name: string,
  shown = name,
): Promise<T> {
  const bytes = await files.read(name);
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null) return value as T;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/\p{Cc}/gu, '?') : '';
    throw new PackageRefused(`${shown} is not JSON: ${reason}.`, { cause: error });
  }
  throw new PackageRefused(`${shown} is not an object.`);
}

function listOf(value: unknown): readonly Members[] {
  return Array.isArray(value)
    ? value.filter((entry): entry is Members => typeof entry === 'object' && entry !== null)
    : [];
}

/** A library with the folders that it may lie in: some exports leave the version out. */
interface Library {
  readonly name: string;
  readonly folders: readonly string[];
}

function librariesOf({ preloadedDependencies }: LibraryDefinition): readonly Library[] {
  return listOf(preloadedDependencies).flatMap(({ machineName, majorVersion, minorVersion }) => {
    if (typeof machineName !== 'string') return [];
    const version = `${String(majorVersion)}.${String(minorVersion)}`;
    return [{ name: machineName, folders: foldersOf(machineName, version) }];
  });
}

function foldersOf(name: string, version: string): readonly string[] {
  return [`${name}-${version}`, name];
}
