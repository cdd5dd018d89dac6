import type { CourseItem, Standard } from '../course.ts';
import { PackageRefused, quoted } from '../refusal.ts';
import { defined } from './attributes.ts';
import { itemMaximum } from './limits.ts';
import { childOf, childrenOf, textOf, type XmlElement } from './read-xml.ts';
import { withParameters, type Resources } from './resources.ts';
import { readSequencingCollection, type SequencingCollection } from './sequencing-collection.ts';
import { readSequencing } from './sequencing.ts';
import { storeIdOf } from './store-id.ts';

interface ItemContext {
  readonly manifestPath: string;
  /** The manifests that are being read, the outermost first. */
  readonly manifests: readonly XmlElement[];
  readonly standard: Standard;
  readonly resources: Resources;
  readonly collection: SequencingCollection;
  /** Where the package's files lie, seen from `index.html`, with a slash at the end. */
  readonly contentFolder: string;
  /** Identifiers that have been used. */
  readonly used: Set<string>;
}

/** The items of an organization or an item. @throws {PackageRefused} */
export function readItems(parent: XmlElement, context: ItemContext): readonly CourseItem[] {
  return childrenOf(parent, 'item').map((element) => readItem(element, context));
}

function readItem(element: XmlElement, context: ItemContext): CourseItem {
  const { attributes } = element;
  const id = identifierOf(element, context);
  const reference = attributes.get('identifierref');
  const inner = reference ? innerManifest(reference, element, context) : undefined;
  const resource = reference && !inner ? context.resources.find(reference, element) : undefined;
  const is2004 = context.standard === 'scorm-2004';

  return defined({
    id,
    storeId: storeIdOf(id),
    title: titleOf(element) ?? (inner && titleOf(inner.organization)) ?? id,
    isVisible: attributes.get('isvisible')?.toLowerCase() !== 'false',
    launch:
      resource &&
      context.contentFolder + withParameters(resource.address, attributes.get('parameters')),
    isSco: resource?.isSco,
    prerequisites: is2004 ? undefined : textOf(element, 'prerequisites'),
    masteryScore: is2004 ? undefined : textOf(element, 'masteryscore'),
    maxTimeAllowed: is2004 ? maxTimeOf(element) : textOf(element, 'maxtimeallowed'),
    timeLimitAction: textOf(element, 'timelimitaction') ?? textOf(element, 'timeLimitAction'),
    // White space of launch data is the content's business.
    launchData:
      childOf(element, 'datafromlms')?.text || childOf(element, 'dataFromLMS')?.text || undefined,
    scaledPassingScore: is2004 ? passingScoreOf(element) : undefined,
    sequencing: is2004 ? sequencingOf(element, inner, context) : undefined,
    children: [
      ...readItems(element, context),
      ...(inner ? readItems(inner.organization, inner.context) : []),
    ],
  });
}

/** Unique in the course: a manifest that several items show brings its identifiers each time. */
function identifierOf(element: XmlElement, { manifestPath, manifests, used }: ItemContext): string {
  const where = `${quoted(manifestPath)}, line ${element.line}`;
  const written = element.attributes.get('identifier');
  if (!written) throw new PackageRefused(`${where}: an item has no identifier.`);
  if (used.has(written) && manifests.length === 1)
    throw new PackageRefused(`${where}: the identifier ${quoted(written)} is used twice.`);
  let id = written;
  for (let copy = 2; used.has(id); copy += 1) id = `${written}-${copy}`;
  used.add(id);
  if (used.size > itemMaximum)
    throw new PackageRefused(`${where}: the organization has more than ${itemMaximum} items.`);
  return id;
}

/** What an item shows that refers to a manifest in this one (IMS CP 1.1.4, section 3.3). */
interface InnerManifest {
  readonly organization: XmlElement;
  readonly context: ItemContext;
}

/** @throws {PackageRefused} where a manifest shows itself, or nothing. */
function innerManifest(
  reference: string,
  element: XmlElement,
  context: ItemContext,
): InnerManifest | undefined {
  const { manifestPath, manifests } = context;
  const manifest = findManifest(manifests[0]!, reference);
  if (!manifest) return undefined;
  const where = `${quoted(manifestPath)}, line ${element.line}`;
  if (manifests.includes(manifest))
    throw new PackageRefused(`${where}: the manifest ${quoted(reference)} shows itself.`);
  const organization = organizationOf(manifest);
  if (!organization)
    throw new PackageRefused(`${where}: the manifest ${quoted(reference)} has no organization.`);
  const collection = readSequencingCollection(manifest, manifestPath);
  return {
    organization,
    context: { ...context, manifests: [...manifests, manifest], collection },
  };
}

function findManifest(within: XmlElement, identifier: string): XmlElement | undefined {
  for (const manifest of childrenOf(within, 'manifest')) {
    if (manifest.attributes.get('identifier') === identifier) return manifest;
    const found = findManifest(manifest, identifier);
    if (found) return found;
  }
  return undefined;
}

/** The default organization, else the first; one that shows nothing only where none shows anything. */
export function organizationOf(manifest: XmlElement): XmlElement | undefined {
  const container = childOf(manifest, 'organizations');
  const all = childrenOf(container, 'organization');
  const byDefault = container?.attributes.get('default');
  const wanted = all.find(({ attributes }) => attributes.get('identifier') === byDefault);
  const inOrder = wanted ? [wanted, ...all] : all;
  return inOrder.find(showsSomething) ?? inOrder[0];
}

function showsSomething(element: XmlElement): boolean {
  return childrenOf(element, 'item').some(
    (item) => item.attributes.has('identifierref') || showsSomething(item),
  );
}

function sequencingOf(element: XmlElement, inner: InnerManifest | undefined, context: ItemContext) {
  return inner && !childOf(element, 'sequencing')
    ? readSequencing(inner.organization, inner.context.collection)
    : readSequencing(element, context.collection);
}

export function titleOf(element: XmlElement): string | undefined {
  return textOf(element, 'title')?.replaceAll(/\s+/g, ' ');
}

/** SCORM 2004 RTE, section 4.2.12: from the limits of the sequencing. */
function maxTimeOf(element: XmlElement): string | undefined {
  return childOf(childOf(element, 'sequencing'), 'limitConditions')?.attributes.get(
    'attemptAbsoluteDurationLimit',
  );
}

/** SCORM 2004 RTE, section 4.2.20: the primary objective's measure, where it is satisfied by that. */
function passingScoreOf(element: XmlElement): string | undefined {
  const objective = childOf(
    childOf(childOf(element, 'sequencing'), 'objectives'),
    'primaryObjective',
  );
  if (objective?.attributes.get('satisfiedByMeasure') !== 'true') return undefined;
  return textOf(objective, 'minNormalizedMeasure') ?? '1.0';
}
