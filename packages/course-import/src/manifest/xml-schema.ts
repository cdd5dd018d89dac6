import { PackageRefused, quoted } from '../refusal.ts';
import type { XmlElement } from './read-xml.ts';

/** One place in a sequence: an element of one of these names, so often. */
export interface Particle {
  readonly names: readonly string[];
  readonly min: 0 | 1;
  readonly max: 1 | 'unbounded';
}

export const required = (name: string): Particle => ({ names: [name], min: 1, max: 1 });
export const optional = (name: string): Particle => ({ names: [name], min: 0, max: 1 });
export const several = (...names: readonly string[]): Particle => ({
  names,
  min: 1,
  max: 'unbounded',
});

/** Reads elements of one namespace by the rules of a schema, and says where one is broken. */
export interface SchemaReader {
  /** The children of the schema's own namespace; those of others are extensions. */
  own(element: XmlElement): readonly XmlElement[];
  /** @throws {PackageRefused} where the element has other children, or attributes that it has not */
  require(
    element: XmlElement,
    particles: readonly Particle[],
    attributes: readonly string[],
  ): readonly XmlElement[];
  refuse(element: XmlElement, what: string): never;
}

/** @param file as messages name it */
export function schemaReader(file: string, namespace: string): SchemaReader {
  const refuse = (element: XmlElement, fault: string): never => {
    throw new PackageRefused(`${quoted(file)}, line ${element.line}: ${fault}`);
  };
  const own = ({ children }: XmlElement) =>
    children.filter((child) => child.namespace === namespace);
  return {
    refuse,
    own,
    require(element, particles, attributes) {
      for (const name of element.plainAttributes) {
        if (!attributes.includes(name))
          refuse(element, `${quoted(element.name)} has no attribute ${quoted(name)}.`);
      }
      const children = own(element);
      let place = 0;
      for (const { names, min, max } of particles) {
        const rest = children.slice(place, max === 'unbounded' ? undefined : place + 1);
        const other = rest.findIndex(({ name }) => !names.includes(name));
        const count = other < 0 ? rest.length : other;
        place += count;
        if (count < min)
          refuse(
            children[place] ?? element,
            `${quoted(element.name)} needs ${names.map(quoted).join(' or ')} here.`,
          );
      }
      const surplus = children[place];
      if (surplus)
        refuse(surplus, `${quoted(surplus.name)} does not belong here in ${quoted(element.name)}.`);
      return children;
    },
  };
}
