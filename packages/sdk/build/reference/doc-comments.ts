import { readFileSync } from 'node:fs';
import { parseAst } from 'vitest/node';

/** A node of the syntax tree (ESTree), as far as it is read here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** Exports of a source file, and their comments. */
export interface DocComments {
  /** Names of its constants, in order. */
  readonly constants: readonly string[];
  /** Texts by the name of a constant, type or interface, or by `constant.member`. */
  readonly texts: ReadonlyMap<string, string>;
  /** Names of types that are made of a constant (`type User = TypeOf<typeof user>`), by that constant. */
  readonly typeNames: ReadonlyMap<string, string>;
}

/** Reads the comments before the exports of a TypeScript file, and before the members of its tables. */
export function docComments(file: URL): DocComments {
  const source = readFileSync(file, 'utf8');
  const program: object = parseAst(source, { lang: 'ts' });
  const { body } = program as { readonly body: readonly Node[] };
  const constants: string[] = [];
  const texts = new Map<string, string>();
  const typeNames = new Map<string, string>();

  function note(name: string, { start }: Node): void {
    const text = commentBefore(source, start);
    if (text !== undefined) texts.set(name, text);
  }

  for (const statement of body) {
    if (statement.type !== 'ExportNamedDeclaration' || !isNode(statement['declaration'])) continue;
    const { declaration } = statement;
    if (isNode(declaration['id'])) {
      const name = String(declaration['id']['name']);
      note(name, statement);
      const constant = constantOf(declaration);
      if (constant !== undefined) typeNames.set(constant, name);
    }
    for (const { id, init } of (declaration['declarations'] ?? []) as readonly Node[]) {
      const name = String((id as Node)['name']);
      constants.push(name);
      note(name, statement);
      const table = isNode(init) ? tableIn(init) : undefined;
      for (const member of (table?.['properties'] ?? []) as readonly Node[]) {
        const key = member['key'] as Node | undefined;
        // Members of another table, which are described there.
        if (!key) continue;
        note(`${name}.${String(key['name'] ?? key['value'])}`, member);
      }
    }
  }
  return { constants, texts, typeNames };
}

/** The text of the comment that ends right before a place, on one line. */
function commentBefore(source: string, place: number): string | undefined {
  const comment = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*$/.exec(source.slice(0, place))?.[1];
  return comment
    ?.replaceAll(/^\s*\* ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The constant in `type X = TypeOf<typeof constant>`. */
function constantOf({ typeAnnotation }: Node): string | undefined {
  if (!isNode(typeAnnotation)) return undefined;
  const { typeArguments } = typeAnnotation;
  const [first] = isNode(typeArguments) ? (typeArguments['params'] as readonly Node[]) : [];
  return first?.type === 'TSTypeQuery' ? String((first['exprName'] as Node)['name']) : undefined;
}

/** The object in `{ … } as const satisfies …`. */
function tableIn(node: Node): Node | undefined {
  if (node.type === 'ObjectExpression') return node;
  return isNode(node['expression']) ? tableIn(node['expression']) : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
