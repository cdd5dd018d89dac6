import { courseFormat, flatten, type Course, type Standard } from '../course.ts';
import { PackageRefused, quoted } from '../refusal.ts';
import { booleanOf } from './attributes.ts';
import { CopyBudget } from './copy-budget.ts';
import { defaultIssueId, type CourseNames } from './course-names.ts';
import { organizationOf, readInnerManifests, readItems, titleOf, unused } from './items.ts';
import { childOf, childrenOf, readXml, textOf, type XmlElement } from './read-xml.ts';
import { readResources, type Resources } from './resources.ts';
import { readSequencingCollection } from './sequencing-collection.ts';
import { readSequencing } from './sequencing.ts';
import { storeIdOf } from './store-id.ts';

/** A package's files, as an import needs them. */
interface PackageFiles {
  readonly manifestPath: string;
  readonly manifest: Uint8Array;
  readonly paths: ReadonlySet<string>;
  readonly contentFolder: string;
}

/**
 * Reads a manifest (IMS content packaging 1.1 with the extensions of SCORM 1.2 CAM, section 2, or SCORM
 * 2004 CAM, section 3).
 *
 * @returns the course, and what its author should know though it can be imported.
 * @throws {PackageRefused} naming the file, and the line where one is to blame.
 */
export function readManifest(
  { manifestPath, manifest: bytes, paths, contentFolder }: PackageFiles,
  names: CourseNames = {},
): { readonly course: Course; readonly warnings: readonly string[] } {
  const manifest = readXml(bytes, manifestPath);
  const where = (line: number) => `${quoted(manifestPath)}, line ${line}`;
  if (manifest.name !== 'manifest')
    throw new PackageRefused(`${where(manifest.line)}: the root element is not a manifest.`);
  const standard = standardOf(manifest, where(manifest.line));
  const organization = organizationOf(manifest);
  if (!organization)
    throw new PackageRefused(
      `${where((childOf(manifest, 'organizations') ?? manifest).line)}: there is no organization, so nothing says what to show.`,
    );
  const resources = readResources(manifest, manifestPath, paths);
  const copies = new CopyBudget(manifestPath);
  const collection = readSequencingCollection(manifest, copies);
  const courseId = storeIdOf(names.courseId ?? identifierOf(manifest, where));
  const used = new Set<string>();
  const items = readItems(organization, {
    manifestPath,
    manifests: [manifest],
    innerManifests: readInnerManifests(manifest, copies),
    copies,
    standard,
    resources,
    collection,
    contentFolder,
    used,
  });
  if (!flatten(items).some(({ launch }) => launch !== undefined))
    throw new PackageRefused(
      `${where(organization.line)}: no item of the organization shows a file.`,
    );

  const id = organization.attributes.get('identifier') || 'organization';
  return {
    course: {
      format: courseFormat,
      standard,
      title: titleOf(organization) ?? courseId,
      courseId,
      issueId: storeIdOf(names.issueId ?? defaultIssueId),
      activityBase: names.activityBase ?? `urn:lectern:course:${encodeURIComponent(courseId)}`,
      organization: {
        // Content asks for items by their identifiers, and never for the organization.
        id: unused(id, used),
        storeId: storeIdOf(id),
        ...(standard === 'scorm-2004' && { sequencing: readSequencing(organization, collection) }),
        ...(booleanOf(organization.attributes, 'objectivesGlobalToSystem') === false && {
          objectivesGlobalToSystem: false,
        }),
      },
      items,
    },
    warnings: warningsOf(resources, manifestPath),
  };
}

function warningsOf({ missingFiles }: Resources, manifestPath: string): readonly string[] {
  const { named, more } = missingFiles;
  const warnings = named.map(
    (file) => `${quoted(manifestPath)} lists ${quoted(file)}, which is not in the package.`,
  );
  return more === 0
    ? warnings
    : [...warnings, `… and ${more.toLocaleString('en')} more that are not in the package.`];
}

function identifierOf(manifest: XmlElement, where: (line: number) => string): string {
  const identifier = manifest.attributes.get('identifier');
  if (identifier) return identifier;
  throw new PackageRefused(
    `${where(manifest.line)}: the manifest has no identifier; name one with --course.`,
  );
}

/** By the schema version, else by the form of the attribute that both standards spell differently. */
function standardOf(manifest: XmlElement, where: string): Standard {
  const metadata = childOf(manifest, 'metadata');
  const version = textOf(metadata, 'schemaversion') ?? '';
  if (/2004|CAM 1\.3/i.test(version)) return 'scorm-2004';
  if (/^1\.2\b/.test(version)) return 'scorm-1.2';
  const attributes = new Set(
    childrenOf(childOf(manifest, 'resources'), 'resource').flatMap((resource) => [
      ...resource.attributes.keys(),
    ]),
  );
  if (attributes.has('scormType')) return 'scorm-2004';
  if (attributes.has('scormtype')) return 'scorm-1.2';
  const schema = [textOf(metadata, 'schema'), version].filter(Boolean).join(' ');
  throw new PackageRefused(
    `${where}: this is neither SCORM 1.2 nor SCORM 2004${schema ? `, but ${quoted(schema)}` : ''}.`,
  );
}
