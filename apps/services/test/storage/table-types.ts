import { readdirSync, readFileSync } from 'node:fs';
import { parseAst } from 'vitest/node';

/** A node of the syntax tree (ESTree), as far as it is read here. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A column by the types of tables. */
export interface TypedColumn {
  /** As it is read, without null: `string`, `Date`, `json`, `number[]` … */
  readonly type: string;
  readonly isNullable: boolean;
  /** A row can be inserted without it. */
  readonly isOptional: boolean;
  /** The texts that it may have, where the type lists them. */
  readonly values: readonly string[];
}

const storage = new URL('../../src/storage/', import.meta.url);
const files = [
  'tables.ts',
  ...readdirSync(new URL('tables/', storage)).map((file) => `tables/${file}`),
];

/** Types and interfaces of all files by name, which none of them shares with another. */
const declarations = new Map<string, Node>();
for (const file of files) {
  const source = readFileSync(new URL(file, storage), 'utf8');
  collect(parseAst(source, { lang: 'ts' }) as unknown as Node);
}

function collect(node: Node): void {
  if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') {
    const name = nameOf(node['id']);
    if (declarations.has(name)) throw new Error(`${name} is declared twice.`);
    declarations.set(name, node);
  }
  for (const child of Object.values(node).flat()) if (isNode(child)) collect(child);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** The columns of all tables by `schema.table` and name, as `Tables` has them. */
export function typedTables(): ReadonlyMap<string, ReadonlyMap<string, TypedColumn>> {
  return mapValues(membersOf(declarations.get('Tables')!), (table) =>
    mapValues(membersOf(table), columnOf),
  );
}

function columnOf(node: Node): TypedColumn {
  const read = partsOf(node, 'select');
  const inserted = partsOf(node, 'insert');
  const types = read.filter((part) => part !== 'null');
  const values = types.flatMap((part) => /^"(.*)"$/.exec(part)?.[1] ?? []);
  return {
    type: values.length > 0 ? 'string' : types.join(' | '),
    isNullable: read.includes('null'),
    isOptional: ['null', 'undefined', 'never'].some((part) => inserted.includes(part)),
    values: values.toSorted(),
  };
}

/** The parts of the union that a column is when it is read, or may be when it is inserted. */
function partsOf(node: Node, when: 'select' | 'insert'): readonly string[] {
  switch (node.type) {
    case 'TSUnionType':
      return (node['types'] as readonly Node[]).flatMap((part) => partsOf(part, when));
    case 'TSTypeOperator':
      return partsOf(node['typeAnnotation'] as Node, when);
    case 'TSArrayType':
      return [`${partsOf(node['elementType'] as Node, when).join(' | ')}[]`];
    case 'TSLiteralType':
      return [JSON.stringify((node['literal'] as Node)['value'])];
    case 'TSTypeReference':
      return partsOfNamed(node, when);
    case 'TSUnknownKeyword':
      return ['json'];
    default:
      return [node.type.replace(/^TS(\w+)Keyword$/, '$1').toLowerCase()];
  }
}

function partsOfNamed(node: Node, when: 'select' | 'insert'): readonly string[] {
  const name = nameOf(node['typeName']);
  const of = ((node['typeArguments'] as Node | null)?.['params'] ?? []) as readonly Node[];
  switch (name) {
    case 'Generated':
    case 'GeneratedAlways':
      return [...partsOf(of[0]!, when), ...(when === 'insert' ? ['undefined'] : [])];
    case 'ColumnType':
      return partsOf((when === 'insert' && of[1]) || of[0]!, when);
    case 'JSONColumnType':
      return when === 'insert' && of[1] ? partsOf(of[1], when) : ['json'];
    case 'Record':
      return ['json'];
    default: {
      const declared = declarations.get(name);
      return declared ? partsOf(declared['typeAnnotation'] as Node, when) : [name];
    }
  }
}

/** Types of the members of an object type, by name. */
function membersOf(node: Node): ReadonlyMap<string, Node> {
  switch (node.type) {
    case 'TSInterfaceDeclaration':
      return new Map([
        ...(node['extends'] as readonly Node[]).flatMap(({ expression }) => [
          ...membersOf(declarations.get(nameOf(expression))!),
        ]),
        ...signaturesOf((node['body'] as Node)['body']),
      ]);
    case 'TSIntersectionType':
      return new Map((node['types'] as readonly Node[]).flatMap((part) => [...membersOf(part)]));
    case 'TSTypeReference':
      return membersOf(declarations.get(nameOf(node['typeName']))!);
    case 'TSTypeLiteral':
      return signaturesOf(node['members']);
    default:
      throw new Error(`${node.type} has no members.`);
  }
}

function signaturesOf(members: unknown): ReadonlyMap<string, Node> {
  return new Map(
    (members as readonly Node[]).map(({ key, typeAnnotation }) => [
      nameOf(key),
      (typeAnnotation as Node)['typeAnnotation'] as Node,
    ]),
  );
}

function nameOf(node: unknown): string {
  const { name, value } = node as Node;
  return String(name ?? value);
}

function mapValues<From, To>(map: ReadonlyMap<string, From>, to: (value: From) => To) {
  return new Map([...map].map(([name, value]) => [name, to(value)]));
}
