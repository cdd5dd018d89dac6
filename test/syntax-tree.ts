import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseAst } from 'vitest/node';

/** A node of the syntax tree (ESTree), as far as it is read here. */
export interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A source file, with what its names stand for. */
export interface Source {
  readonly program: Node;
  /** Initial values of constants by name; nothing for a name that stands for several. */
  readonly constants: ReadonlyMap<string, Node | undefined>;
  /** What is imported from files of ours, by the name it has here. */
  readonly imports: ReadonlyMap<string, Import>;
}

interface Import {
  readonly file: string;
  /** The name it has there. */
  readonly name: string;
}

const sources = new Map<string, Source>();

/** Reads a source file, once. */
export function readSource(file: string): Source {
  const known = sources.get(file);
  if (known) return known;
  const lang = file.endsWith('x') ? 'tsx' : 'ts';
  const program = parseAst(readFileSync(file, 'utf8'), { lang }) as unknown as Node;
  const constants = new Map<string, Node | undefined>();
  const imports = new Map<string, Import>();
  collectNames(program, file, constants, imports);
  const source = { program, constants, imports };
  sources.set(file, source);
  return source;
}

export function children(node: Node): readonly Node[] {
  return Object.values(node).flat().filter(isNode);
}

/** The text of a literal; `…` stands for what a template puts in. */
export function textOf(node: Node): string | undefined {
  const { type, value, quasis } = node;
  if (type === 'Literal' && typeof value === 'string') return value;
  if (type !== 'TemplateLiteral') return undefined;
  const parts = quasis as readonly { readonly value: { readonly cooked: string } }[];
  return parts.map((part) => part.value.cooked).join('…');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function collectNames(
  node: Node,
  file: string,
  constants: Map<string, Node | undefined>,
  imports: Map<string, Import>,
): void {
  const { id, init } = node;
  if (
    node.type === 'VariableDeclarator' &&
    isNode(id) &&
    id.type === 'Identifier' &&
    isNode(init)
  ) {
    const name = String(id['name']);
    constants.set(name, constants.has(name) ? undefined : init);
  }
  if (node.type === 'ImportDeclaration') {
    const from = String((node['source'] as Node)['value']);
    // Relative, or a package of ours.
    if (/^(\.|@lectern\/)/.test(from)) {
      const origin = createRequire(file).resolve(from);
      for (const { local, imported } of node['specifiers'] as readonly Node[])
        if (isNode(imported))
          imports.set(String((local as Node)['name']), {
            file: origin,
            name: String(imported['name']),
          });
    }
  }
  for (const child of children(node)) collectNames(child, file, constants, imports);
}
