import { quoted } from '../refusal.ts';
import { readAuDetails } from './cmi5-au.ts';
import type { Cmi5Au, Cmi5Block, Cmi5Structure, Texts } from '../cmi5-structure.ts';
import { fileFinder, type FindFile } from './file-finder.ts';
import { itemMaximum } from './limits.ts';
import { readXml, type XmlElement } from './read-xml.ts';
import { required, optional, schemaReader, several, type SchemaReader } from './xml-schema.ts';

const namespace = 'https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd';

interface StructureFile {
  readonly bytes: Uint8Array;
  /** As messages name it. */
  readonly name: string;
  /** Files beside it; absent: it came alone, so that all addresses have to be whole ones. */
  readonly paths?: ReadonlySet<string>;
}

/**
 * Reads the structure of a cmi5 course by the rules of its schema (cmi5, section 14; CourseStructure.xsd),
 * and those that the schema cannot say: ids stand once, and files are there.
 *
 * @throws {PackageRefused} naming the file, and the line where one is to blame.
 */
export function readCmi5({ bytes, name, paths }: StructureFile): Cmi5Structure {
  const schema = schemaReader(name, namespace);
  const root = readXml(bytes, name, { namespaces: true });
  if (root.name !== 'courseStructure' || root.namespace !== namespace)
    schema.refuse(root, `the root element is not a "courseStructure" of ${namespace}.`);
  const [course, ...parts] = schema.require(
    root,
    [required('course'), optional('objectives'), several('au', 'block')],
    [],
  );
  schema.require(course!, [required('title'), required('description')], ['id']);
  return new Reading(schema, paths).structure(course!, parts);
}

/** The reading of one structure. */
class Reading {
  readonly #schema: SchemaReader;
  readonly #find: FindFile | undefined;
  readonly #used = new Set<string>();
  readonly #objectives = new Set<string>();
  readonly #blocks: Cmi5Block[] = [];
  readonly #aus: Cmi5Au[] = [];

  constructor(schema: SchemaReader, paths: ReadonlySet<string> | undefined) {
    this.#schema = schema;
    this.#find = paths && fileFinder(paths);
  }

  structure(course: XmlElement, parts: readonly XmlElement[]): Cmi5Structure {
    const id = this.#idOf(course, this.#used);
    const lists = parts.filter((part) => part.name === 'objectives');
    const objectives = lists.flatMap((list) => this.#readObjectives(list));
    const titled = this.#titled(course);
    this.#readParts(
      parts.filter((part) => part.name !== 'objectives'),
      undefined,
    );
    return {
      id,
      ...titled,
      ...(objectives.length > 0 && { objectives }),
      blocks: this.#blocks,
      aus: this.#aus,
    };
  }

  #readObjectives(list: XmlElement) {
    return this.#schema.require(list, [several('objective')], []).map((objective) => {
      // In any order.
      const names = this.#schema.own(objective).map((child) => child.name);
      const isReversed = names[0] === 'description';
      const inOrder = [required('title'), required('description')];
      this.#schema.require(objective, isReversed ? inOrder.toReversed() : inOrder, ['id']);
      return { id: this.#idOf(objective, this.#objectives), ...this.#titled(objective) };
    });
  }

  #readParts(parts: readonly XmlElement[], parent: string | undefined): void {
    for (const part of parts) {
      if (this.#used.size > itemMaximum)
        this.#schema.refuse(part, `the course has more than ${itemMaximum} units and blocks.`);
      if (part.name === 'au') this.#readAu(part, parent);
      else this.#readBlock(part, parent);
    }
  }

  #readBlock(block: XmlElement, parent: string | undefined): void {
    const children = this.#schema.require(
      block,
      [required('title'), required('description'), optional('objectives'), several('au', 'block')],
      ['id'],
    );
    const read = this.#node(block, parent);
    this.#blocks.push(read);
    this.#readParts(
      children.filter(({ name }) => name === 'au' || name === 'block'),
      read.id,
    );
  }

  #readAu(au: XmlElement, parent: string | undefined): void {
    this.#schema.require(
      au,
      [
        required('title'),
        required('description'),
        optional('objectives'),
        required('url'),
        optional('launchParameters'),
        optional('entitlementKey'),
      ],
      ['id', 'moveOn', 'masteryScore', 'launchMethod', 'activityType'],
    );
    this.#aus.push({ ...this.#node(au, parent), ...readAuDetails(au, this.#schema, this.#find) });
  }

  #node(element: XmlElement, parent: string | undefined): Cmi5Block {
    const objectives = this.#references(element);
    return {
      id: this.#idOf(element, this.#used),
      ...(parent !== undefined && { parent_id: parent }),
      ...this.#titled(element),
      ...(objectives.length > 0 && { objective_ids: objectives }),
    };
  }

  #references(element: XmlElement): readonly string[] {
    const lists = this.#schema.own(element).filter(({ name }) => name === 'objectives');
    return lists.flatMap((list) =>
      this.#schema.require(list, [several('objective')], []).map((objective) => {
        this.#schema.require(objective, [], ['idref']);
        const id = objective.attributes.get('idref')?.trim() ?? '';
        if (!this.#objectives.has(id))
          this.#schema.refuse(objective, `the course has no objective ${quoted(id)}.`);
        return id;
      }),
    );
  }

  #idOf(element: XmlElement, used: Set<string>): string {
    const id = element.attributes.get('id')?.trim() ?? '';
    if (!/^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/.test(id))
      this.#schema.refuse(element, `its id ${quoted(id)} is not an IRI.`);
    if (used.has(id)) this.#schema.refuse(element, `the id ${quoted(id)} appears twice.`);
    used.add(id);
    return id;
  }

  #titled(element: XmlElement): { readonly title: Texts; readonly description: Texts } {
    const children = this.#schema.own(element);
    const textsOf = (name: string) => this.#texts(children.find((child) => child.name === name)!);
    return { title: textsOf('title'), description: textsOf('description') };
  }

  #texts(element: XmlElement): Texts {
    const texts = this.#schema.require(element, [several('langstring')], []);
    return Object.fromEntries(
      texts.map((text) => {
        this.#schema.require(text, [], ['lang']);
        const language = text.attributes.get('lang')?.trim().replaceAll('_', '-');
        // RFC 5646, section 4.1: a language that nobody has said.
        return [language || 'und', text.text.trim()];
      }),
    );
  }
}
