import { trustedWay } from '../trusted-types.ts';

/** The environment file is not what may be kept; the message says what stands in it. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

/**
 * Settings by their place in the file: `support/address`, `servers/server[2]`, `servers/server[2]@id`.
 * Texts only; whoever uses one as an address finds none but `https`, `http`, `mailto` and `tel`.
 */
export type EnvironmentSettings = Readonly<Record<string, string>>;

/** Most elements of a file, and how deep they may stand in each other. */
const elementsMaximum = 1_000;
const depthMaximum = 16;

/** Entities stand in a document type, and a parser replaces them while it reads. */
const hasDocumentType = (text: string): boolean => /<!(?!--|\[CDATA\[)/.test(text);

let trusted: ((text: string) => string) | undefined;

/** Only these can be meant by a setting that browsers read as an address. */
const knownSchemes: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:', 'tel:']);

/**
 * Reads the settings of an environment file: elements and attributes without a namespace.
 *
 * What could do something when a browser or a parser takes it seriously is refused with the whole
 * file: a document type, since entities stand there; processing instructions, which can name style
 * sheets; elements of other vocabularies, as of pages and drawings; scripts; addresses that run.
 *
 * @throws {EnvironmentError}
 */
export function parseEnvironment(text: string): EnvironmentSettings {
  if (hasDocumentType(text)) throw new EnvironmentError('a document type');
  // A document of this parser's runs nothing, but to Trusted Types it is markup like any other.
  trusted ??= trustedWay('lectern-environment', 'createHTML', (xml) => !hasDocumentType(xml));
  const parsed = new DOMParser().parseFromString(trusted(text), 'application/xml');
  const all = [...parsed.getElementsByTagName('*')];
  if (all.some(({ localName }) => localName === 'parsererror'))
    throw new EnvironmentError('something that is no XML');
  if (all.length > elementsMaximum) throw new EnvironmentError('too many elements');

  // Without prototype, so that no name in the file is taken for anything else.
  const settings = Object.create(null) as Record<string, string>;
  refuseInstructions(parsed);
  readElement(parsed.documentElement, '', 1, settings);
  return settings;
}

function readElement(
  element: Element,
  path: string,
  depth: number,
  settings: Record<string, string>,
): void {
  if (element.namespaceURI !== null) throw new EnvironmentError('an element of another vocabulary');
  if (/^script$/i.test(element.localName)) throw new EnvironmentError('a script');
  if (depth > depthMaximum) throw new EnvironmentError('elements that stand too deep');
  refuseInstructions(element);
  for (const { name, value } of element.attributes) settings[`${path}@${name}`] = harmless(value);

  const children = [...element.children];
  if (children.length === 0) settings[path] = harmless(element.textContent);
  for (const child of children) {
    const alike = children.filter(({ localName }) => localName === child.localName);
    const place = alike.length === 1 ? '' : `[${alike.indexOf(child) + 1}]`;
    const step = child.localName + place;
    readElement(child, path === '' ? step : `${path}/${step}`, depth + 1, settings);
  }
}

function refuseInstructions({ childNodes }: Node): void {
  for (const { nodeType } of childNodes)
    if (nodeType === Node.PROCESSING_INSTRUCTION_NODE)
      throw new EnvironmentError('a processing instruction');
}

/** @throws {EnvironmentError} for what browsers read as an address with another scheme */
function harmless(value: string): string {
  const text = value.trim();
  if (URL.canParse(text) && !knownSchemes.has(new URL(text).protocol))
    throw new EnvironmentError('an address that is none of the web');
  return text;
}
