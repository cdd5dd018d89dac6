import type { CourseItem, Standard } from '../course.ts';
import { PackageRefused, quoted } from '../refusal.ts';
import type { ActivityDefinition } from '../activity-definition.ts';
import { booleanOf, defined } from './attributes.ts';
import type { CopyBudget } from './copy-budget.ts';
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
  /** Manifests that items can show, by identifier. */
  readonly innerManifests: ReadonlyMap<string, InnerManifest>;
  readonly copies: CopyBudget;
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
  if (context.manifests.length > 1) context.copies.count(element, element.line, copied);
  const reference = attributes.get('identifierref');
  const inner = reference ? shownManifest(reference, element, context) : undefined;
  const resource = reference && !inner ? context.resources.find(reference, element) : undefined;
  const is2004 = context.standard === 'scorm-2004';
  const sequencing = is2004 ? sequencingOf(element, inner, context) : undefined;

  return defined({
    id,
    storeId: storeIdOf(id),
    title: titleOf(element) ?? (inner && titleOf(inner.organization)) ?? id,
    isVisible: booleanOf(attributes, 'isvisible') !== false,
    launch:
      resource &&
      context.contentFolder + withParameters(resource.address, attributes.get('parameters')),
    isSco: resource?.isSco,
    prerequisites: is2004 ? undefined : textOf(element, 'prerequisites'),
    masteryScore: is2004 ? undefined : textOf(element, 'masteryscore'),
    // SCORM 2004 RTE, section 4.2.12: from the limits of the sequencing.
    maxTimeAllowed: is2004
      ? sequencing?.attemptAbsoluteDurationLimit
      : textOf(element, 'maxtimeallowed'),
    timeLimitAction: textOf(element, 'timelimitaction') ?? textOf(element, 'timeLimitAction'),
    // White space of launch data is the content's business.
    launchData:
      childOf(element, 'datafromlms')?.text || childOf(element, 'dataFromLMS')?.text || undefined,
    scaledPassingScore: sequencing && passingScoreOf(sequencing),
    sequencing,
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
  const id = unused(written, used);
  used.add(id);
  if (used.size > itemMaximum)
    throw new PackageRefused(`${where}: the organization has more than ${itemMaximum} items.`);
  return id;
}

/** The identifier, with a number where it is used. */
export function unused(written: string, used: ReadonlySet<string>): string {
  let id = written;
  for (let copy = 2; used.has(id); copy += 1) id = `${written}-${copy}`;
  return id;
}

const copied = 'what items show of other manifests';

/** A manifest in a manifest, which items can refer to (IMS CP 1.1.4, section 3.3). */
interface InnerManifest {
  readonly manifest: XmlElement;
  readonly organization: XmlElement | undefined;
  readonly collection: SequencingCollection;
}

/** By identifier, each read once however many items show it; of several with one identifier the first. */
export function readInnerManifests(
  within: XmlElement,
  copies: CopyBudget,
  found = new Map<string, InnerManifest>(),
): ReadonlyMap<string, InnerManifest> {
  for (const manifest of childrenOf(within, 'manifest')) {
    const identifier = manifest.attributes.get('identifier');
    if (identifier !== undefined && !found.has(identifier))
      found.set(identifier, {
        manifest,
        organization: organizationOf(manifest),
        collection: readSequencingCollection(manifest, copies),
      });
    readInnerManifests(manifest, copies, found);
  }
  return found;
}

/** A manifest as an item shows it. */
interface ShownManifest {
  readonly organization: XmlElement;
  readonly context: ItemContext;
}

/** @throws {PackageRefused} where a manifest shows itself, or nothing. */
function shownManifest(
  reference: string,
  element: XmlElement,
  context: ItemContext,
): ShownManifest | undefined {
  const { manifestPath, manifests } = context;
  const inner = context.innerManifests.get(reference);
  if (!inner) return undefined;
  const { manifest, organization, collection } = inner;
  const where = `${quoted(manifestPath)}, line ${element.line}`;
  if (manifests.includes(manifest))
    throw new PackageRefused(`${where}: the manifest ${quoted(reference)} shows itself.`);
  if (!organization)
    throw new PackageRefused(`${where}: the manifest ${quoted(reference)} has no organization.`);
  context.copies.count(organization, element.line, copied);
  return {
    organization,
    context: { ...context, manifests: [...manifests, manifest], collection },
  };
}

/** The default organization, else the first; one that shows nothing only where none shows anything. */
export function organizationOf(manifest: XmlElement): XmlElement | undefined {
  const container = childOf(manifest, 'organizations');
  const organizations = childrenOf(container, 'organization');
  const byDefault = container?.attributes.get('default');
  const wanted = organizations.find(({ attributes }) => attributes.get('identifier') === byDefault);
  const inOrder = wanted ? [wanted, ...organizations] : organizations;
  return inOrder.find(showsSomething) ?? inOrder[0];
}

function showsSomething(element: XmlElement): boolean {
  return childrenOf(element, 'item').some(
    (item) => item.attributes.has('identifierref') || showsSomething(item),
  );
}

function sequencingOf(element: XmlElement, inner: ShownManifest | undefined, context: ItemContext) {
  return inner && !childOf(element, 'sequencing')
    ? readSequencing(inner.organization, inner.context.collection)
    : readSequencing(element, context.collection);
}

export function titleOf(element: XmlElement): string | undefined {
  return textOf(element, 'title')?.replaceAll(/\s+/g, ' ');
}

/** SCORM 2004 RTE, section 4.2.20: the primary objective's measure, where it is satisfied by that. */
function passingScoreOf({ primaryObjective }: ActivityDefinition): string | undefined {
  if (!primaryObjective?.satisfiedByMeasure) return undefined;
  return String(primaryObjective.minNormalizedMeasure ?? '1.0');
}
