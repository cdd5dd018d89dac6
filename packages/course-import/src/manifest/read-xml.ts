import { SaxesParser } from 'saxes';
import { PackageRefused, quoted } from '../refusal.ts';
import { elementMaximum } from './limits.ts';

/** An element of a manifest. Names are local ones: exports bind prefixes in many ways, or not at all. */
export interface XmlElement {
  readonly name: string;
  /** By local name, except `xml:base`; without white space around the value, as XML Schema reads identifiers. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Text of this element itself, not of those in it. */
  readonly text: string;
  readonly line: number;
  /** Empty where namespaces were not asked for. */
  readonly namespace: string;
  /** Names of those attributes that are in no namespace; empty where namespaces were not asked for. */
  readonly plainAttributes: readonly string[];
}

/** Deepest nesting of elements; real manifests stay below 20. */
const depthMaximum = 200;

interface OpenElement {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: XmlElement[];
  text: string;
  readonly line: number;
  readonly namespace: string;
  readonly plainAttributes: readonly string[];
}

/**
 * Reads an XML document. Document types are refused, and with them every entity but XML's own five:
 * no manifest needs one, and they are what attacks on parsers are made of.
 *
 * @param namespaces whether prefixes have to be bound, so that elements tell of which namespace they are
 * @throws {PackageRefused} naming the file and the line.
 */
export function readXml(
  bytes: Uint8Array,
  file: string,
  { namespaces = false }: { readonly namespaces?: boolean } = {},
): XmlElement {
  const parser = new SaxesParser({ xmlns: namespaces });
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  let elementCount = 0;
  const refuse = (fault: string): never => {
    throw new PackageRefused(`${quoted(file)}, line ${parser.line}: ${fault}`);
  };

  parser.on('error', (error) =>
    refuse(
      `is not well-formed XML (${error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')}).`,
    ),
  );
  parser.on('doctype', () => refuse('a document type (DOCTYPE) is not accepted.'));
  parser.on('opentag', (tag) => {
    const { name } = tag;
    const attributes = Object.entries(tag.attributes).map(
      ([attribute, value]): readonly [name: string, value: string, plain: string | undefined] =>
        typeof value === 'string'
          ? [attribute, value, undefined]
          : [attribute, value.value, value.uri === '' ? value.local : undefined],
    );
    if (open.length >= depthMaximum) refuse(`elements are nested deeper than ${depthMaximum}.`);
    elementCount += 1;
    if (elementCount > elementMaximum) refuse(`there are more than ${elementMaximum} elements.`);
    open.push({
      name: localName(name),
      attributes: new Map(
        attributes.map(([attribute, value]) => [
          attribute === 'xml:base' ? attribute : localName(attribute),
          value.trim(),
        ]),
      ),
      children: [],
      text: '',
      line: parser.line,
      namespace: ('uri' in tag && tag.uri) || '',
      plainAttributes: namespaces ? attributes.flatMap(([, , attribute]) => attribute ?? []) : [],
    });
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop()!;
    const parent = open.at(-1);
    if (parent) parent.children.push(element);
    else root = element;
  });
  parser.write(decodeXml(bytes, file)).close();
  return root ?? refuse('is empty.');
}

/** The children of this name, in order. */
export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return childrenOf(element, name)[0];
}

/** The text of a child, without white space around it; absent where there is none. */
export function textOf(element: XmlElement | undefined, name: string): string | undefined {
  return childOf(element, name)?.text.trim() || undefined;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/**
 * By byte order mark, else by the declaration, else as UTF-8 (XML 1.0, appendix F). A declaration after white space,
 * which no parser takes, is blanked: lines stay what they are.
 */
function decodeXml(bytes: Uint8Array, file: string): string {
  const encoding = encodingOf(bytes);
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.replace(/^\s+<\?xml\s[^>]*>/, (blank) => blank.replaceAll(/\S/g, ' '));
  } catch (error) {
    const fault =
      error instanceof RangeError ? 'is unknown here' : 'is not what the file is written in';
    throw new PackageRefused(`${quoted(file)}: its encoding ${quoted(encoding)} ${fault}.`);
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Without a mark, `<?` or `<m` shows which half of each unit is empty.
  if (first === 0x3c && second === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared =
    /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? 'utf-8';
  // A declaration that can be read byte by byte is not in UTF-16.
  return /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}
