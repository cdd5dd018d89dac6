/* Reading the parse tree of a statement. */

/** A node of the parse tree (https://github.com/pganalyze/libpg_query). */
export type Node = Readonly<Record<string, unknown>>;
export type Nodes = readonly Node[];

/** True for `exists` and `not exists`. */
export function isExists(condition: Node | undefined): boolean {
  const { boolop, args } = (condition?.['BoolExpr'] ?? {}) as { boolop?: string; args?: Nodes };
  const link = (boolop === 'NOT_EXPR' ? args![0]! : condition)?.['SubLink'] as Node | undefined;
  return link?.['subLinkType'] === 'EXISTS_SUBLINK';
}

/** Names of all tables in a tree. */
export function tablesIn(tree: unknown): readonly string[] {
  return [tree, ...[...partsIn(tree)].map(([, part]) => part)].flatMap((part) =>
    typeof part === 'object' && part !== null && 'relname' in part ? [nameOf(part as Node)] : [],
  );
}

export function nameOf(relation: Node): string {
  const { schemaname, relname } = relation as { schemaname?: string; relname: string };
  return schemaname === undefined ? relname : `${schemaname}.${relname}`;
}

export function aliasOf(alias: unknown): string {
  return (alias as { readonly aliasname: string } | undefined)?.aliasname ?? '';
}

export function columnNames(alias: Node | undefined): readonly string[] {
  const { colnames = [] } = (alias ?? {}) as { colnames?: readonly { String: { sval: string } }[] };
  return colnames.map(({ String: { sval } }) => sval);
}

export function operatorOf(name: unknown): string | undefined {
  return (name as readonly { String: { sval: string } }[]).at(-1)?.String.sval;
}

export function rowOf(node: Node): Nodes {
  const row = node['RowExpr'] as Node | undefined;
  return row ? (row['args'] as Nodes) : [node];
}

export function fieldsOf(column: Node): readonly string[] {
  const { fields } = column['ColumnRef'] as { fields: readonly { String?: { sval: string } }[] };
  return fields.flatMap(({ String: name }) => (name ? [name.sval] : []));
}

/** True for a query with `limit` or `offset`. */
export function isLimited({ limitCount, limitOffset }: Node): boolean {
  return limitCount !== undefined || limitOffset !== undefined;
}

export function lastField(node: Node): string | undefined {
  return node['ColumnRef'] ? fieldsOf(node).at(-1) : undefined;
}

export function isStar(node: Node): boolean {
  return node['ColumnRef'] !== undefined && contains(node, 'A_Star');
}

export function contains(tree: unknown, kind: string): boolean {
  return [...partsIn(tree)].some(([one]) => one === kind);
}

interface Called {
  readonly name: string;
  readonly args: unknown;
  /** It runs for some rows only. */
  readonly isInCase: boolean;
}

export function functionsIn(tree: unknown, isInCase = false): readonly Called[] {
  if (typeof tree !== 'object' || tree === null) return [];
  const called: Called[] = [];
  for (const [kind, part] of Object.entries(tree)) {
    if (kind === 'FuncCall') {
      const { funcname, args } = part as Node;
      called.push({ name: operatorOf(funcname)!, args, isInCase });
    }
    if (kind === 'SQLValueFunction') called.push({ name: 'now', args: undefined, isInCase });
    const isCase = isInCase || kind === 'CaseExpr' || kind === 'CoalesceExpr';
    called.push(...functionsIn(part, isCase));
  }
  return called;
}

/** Calls of functions, but for those in queries within. */
export function callsIn(tree: unknown): Nodes {
  return nodesIn(tree, 'FuncCall', 'SubLink');
}

export function columnsIn(tree: unknown): readonly (readonly string[])[] {
  return nodesIn(tree, 'ColumnRef').map((column) => fieldsOf({ ColumnRef: column }));
}

/** All nodes of a kind, but for those within nodes of another one. */
function nodesIn(tree: unknown, kind: string, leftOut?: string): Nodes {
  return [...partsIn(tree, leftOut)]
    .filter(([one]) => one === kind)
    .map(([, node]) => node as Node);
}

/** All parts of a tree by their names, from above. */
function* partsIn(
  tree: unknown,
  leftOut?: string,
): Generator<readonly [name: string, part: unknown]> {
  if (typeof tree !== 'object' || tree === null) return;
  for (const [name, part] of Object.entries(tree)) {
    yield [name, part];
    if (name !== leftOut) yield* partsIn(part, leftOut);
  }
}
