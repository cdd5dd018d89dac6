import { booleanOf, defined, numberOf } from './attributes.ts';
import { childOf, childrenOf, textOf, type XmlElement } from './read-xml.ts';

interface Objective {
  readonly objectiveID: string;
  readonly isPrimary: boolean;
  readonly satisfiedByMeasure?: boolean;
  readonly minNormalizedMeasure?: number;
  readonly mapInfo: { targetObjectiveID: string }[];
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
  readonly objectives?: Objective[];
} {
  const objectives: Objective[] = [];
  const byId = new Map<string, Objective>();
  for (const list of lists) {
    const primary = childOf(list, 'primaryObjective');
    const isExtension = !primary;
    for (const element of [...(primary ? [primary] : []), ...childrenOf(list, 'objective')]) {
      const id = element.attributes.get('objectiveID') ?? '';
      const maps = readMaps(element, isExtension);
      const known = id === '' ? undefined : byId.get(id);
      if (known) {
        for (const map of maps) known.mapInfo.push(map);
        continue;
      }
      const objective = readObjective(element, id, element === primary, maps);
      if (!objective) continue;
      objectives.push(objective);
      byId.set(objective.objectiveID, byId.get(objective.objectiveID) ?? objective);
    }
  }
  const primaryObjective = objectives.find(({ isPrimary }) => isPrimary);
  const others = objectives.filter((objective) => objective !== primaryObjective);
  return {
    ...(primaryObjective && { primaryObjective }),
    ...(others.length > 0 && { objectives: others }),
  };
}

function readMaps(element: XmlElement, isExtension: boolean): Objective['mapInfo'] {
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
  isPrimary: boolean,
  mapInfo: Objective['mapInfo'],
): Objective | undefined {
  const measure = numberOf(
    new Map([['measure', textOf(element, 'minNormalizedMeasure') ?? '']]),
    'measure',
  );
  const satisfiedByMeasure = booleanOf(element.attributes, 'satisfiedByMeasure');
  // Nothing can refer to another one without an identifier.
  if (objectiveID === '' && !isPrimary) return undefined;
  return defined({
    objectiveID,
    isPrimary,
    satisfiedByMeasure,
    minNormalizedMeasure: measure,
    mapInfo,
  });
}
