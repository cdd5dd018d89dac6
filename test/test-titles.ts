import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseAst } from 'vitest/node';

/** A node of the syntax tree (ESTree), as far as it is read here. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A source file, with what its names stand for. */
interface Source {
  readonly program: Node;
  /** Initial values of constants by name. */
  readonly constants: ReadonlyMap<string, Node>;
  /** Files of ours that names are imported from. */
  readonly imports: ReadonlyMap<string, string>;
}

const testFunctions: ReadonlySet<unknown> = new Set(['describe', 'it', 'test']);
/** What is marked so shows nothing. */
const marksOfTestsThatDoNotRun: ReadonlySet<unknown> = new Set(['fails', 'skip', 'todo']);

const sources = new Map<string, Source>();

/**
 * The titles of a file's tests that run, each behind those of the groups around it: `a group › a test`.
 * Of a test for each row of a table there is one for each text in the table, also where that stands in
 * another file.
 */
export function testTitles(file: string): readonly string[] {
  return titlesIn(readSource(file).program, file, ['']);
}

function titlesIn(node: Node, file: string, around: readonly string[]): readonly string[] {
  const declared = readDeclaration(node);
  if (declared === 'does not run') return [];
  if (!declared) return children(node).flatMap((child) => titlesIn(child, file, around));
  const { title, table, body } = declared;
  const rows = table ? [...new Set(textsIn(table, file, new Set()))] : [];
  const own = [title, ...rows.map((row) => title.replace(/%[sj]|\$\w+/, () => row))];
  const titles = around.flatMap((outer) => own.map((one) => (outer ? `${outer} › ${one}` : one)));
  return [...titles, ...body.flatMap((part) => titlesIn(part, file, titles))];
}

interface Declaration {
  readonly title: string;
  /** What `each` was given. */
  readonly table: Node | undefined;
  readonly body: readonly Node[];
}

/** Reads `test(title, …)`, `describe.each(table)(title, …)` and the like; nothing where it is none. */
function readDeclaration(node: Node): Declaration | 'does not run' | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const [first, ...body] = node['arguments'] as readonly Node[];
  const title = first && textOf(first);
  let callee = node['callee'] as Node;
  let table: Node | undefined;
  if (callee.type === 'CallExpression') {
    [table] = callee['arguments'] as readonly Node[];
    callee = callee['callee'] as Node;
  }
  let doesNotRun = false;
  while (callee.type === 'MemberExpression') {
    doesNotRun ||= marksOfTestsThatDoNotRun.has((callee['property'] as Node)['name']);
    callee = callee['object'] as Node;
  }
  if (title === undefined || !testFunctions.has(callee['name'])) return undefined;
  return doesNotRun ? 'does not run' : { title, table, body };
}

/** The texts in a table: in itself, in the constants that it names, and in those of other files. */
function textsIn(node: Node, file: string, seen: Set<Node>): readonly string[] {
  if (seen.has(node)) return [];
  seen.add(node);
  const text = textOf(node);
  if (text !== undefined) return [text];
  if (node.type !== 'Identifier')
    return children(node).flatMap((child) => textsIn(child, file, seen));
  const name = node['name'] as string;
  const { constants, imports } = readSource(file);
  const constant = constants.get(name);
  if (constant) return textsIn(constant, file, seen);
  const origin = imports.get(name);
  const exported = origin && readSource(origin).constants.get(name);
  return exported ? textsIn(exported, origin, seen) : [];
}

function textOf(node: Node): string | undefined {
  const { type, value, quasis } = node;
  if (type === 'Literal' && typeof value === 'string') return value;
  if (type !== 'TemplateLiteral') return undefined;
  const parts = quasis as readonly { readonly value: { readonly cooked: string } }[];
  return parts.map((part) => part.value.cooked).join('…');
}

function children(node: Node): readonly Node[] {
  return Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function readSource(file: string): Source {
  const known = sources.get(file);
  if (known) return known;
  const lang = file.endsWith('x') ? 'tsx' : 'ts';
  const program = parseAst(readFileSync(file, 'utf8'), { lang }) as unknown as Node;
  const constants = new Map<string, Node>();
  const imports = new Map<string, string>();
  collectNames(program, file, constants, imports);
  const source = { program, constants, imports };
  sources.set(file, source);
  return source;
}

function collectNames(
  node: Node,
  file: string,
  constants: Map<string, Node>,
  imports: Map<string, string>,
): void {
  if (node.type === 'VariableDeclarator' && isNode(node['init']))
    constants.set(String((node['id'] as Node)['name']), node['init']);
  if (node.type === 'ImportDeclaration') {
    const from = String((node['source'] as Node)['value']);
    // Relative, or a package of ours.
    if (/^(\.|@lectern\/)/.test(from)) {
      const origin = createRequire(file).resolve(from);
      for (const { local } of node['specifiers'] as readonly Node[])
        imports.set(String((local as Node)['name']), origin);
    }
  }
  for (const child of children(node)) collectNames(child, file, constants, imports);
}
