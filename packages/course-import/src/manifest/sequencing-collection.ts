import type { CopyBudget } from './copy-budget.ts';
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
  copies: CopyBudget,
): SequencingCollection {
  const definitions = new Map<string, XmlElement>();
  for (const element of childrenOf(childOf(manifest, 'sequencingCollection'), 'sequencing')) {
    const id = element.attributes.get('ID');
    if (id !== undefined && !definitions.has(id)) definitions.set(id, element);
  }
  return {
    find(sequencing) {
      const reference = sequencing?.attributes.get('IDRef');
      const definition = reference === undefined ? undefined : definitions.get(reference);
      if (sequencing && definition)
        copies.count(
          definition,
          sequencing.line,
          'what items refer to in the sequencing collection',
        );
      return definition;
    },
  };
}
