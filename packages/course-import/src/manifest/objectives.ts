import { booleanOf, defined, numberOf } from './attributes.ts';
import { childOf, childrenOf, textOf, type XmlElement } from './read-xml.ts';
import type { Objective, ObjectiveMap } from '../activity-definition.ts';

/** An objective to which another list may add maps. */
interface ListedObjective extends Objective {
  readonly mapInfo: ObjectiveMap[];
}

/** Flags of a map, with their defaults in the standard's list (SN, section 3.10.3). */
const mapFlags = {
  readSatisfiedStatus: true,
  readNormalizedMeasure: true,
  writeSatisfiedStatus: false,
  writeNormalizedMeasure: false,
} as const;
/** The extension's of the 4th edition (CAM, section 5.1.11). */
const extendedMapFlags = {
  readRawScore: true,
  readMinScore: true,
  readMaxScore: true,
  readCompletionStatus: true,
  readProgressMeasure: true,
  writeRawScore: false,
  writeMinScore: false,
  writeMaxScore: false,
  writeCompletionStatus: false,
  writeProgressMeasure: false,
} as const;

/** The objectives of an activity, from the standard's list and the extension's. */
export function readObjectives(lists: readonly XmlElement[]): {
  readonly primaryObjective?: Objective;
  readonly objectives?: readonly Objective[];
} {
  let primaryObjective: ListedObjective | undefined;
  const objectives: ListedObjective[] = [];
  const byId = new Map<string, ListedObjective>();
  for (const list of lists) {
    const primary = childOf(list, 'primaryObjective');
    const isExtension = !primary;
    for (const element of [...(primary ? [primary] : []), ...childrenOf(list, 'objective')]) {
      const id = element.attributes.get('objectiveID') ?? '';
      const maps = readMaps(element, isExtension);
      const earlier = id === '' ? undefined : byId.get(id);
      if (earlier) {
        for (const map of maps) earlier.mapInfo.push(map);
        continue;
      }
      // Nothing can refer to another one than the primary without an identifier.
      if (id === '' && element !== primary) continue;
      const objective = readObjective(element, id, maps);
      if (element === primary && !primaryObjective) primaryObjective = objective;
      else objectives.push(objective);
      byId.set(objective.objectiveID, byId.get(objective.objectiveID) ?? objective);
    }
  }
  return {
    ...(primaryObjective && { primaryObjective }),
    ...(objectives.length > 0 && { objectives }),
  };
}

function readMaps(element: XmlElement, isExtension: boolean): ObjectiveMap[] {
  return childrenOf(element, 'mapInfo').flatMap(({ attributes }) => {
    const targetObjectiveID = attributes.get('targetObjectiveID');
    if (!targetObjectiveID) return [];
    const flags = Object.entries(isExtension ? extendedMapFlags : mapFlags).map(
      ([name, byDefault]) => [name, booleanOf(attributes, name) ?? byDefault],
    );
    return [{ targetObjectiveID, ...Object.fromEntries(flags) }];
  });
}

function readObjective(
  element: XmlElement,
  objectiveID: string,
  mapInfo: ObjectiveMap[],
): ListedObjective {
  const measure = numberOf(
    new Map([['measure', textOf(element, 'minNormalizedMeasure') ?? '']]),
    'measure',
  );
  const satisfiedByMeasure = booleanOf(element.attributes, 'satisfiedByMeasure');
  return defined({
    objectiveID,
    satisfiedByMeasure,
    minNormalizedMeasure: measure,
    mapInfo,
  });
}
