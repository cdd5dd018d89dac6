import {
  findNodeAtLocation,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import type { Fault } from './fault.ts';

/** Where a value stands in a JSON document: names of members, and places in arrays. */
export type Path = readonly (string | number)[];

/** A JSON document whose values know where they stand. */
export interface Source {
  readonly value: unknown;
  /** A fault at a value, or, where that is absent, at the nearest one around it. */
  faultAt(path: Path, message: string): Fault;
}

/** Messages for the faults that the parser names. */
const words: Readonly<Record<string, string>> = {
  InvalidSymbol: 'This is not JSON: strings need double quotes.',
  InvalidNumberFormat: 'This is not a number.',
  PropertyNameExpected: 'A name in double quotes is expected here. Is there a comma too many?',
  ValueExpected: 'A value is expected here. Is there a comma too many?',
  ColonExpected: 'A colon is expected here.',
  CommaExpected: 'A comma is expected here.',
  CloseBraceExpected: 'A closing } is missing.',
  CloseBracketExpected: 'A closing ] is missing.',
  EndOfFileExpected: 'There is text after the end of the document.',
  InvalidCommentToken: 'JSON has no comments.',
  UnexpectedEndOfString: 'A string is not closed: its second double quote is missing.',
  InvalidUnicode: 'An escape \\u needs four hexadecimal digits.',
  InvalidEscapeCharacter: 'There is no such escape; a backslash is written \\\\.',
  InvalidCharacter: 'A control character in a string must be escaped.',
};

/** Reads a JSON document (RFC 8259): without comments, without commas at the end, and no name twice in one object. */
export function readSource(file: string, text: string): Source | { readonly faults: Fault[] } {
  const at = (offset: number, message: string): Fault => ({
    file,
    ...positionOf(text, offset),
    message,
  });
  if (text.trim() === '') {
    return { faults: [at(0, 'The manifest is empty. docs/publish.md has one to start from.')] };
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  if (errors.length > 0 || !root) {
    const [first] = errors;
    // The others mostly follow from it.
    const code = first ? printParseErrorCode(first.error) : 'ValueExpected';
    return { faults: [at(first?.offset ?? 0, words[code] ?? 'This is not JSON.')] };
  }
  const repeated = repeatedNames(root);
  if (repeated.length > 0) {
    return {
      faults: repeated.map((node) =>
        at(node.offset, `The name "${String(node.value)}" appears twice in one object.`),
      ),
    };
  }
  return {
    value: JSON.parse(text),
    faultAt: (path, message) => at(nodeAt(root, path).offset, message),
  };
}

function nodeAt(root: Node, path: Path): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (!node) continue;
    // Of a member that is not wanted, its name is what is to be seen.
    const isMember = node.parent?.type === 'property' && length === path.length;
    return isMember ? (node.parent?.children?.[0] ?? node) : node;
  }
  return root;
}

function repeatedNames(node: Node): Node[] {
  const children = node.children ?? [];
  if (node.type !== 'object') return children.flatMap(repeatedNames);
  const seen = new Set<unknown>();
  return children.flatMap((property) => {
    const [name, value] = property.children!;
    const isRepeated = seen.has(name!.value);
    seen.add(name!.value);
    return [...(isRepeated ? [name!] : []), ...(value ? repeatedNames(value) : [])];
  });
}

function positionOf(text: string, offset: number) {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
