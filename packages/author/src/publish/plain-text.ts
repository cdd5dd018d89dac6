import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Parent = DefaultTreeAdapterTypes.ParentNode;

/** Elements without text for readers; annotations hold the source of a formula. */
const unread: ReadonlySet<string> = new Set([
  'annotation',
  'annotation-xml',
  'head',
  'noscript',
  'script',
  'style',
  'svg',
  'template',
]);

/** Elements within a line; all others end one. */
const inline: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code data del dfn em i ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

/**
 * The text of a page as people read it, without markup; the lines of its blocks.
 *
 * @param id Only the element with this id. @returns `undefined`: there is none
 */
export function plainTextOf(html: string, id?: string): string | undefined {
  const document = parse(html);
  const root = id === undefined ? document : findById(document, id);
  if (!root) return undefined;
  const lines = textOf(root).split('\n');
  return lines
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

function findById(node: Node, id: string): Parent | undefined {
  if (!isParent(node)) return undefined;
  if (attribute(node, 'id') === id) return node;
  for (const child of node.childNodes) {
    const element = findById(child, id);
    if (element) return element;
  }
  return undefined;
}

function textOf(node: Node): string {
  // White space within a text does not end a line.
  if (defaultTreeAdapter.isTextNode(node)) return node.value.replace(/\s+/g, ' ');
  if (!isParent(node)) return '';
  if (defaultTreeAdapter.isElementNode(node)) {
    if (unread.has(node.tagName) || attribute(node, 'hidden') !== undefined) return '';
    if (node.tagName === 'br') return '\n';
    if (node.tagName === 'img') return ` ${attribute(node, 'alt') ?? ''} `;
  }
  const text = node.childNodes.map(textOf).join('');
  const isInline = defaultTreeAdapter.isElementNode(node) && inline.has(node.tagName);
  return isInline ? text : `\n${text}\n`;
}

function isParent(node: Node): node is Parent {
  return 'childNodes' in node;
}

function attribute(node: Node, name: string): string | undefined {
  if (!defaultTreeAdapter.isElementNode(node)) return undefined;
  return node.attrs.find((attr) => attr.name === name)?.value;
}
