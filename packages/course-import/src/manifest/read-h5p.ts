import { courseFormat, type H5pCourse } from '../course.ts';
import { PackageRefused, quoted } from '../refusal.ts';
import { storeIdOf } from './store-id.ts';
import { defaultIssueId, type CourseNames } from './course-names.ts';

/** The file that makes a zip an H5P package. */
export const h5pManifestName = 'h5p.json';
const contentName = 'content/content.json';

/** What is read of `h5p.json` (H5P's specification, "h5p.json definition"). */
interface H5pManifest {
  readonly title?: unknown;
  readonly mainLibrary?: unknown;
  readonly preloadedDependencies?: unknown;
}

interface H5pFiles {
  /** Content of `h5p.json`. */
  readonly manifest: Uint8Array;
  readonly paths: ReadonlySet<string>;
  /** An H5P package has no identifier of its own: this one stands in where the author names none. */
  readonly fallbackId: string;
  readonly folder: string;
  readonly playerFolder: string;
}

/**
 * Reads what an H5P package says of itself, and checks that the libraries that it names are in it.
 *
 * @throws {PackageRefused} naming the file.
 */
export function readH5p(files: H5pFiles, names: CourseNames = {}): H5pCourse {
  const { paths } = files;
  const manifest = parse(files.manifest);
  if (!paths.has(contentName))
    throw new PackageRefused(`The package has no ${contentName}: it is not H5P content.`);
  const libraries = librariesOf(manifest);
  const main = libraries.find(({ name }) => name === manifest.mainLibrary);
  if (!main)
    throw new PackageRefused(
      `${h5pManifestName}: the main library ${quoted(String(manifest.mainLibrary))} is not among the libraries that it lists.`,
    );
  const missing = libraries.filter(({ folders }) =>
    folders.every((folder) => !paths.has(`${folder}/library.json`)),
  );
  if (missing.length > 0)
    throw new PackageRefused(
      `${h5pManifestName} needs ${missing.map(({ folders }) => quoted(folders[0]!)).join(', ')}, which is missing from the package: export it with its libraries.`,
    );
  const courseId = storeIdOf(names.courseId ?? files.fallbackId);
  const title = typeof manifest.title === 'string' ? manifest.title.trim() : '';
  return {
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
}

function parse(bytes: Uint8Array): H5pManifest {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/\p{Cc}/gu, '?') : '';
    throw new PackageRefused(`${h5pManifestName} is not JSON: ${reason}.`, { cause: error });
  }
  throw new PackageRefused(`${h5pManifestName} is not an object.`);
}

/** The libraries with the folders that they may lie in: newer exports add the patch version. */
function librariesOf({ preloadedDependencies }: H5pManifest) {
  if (!Array.isArray(preloadedDependencies)) return [];
  return preloadedDependencies.flatMap((dependency: unknown) => {
    const { machineName, majorVersion, minorVersion } = dependency as Record<string, unknown>;
    if (typeof machineName !== 'string') return [];
    const version = `${String(majorVersion)}.${String(minorVersion)}`;
    return [{ name: machineName, folders: [`${machineName}-${version}`, machineName] }];
  });
}
