import type { CourseItem, Standard } from '../course.ts';
import { PackageRefused, quoted } from '../refusal.ts';
import { defined } from './attributes.ts';
import { itemMaximum } from './limits.ts';
import { childOf, childrenOf, textOf, type XmlElement } from './read-xml.ts';
import { withParameters, type Resources } from './resources.ts';
import type { SequencingCollection } from './sequencing-collection.ts';
import { readSequencing } from './sequencing.ts';
import { storeIdOf } from './store-id.ts';

interface ItemContext {
  readonly manifestPath: string;
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
  const { attributes, line } = element;
  const where = `${quoted(context.manifestPath)}, line ${line}`;
  const id = attributes.get('identifier')?.trim();
  if (!id) throw new PackageRefused(`${where}: an item has no identifier.`);
  if (context.used.has(id))
    throw new PackageRefused(`${where}: the identifier ${quoted(id)} is used twice.`);
  context.used.add(id);
  if (context.used.size > itemMaximum)
    throw new PackageRefused(`${where}: the organization has more than ${itemMaximum} items.`);
  const reference = attributes.get('identifierref')?.trim();
  const resource = reference ? context.resources.find(reference, element) : undefined;
  const is2004 = context.standard === 'scorm-2004';

  return defined({
    id,
    storeId: storeIdOf(id),
    title: titleOf(element) ?? id,
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
    sequencing: is2004 ? readSequencing(element, context.collection) : undefined,
    children: readItems(element, context),
  });
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
  if (objective?.attributes.get('satisfiedByMeasure')?.trim() !== 'true') return undefined;
  return textOf(objective, 'minNormalizedMeasure') ?? '1.0';
}
