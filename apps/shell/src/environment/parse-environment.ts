import { trustedWay } from '../trusted-types.ts';

/** The environment file is not what may be kept; the message says what stands in it, and where. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';

  /** @param entry Place in the file, as {@link EnvironmentSettings} has it; empty: its root; absent: none. */
  constructor(fault: string, entry?: string) {
    const place = entry?.slice(0, loggedEntryLength) || 'the root element';
    super(entry === undefined ? fault : `${fault}: ${place}`);
  }
}

/** How much of an entry's place is said, in UTF-16 code units: its names are the file's. */
const loggedEntryLength = 100;

/**
 * Settings by their place in the file: `support/address`, `servers/server[2]`, `servers/server[2]@id`.
 * Texts only; none that a browser would run as an address.
 */
export type EnvironmentSettings = Readonly<Record<string, string>>;

/** Most elements of a file, and how deep they may stand in each other. */
const elementsMaximum = 1_000;
const depthMaximum = 16;

/** Comments, sections and instructions hold no markup: the first to begin hides what the others look like. */
const opaque = /<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>/gs;
/** Entities stand in a document type, and a parser replaces them while it reads. */
const hasDocumentType = (text: string): boolean =>
  /<!(?!--|\[CDATA\[)/.test(text.replaceAll(opaque, ''));

let trusted: ((text: string) => string) | undefined;

/** Schemes of addresses that run when they are opened. */
const runningSchemes: ReadonlySet<string> = new Set(['javascript:', 'vbscript:']);
/** A sentence that begins with the name of the language: it calls nothing and changes nothing. */
const sentence = /^javascript: [\p{L}\p{N}\s,.!?–-]*$/iu;
/** Media types of data that a browser opens as a document, where scripts run. */
const runningData = /^data:[^,;\s/]+\/[^,;\s]*(html|xml|svg|script)[^,\s]*[,;]/i;

/** Namespaces of what a browser would show or run; all others are names for settings, and nothing more. */
const runningVocabularies =
  /^http:\/\/www\.w3\.org\/(1999\/xhtml|2000\/svg|1998\/Math\/MathML|1999\/XSL\/Transform)$/;

/**
 * Reads the settings of an environment file: elements and attributes, whatever their namespace. Of an
 * element with text and elements side by side, the text with that of those in it is a setting, too.
 *
 * A file with active content is refused as a whole: a document type, since entities stand there; processing
 * instructions, which can name style sheets; elements of pages and drawings; scripts; addresses that run.
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
  if (runningVocabularies.test(element.namespaceURI ?? ''))
    throw new EnvironmentError('an element of a page', path);
  if (/^script$/i.test(element.localName)) throw new EnvironmentError('a script', path);
  if (depth > depthMaximum) throw new EnvironmentError('elements that stand too deep', path);
  refuseInstructions(element, path);
  const keep = (entry: string, value: string) => (settings[entry] = harmless(value, entry));
  for (const { name, value } of element.attributes)
    if (!/^xmlns(:|$)/.test(name)) keep(`${path}@${name}`, value);

  const children = [...element.children];
  if (children.length === 0 || hasOwnText(element)) keep(path, element.textContent);
  for (const child of children) {
    const alike = children.filter(({ localName }) => localName === child.localName);
    const place = alike.length === 1 ? '' : `[${alike.indexOf(child) + 1}]`;
    const step = child.localName + place;
    readElement(child, path === '' ? step : `${path}/${step}`, depth + 1, settings);
  }
}

function hasOwnText({ childNodes }: Element): boolean {
  return [...childNodes].some(
    ({ nodeType, nodeValue }) =>
      (nodeType === Node.TEXT_NODE || nodeType === Node.CDATA_SECTION_NODE) && nodeValue?.trim(),
  );
}

function refuseInstructions({ childNodes }: Node, path?: string): void {
  for (const { nodeType } of childNodes)
    if (nodeType === Node.PROCESSING_INSTRUCTION_NODE)
      throw new EnvironmentError('a processing instruction', path);
}

/** @throws {EnvironmentError} for what a browser would run as an address */
function harmless(value: string, entry: string): string {
  const text = value.trim();
  // As the browser reads it, which leaves out line breaks and tabs.
  const address = URL.parse(text);
  const isScript = address && runningSchemes.has(address.protocol) && !sentence.test(text);
  if (isScript || (address && runningData.test(address.href)))
    throw new EnvironmentError('an address that runs', entry);
  return text;
}
