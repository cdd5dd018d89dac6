import { PackageRefused, quoted } from '../refusal.ts';
import { collectedMaximumInCharacters } from './limits.ts';
import { childOf, childrenOf, type XmlElement } from './read-xml.ts';

/** Definitions that items share (SCORM 2004 CAM, section 5.1.1). */
export interface SequencingCollection {
  /**
   * The definition that a sequencing element refers to.
   *
   * @throws {PackageRefused} where all that was referred to is too much: each item gets a copy.
   */
  find(sequencing: XmlElement | undefined): XmlElement | undefined;
}

export function readSequencingCollection(
  manifest: XmlElement,
  manifestPath: string,
): SequencingCollection {
  const definitions = new Map<string, { element: XmlElement; lengthInCharacters: number }>();
  for (const element of childrenOf(childOf(manifest, 'sequencingCollection'), 'sequencing')) {
    const id = element.attributes.get('ID');
    if (id !== undefined && !definitions.has(id))
      definitions.set(id, { element, lengthInCharacters: lengthOf(element) });
  }
  let sumInCharacters = 0;
  return {
    find(sequencing) {
      const reference = sequencing?.attributes.get('IDRef');
      const found = reference === undefined ? undefined : definitions.get(reference);
      if (!sequencing || !found) return undefined;
      sumInCharacters += found.lengthInCharacters;
      if (sumInCharacters > collectedMaximumInCharacters)
        throw new PackageRefused(
          `${quoted(manifestPath)}, line ${sequencing.line}: what items refer to in the sequencing collection is longer than ${collectedMaximumInCharacters} characters altogether.`,
        );
      return found.element;
    },
  };
}

function lengthOf({ name, attributes, text, children }: XmlElement): number {
  let sum = name.length + text.length;
  for (const [attribute, value] of attributes) sum += attribute.length + value.length;
  for (const child of children) sum += lengthOf(child);
  return sum;
}
