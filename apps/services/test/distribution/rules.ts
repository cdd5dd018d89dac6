import { parseSync } from 'libpg-query';
import { distributionKeys } from '../../src/storage/distribution-keys.ts';
import { EqualValues, isGiven, type Scope, type Value } from './equal-values.ts';
import {
  has,
  keylessSource,
  keysAround,
  keysOf,
  levelIn,
  namesOf,
  sourceOf,
  type Level,
  type Source,
} from './query-levels.ts';
import {
  aliasOf,
  callsIn,
  columnNames,
  columnsIn,
  contains,
  fieldsOf,
  functionsIn,
  isExists,
  isLimited,
  isStar,
  lastField,
  nameOf,
  operatorOf,
  rowOf,
  tablesIn,
  type Node,
  type Nodes,
} from './parse-tree.ts';

/*
 * Published rules of Citus on statements that touch tables with a key (docs/operate/distribution.md). A statement about
 * one key goes to one machine as it is; a statement about several keys is planned in parts, which has limits.
 */

export type Volatility = 'immutable' | 'stable' | 'volatile';

export interface Surroundings {
  /** The worst of the overloads of a function. */
  volatilityOf(name: string): Volatility;
  isAggregate(name: string): boolean;
  /** Names of the columns of a table; none for a table that is no part of the schema. */
  columnsOf(table: string): ReadonlySet<string>;
  /** Variables of the function that the statement stands in. */
  readonly variables?: ReadonlySet<string>;
  /** Of its parameters: those of one value are one key. */
  readonly values?: readonly unknown[];
  /** True for a function with `force_generic_plan`: without values, places of rows and parts of a plan are unknown. */
  readonly isPlannedOnce?: boolean;
}

/** @returns the rules that a text breaks; none where it touches no table with a key */
export function brokenRules(text: string, surroundings: Surroundings): readonly string[] {
  const { stmts } = parseSync(text) as { stmts?: readonly { readonly stmt: Node }[] };
  return (stmts ?? []).flatMap(({ stmt }) => new Statement(surroundings).check(stmt));
}

/** The key of a table, where a query names the table. */
interface Key {
  readonly value: Value;
  readonly scope: Scope;
}

const tableKeys: Readonly<Record<string, string>> = distributionKeys;
const platformSchemas = /^(?:atma|aua|clag|gres|jobs|lars|lima|osc|platform)$/;

/** Where a query stands within another one. */
type Place = 'condition' | 'exists' | 'limit' | 'result';

class Statement {
  readonly #surroundings: Surroundings;
  readonly #equal = new EqualValues();
  readonly #keys: Key[] = [];
  readonly #written: Value[] = [];
  readonly #faults = new Set<string>();
  /** Checks of statements about several keys; they come last, when all equal values are known. */
  readonly #checks: (() => string | false)[] = [];

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  check(statement: Node): readonly string[] {
    this.#query(statement, undefined, { around: undefined, equal: [] });
    if (this.#keys.length === 0) return [];
    this.#equal.followUnions();
    if (this.#surroundings.isPlannedOnce && !this.#isPlain(statement)) {
      this.#faults.add('planned once, and not about one table by its key');
    }
    if (!this.#isOfOneKey()) {
      for (const check of this.#checks) {
        const fault = check();
        if (fault) this.#faults.add(fault);
      }
      if (this.#written.length > 1) this.#faults.add('one statement writes several keys');
    }
    return [...this.#faults];
  }

  #isOfOneKey(): boolean {
    const [first, ...others] = this.#keys.map(({ value, scope }) =>
      this.#equal.rootOf(value, scope),
    );
    return isGiven(first!) && others.every((other) => other === first);
  }

  #isPlain(statement: Node): boolean {
    const [parts] = Object.values(statement) as [Node];
    const froms = (parts['fromClause'] ?? parts['usingClause'] ?? []) as Nodes;
    const isSelect = statement['SelectStmt'] !== undefined;
    return (
      this.#isOfOneKey() &&
      !parts['withClause'] &&
      !contains(statement, 'SubLink') &&
      (statement['InsertStmt']
        ? contains(parts['selectStmt'], 'List')
        : froms.length === Number(isSelect) && froms.every((from) => from['RangeVar']))
    );
  }

  #query(node: Node, above: Level | undefined, scope: Scope): Source {
    const level = levelIn(above, scope);
    if (node['SelectStmt']) return this.#select(node['SelectStmt'] as Node, level);
    if (node['InsertStmt']) return this.#insert(node['InsertStmt'] as Node, level);
    if (node['UpdateStmt']) return this.#change(node['UpdateStmt'] as Node, level, 'UPDATE');
    if (node['DeleteStmt']) return this.#change(node['DeleteStmt'] as Node, level, 'DELETE');
    const declared = (node['DeclareCursorStmt'] as Node | undefined)?.['query'];
    if (declared) return this.#query(declared as Node, above, scope);
    const tables = tablesIn(node['MergeStmt']).filter((table) => tableKeys[table] !== undefined);
    if (tables.length > 0) {
      this.#faults.add('MERGE');
      this.#keys.push({ value: this.#equal.newValue(), scope });
    }
    return sourceOf('', level, new Map());
  }

  #select(select: Node, level: Level): Source {
    this.#with(select, level);
    if (select['op'] && select['op'] !== 'SETOP_NONE') return this.#union(select, level);
    const { targetList = [], valuesLists = [] } = select as {
      targetList?: Nodes;
      valuesLists?: Nodes;
    };
    for (const from of (select['fromClause'] ?? []) as Nodes) this.#from(from, level);
    this.#conditions(select['whereClause'] as Node | undefined, level);
    const { groupClause, havingClause, sortClause, windowClause, distinctClause } = select;
    const conditions = [groupClause, havingClause, sortClause, windowClause, distinctClause];
    this.#subqueries(conditions, level, 'condition');
    this.#subqueries([targetList, valuesLists], level, 'result');
    this.#subqueries([select['limitCount'], select['limitOffset']], level, 'limit');
    const own = keysOf(level);
    if (targetList.length === 0 && valuesLists.length === 0 && own.length > 0) {
      this.#faults.add('an empty select list');
    }
    if (select['lockingClause'] && own.length > 0) {
      this.#checks.push(() => 'FOR UPDATE without the key');
    }
    this.#checkLevel(level);
    const isOfSubquery = ((select['fromClause'] ?? []) as Nodes).some(
      (from) => from['RangeSubselect'],
    );
    if (isOfSubquery && own.length > 0 && targetList.some((target) => this.#isMixed(target))) {
      this.#checks.push(() => 'an aggregate beside a column of a subquery');
    }
    const columns = new Map<string, Value>();
    const names = new Set<string>();
    for (const { ResTarget: target } of targetList as readonly { ResTarget: Node }[]) {
      const value = this.#valueOf(target['val'] as Node, level);
      const given = target['name'] as string | undefined;
      const name = given ?? lastField(target['val'] as Node) ?? `column ${names.size + 1}`;
      if (isStar(target['val'] as Node)) {
        for (const source of level.sources) {
          for (const column of source.names ?? []) names.add(column);
          for (const [column, known] of source.columns) columns.set(column, known);
        }
      } else {
        names.add(name);
        if (value !== undefined) columns.set(name, value);
      }
    }
    return {
      ...sourceOf('', level, columns),
      names,
      isOfAllKeys: this.#isOfAllKeys(select, level),
    };
  }

  /** True for an expression with an aggregate, and a column beside it: machines are asked for what that is made of. */
  #isMixed(expression: unknown): boolean {
    let hasAggregate = false;
    let hasColumn = false;
    const visit = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return;
      const { FuncCall: call, ColumnRef: column } = part as { FuncCall?: Node; ColumnRef?: Node };
      if (call && this.#isAggregate(call)) return void (hasAggregate = true);
      hasColumn ||= column !== undefined;
      for (const inner of Object.values(part)) visit(inner);
    };
    visit(expression);
    return hasAggregate && hasColumn;
  }

  #isAggregate({ over, funcname }: Node): boolean {
    return !over && this.#surroundings.isAggregate(operatorOf(funcname)!);
  }

  #isOfAllKeys(select: Node, level: Level): boolean {
    if (isLimited(select)) return true;
    const clause = (name: string) => (select[name] ?? []) as Nodes;
    const targets = clause('targetList').map((one) => (one['ResTarget'] as Node)['val'] as Node);
    const isByKey = (expressions: Nodes) =>
      expressions.some((one) => {
        if (isStar(one)) return true;
        const value = this.#valueOf(one, level);
        const root = value !== undefined && this.#equal.rootOf(value, level.scope);
        return keysOf(level).some((key) => this.#equal.rootOf(key, level.scope) === root);
      });
    const calls = callsIn([targets, select['havingClause'], select['sortClause']]);
    const isGrouped = select['groupClause'] ?? calls.some((call) => this.#isAggregate(call));
    if (isGrouped && !isByKey(clause('groupClause'))) return true;
    const listed = clause('distinctClause').filter((one) => Object.keys(one).length > 0);
    if (select['distinctClause'] && !isByKey(listed.length > 0 ? listed : targets)) return true;
    return calls.some(({ over }) => {
      if (!over) return false;
      const { name, refname = name } = over as { name?: string; refname?: string };
      const named = clause('windowClause')
        .map((one) => one['WindowDef'] as Node)
        .find((one) => refname !== undefined && one['name'] === refname);
      const { partitionClause = [] } = (named ?? over) as { partitionClause?: Nodes };
      return !isByKey(partitionClause);
    });
  }

  /** Rows made of several keys at once are a result on its way, and no table with a key any more. */
  #resultOf(source: Source, scope: Scope): Source {
    const [first, ...others] = source.keys.map((key) => this.#equal.rootOf(key, scope));
    if (!source.isOfAllKeys || source.isCorrelated || first === undefined) return source;
    if (isGiven(first) && others.every((other) => other === first)) return source;
    return { ...source, columns: new Map(), keys: [], isLocal: false };
  }

  #union(select: Node, level: Level): Source {
    const within = (): Level => ({ ...level, sources: [], queries: level.queries });
    const parts = [select['larg'], select['rarg']].map((part) => {
      const inner = within();
      const source = this.#select(part as Node, inner);
      if (inner.isCorrelated) level.isCorrelated = true;
      return source;
    });
    this.#subqueries([select['limitCount'], select['limitOffset']], level, 'limit');
    const columns = new Map<string, Value>();
    for (const column of parts[0]!.columns.keys()) {
      const values = parts.map((part) => part.columns.get(column));
      if (values.includes(undefined)) continue;
      const value = this.#equal.newValue();
      this.#equal.unite(value, values as Value[], level.scope);
      columns.set(column, value);
    }
    const [left, right] = parts as [Source, Source];
    return {
      name: '',
      columns,
      ...namesOf(left),
      keys: [...left.keys, ...right.keys],
      isLocal: left.isLocal || right.isLocal,
      isCorrelated: left.isCorrelated || right.isCorrelated || level.isCorrelated,
      isOfAllKeys: isLimited(select) || parts.some(({ isOfAllKeys }) => isOfAllKeys),
    };
  }

  #with(statement: Node, level: Level): void {
    const { ctes = [], recursive } = (statement['withClause'] ?? {}) as {
      ctes?: readonly { CommonTableExpr: Node }[];
      recursive?: boolean;
    };
    for (const { CommonTableExpr: query } of ctes) {
      const name = String(query['ctename']);
      if (recursive) {
        level.queries.set(name, keylessSource(name));
      }
      const source = this.#query(query['ctequery'] as Node, level, level.scope);
      // A result on its way is no table with a key any more.
      const isResult = query['ctematerialized'] === 'CTEMaterializeAlways';
      level.queries.set(name, {
        ...this.#resultOf(source, level.scope),
        name,
        ...(isResult && { keys: [], isLocal: false }),
      });
      if (source.keys.length === 0) continue;
      if (recursive) this.#checks.push(() => 'a recursive query');
      if (source.isCorrelated)
        this.#checks.push(() => 'a query of WITH names a column of the query around it');
    }
  }

  #insert(insert: Node, level: Level): Source {
    this.#with(insert, level);
    const relation = insert['relation'] as Node;
    const target = this.#table(relation, level);
    const key = tableKeys[nameOf(relation)];
    const columns = ((insert['cols'] ?? []) as readonly { ResTarget: Node }[]).map(
      ({ ResTarget }) => String(ResTarget['name']),
    );
    const place = key === undefined ? -1 : columns.indexOf(key);
    const query = (insert['selectStmt'] as Node | undefined)?.['SelectStmt'] as Node | undefined;
    const inner = levelIn(level.above, level.scope, level.queries);
    const own = key === undefined ? undefined : target.columns.get(key)!;
    if (query?.['valuesLists']) {
      for (const { List: row } of query['valuesLists'] as readonly { List: Node }[]) {
        this.#join(own, this.#valueOf((row['items'] as Nodes)[place], inner), level);
      }
      if (key !== undefined && contains(query['valuesLists'], 'SubLink')) {
        this.#faults.add('a subquery in VALUES');
      }
      this.#subqueries(query['valuesLists'], inner, 'result');
    } else if (query) {
      const source = this.#select(query, inner);
      const { targetList = [] } = query as { targetList?: readonly { ResTarget: Node }[] };
      const given = targetList[place]?.ResTarget;
      const name = given && (given['name'] ?? lastField(given['val'] as Node));
      const value =
        this.#valueOf(given?.['val'] as Node | undefined, inner) ??
        (typeof name === 'string' ? source.columns.get(name) : undefined) ??
        (key === undefined ? undefined : source.columns.get(key));
      this.#join(own, value, level);
      if (own !== undefined && source.keys.length > 0) {
        this.#checks.push(
          () =>
            source.keys.some(
              (one) =>
                this.#equal.rootOf(one, level.scope) !== this.#equal.rootOf(own, level.scope),
            ) && 'rows of one key are written under another one',
        );
      }
    }
    if (own !== undefined) {
      this.#written.push(own);
      const conflict = insert['onConflictClause'] as Node | undefined;
      const returning = insert['returningList'] ?? insert['returningClause'];
      this.#requireImmutable(conflict, 'DO UPDATE');
      this.#requireImmutable(returning, 'RETURNING');
      // Rows that are made on the coordinator are sent on without the parameters.
      const isMade = query && !query['valuesLists'] && keysOf(inner).length === 0;
      if (isMade && this.#namesParameter([conflict, returning])) {
        this.#faults.add('a parameter after INSERT … SELECT');
      }
    }
    level.sources.push(target);
    return { ...sourceOf('', level, target.columns), ...namesOf(target) };
  }

  #change(change: Node, level: Level, kind: 'DELETE' | 'UPDATE'): Source {
    this.#with(change, level);
    const relation = change['relation'] as Node;
    const target = this.#table(relation, level);
    level.sources.push(target);
    const key = tableKeys[nameOf(relation)];
    if (key !== undefined) level.isChange = true;
    for (const from of (change['fromClause'] ?? change['usingClause'] ?? []) as Nodes)
      this.#from(from, level);
    this.#conditions(change['whereClause'] as Node | undefined, level);
    this.#subqueries(change['targetList'], level, 'result');
    this.#checkLevel(level);
    const changed = { ...sourceOf('', level, target.columns), ...namesOf(target) };
    if (key === undefined) return changed;
    this.#written.push(target.columns.get(key)!);
    const set = (change['targetList'] ?? []) as readonly { ResTarget: Node }[];
    if (set.some(({ ResTarget }) => ResTarget['name'] === key))
      this.#faults.add('a key is changed');
    this.#requireSteady(
      [set, change['fromClause'], change['usingClause'], change['whereClause']],
      kind,
    );
    this.#requireImmutable(change['returningList'] ?? change['returningClause'], 'RETURNING');
    return changed;
  }

  #from(node: Node, level: Level): void {
    if (node['RangeVar']) level.sources.push(this.#table(node['RangeVar'] as Node, level));
    else if (node['JoinExpr']) this.#joinOf(node['JoinExpr'] as Node, level);
    else if (node['RangeSubselect']) {
      const { subquery, alias, lateral } = node['RangeSubselect'] as Node;
      const around = lateral ? level : levelIn(level.above, level.scope, level.queries);
      const source = this.#resultOf(
        this.#query(subquery as Node, around, level.scope),
        level.scope,
      );
      if (!lateral && around.isCorrelated) level.isCorrelated = true;
      const columns = new Map(source.columns);
      const named = columnNames(alias as Node | undefined);
      const order = [...(source.names ?? source.columns.keys())];
      for (const [place, name] of named.entries()) {
        const value = source.columns.get(order[place] ?? '');
        if (value !== undefined) columns.set(name, value);
      }
      level.sources.push({
        ...source,
        columns,
        names: new Set([...(source.names ?? []), ...named]),
        name: aliasOf(alias),
        ...(lateral ? { isLateral: true } : {}),
      });
    } else if (node['RangeFunction']) {
      const { alias, functions, coldeflist } = node['RangeFunction'] as Node;
      this.#subqueries(functions, level, 'condition');
      const declared = ((coldeflist ?? []) as readonly { ColumnDef: { colname: string } }[]).map(
        ({ ColumnDef: { colname } }) => colname,
      );
      const names = [...columnNames(alias as Node | undefined), ...declared];
      level.sources.push({
        ...keylessSource(aliasOf(alias)),
        // A function of one column names it by itself.
        names: new Set(names.length > 0 ? names : [aliasOf(alias)]),
      });
    }
  }

  #joinOf(join: Node, level: Level): void {
    const begin = level.sources.length;
    this.#from(join['larg'] as Node, level);
    const middle = level.sources.length;
    this.#from(join['rarg'] as Node, level);
    const [left, right] = [level.sources.slice(begin, middle), level.sources.slice(middle)];
    const using = ((join['usingClause'] ?? []) as readonly { String: { sval: string } }[]).map(
      ({ String: { sval } }) => sval,
    );
    for (const column of using) {
      const valueIn = (side: readonly Source[]) =>
        this.#columnOf(
          side.find((source) => has(source, column)),
          column,
        );
      this.#join(valueIn(left), valueIn(right), level);
    }
    this.#conditions(join['quals'] as Node | undefined, level);
    const [ofLeft, ofRight] = [left, right].map((side) => side.some(({ keys }) => keys.length > 0));
    const isOuter =
      (join['jointype'] === 'JOIN_LEFT' && ofRight && !ofLeft) ||
      (join['jointype'] === 'JOIN_RIGHT' && ofLeft && !ofRight) ||
      (join['jointype'] === 'JOIN_FULL' && ofLeft !== ofRight);
    if (isOuter) {
      this.#checks.push(() => 'an outer join of a table with a key to one without');
    }
  }

  #table(relation: Node, level: Level): Source {
    const name = String(
      (relation['alias'] as Node | undefined)?.['aliasname'] ?? relation['relname'],
    );
    const table = nameOf(relation);
    if (relation['schemaname'] === undefined) {
      for (let at: Level | undefined = level; at; at = at.above) {
        const query = at.queries.get(table);
        if (query) return { ...query, name };
      }
    }
    const key = tableKeys[table];
    const names = this.#surroundings.columnsOf(table);
    if (key === undefined) {
      const isLocal = platformSchemas.test(String(relation['schemaname']));
      return { ...keylessSource(name), names, isLocal };
    }
    const value = this.#equal.newValue();
    this.#keys.push({ value, scope: level.scope });
    return { ...keylessSource(name), columns: new Map([[key, value]]), names, keys: [value] };
  }

  /** Joins values that a condition says are equal, wherever it holds for all rows. */
  #conditions(condition: Node | undefined, level: Level): void {
    const all = condition?.['BoolExpr'] as Node | undefined;
    if (all?.['boolop'] === 'AND_EXPR') {
      for (const one of all['args'] as Nodes) this.#conditions(one, level);
      return;
    }
    const { kind, name, lexpr, rexpr } = (condition?.['A_Expr'] ?? {}) as Node;
    if (kind === 'AEXPR_OP' && operatorOf(name) === '=') {
      const [left, right] = [rowOf(lexpr as Node), rowOf(rexpr as Node)];
      for (const [place, one] of left.entries()) {
        this.#join(this.#valueOf(one, level), this.#valueOf(right[place], level), level);
      }
    }
    this.#subqueries(condition, level, isExists(condition) ? 'exists' : 'condition');
  }

  /** Queries within an expression. */
  #subqueries(expression: unknown, level: Level, place: Place): void {
    if (Array.isArray(expression)) {
      for (const one of expression) this.#subqueries(one, level, place);
      return;
    }
    if (typeof expression !== 'object' || expression === null) return;
    const node = expression as Node;
    if (node['ColumnRef']) this.#valueOf(node, level);
    const link = node['SubLink'] as Node | undefined;
    if (!link) {
      for (const part of Object.values(node)) this.#subqueries(part, level, place);
      return;
    }
    this.#subqueries(link['testexpr'], level, place);
    // Its conditions say nothing of the rows around it: there may be none for which they hold. What holds around it holds
    // within where PostgreSQL makes a join of it.
    const around = level.isChange || place === 'exists' ? level.scope : undefined;
    const scope: Scope = { around, equal: [] };
    const source = this.#query(link['subselect'] as Node, level, scope);
    if (place === 'limit') this.#checks.push(() => 'a subquery in LIMIT');
    if (place === 'result' && source.keys.length > 0 && !source.isCorrelated)
      this.#checks.push(() => 'a subquery among the results');
    const keys = keysAround(level);
    if (!source.isCorrelated || (keys.length === 0 && source.keys.length === 0)) return;
    if (source.isLocal) {
      this.#faults.add('a subquery about a table of the coordinator');
      return;
    }
    this.#checks.push(() => {
      const roots = new Set(keys.map((key) => this.#equal.rootOf(key, scope)));
      return (
        source.keys.some((key) => !roots.has(this.#equal.rootOf(key, scope))) &&
        'a correlated subquery off the key'
      );
    });
  }

  #checkLevel(level: Level): void {
    const keyed = level.sources.filter(({ keys }) => keys.length > 0);
    if (keyed.length === 0) return;
    if (level.sources.some(({ isLocal }) => isLocal)) {
      this.#faults.add('a join with a table of the coordinator');
    }
    if (keyed.some(({ isLateral, isCorrelated }) => isLateral && isCorrelated)) {
      this.#checks.push(() => 'a lateral subquery');
    }
    if (keyed.length === 1) return;
    this.#checks.push(() => {
      const roots = new Set(
        keyed.flatMap(({ keys }) => keys.map((key) => this.#equal.rootOf(key, level.scope))),
      );
      return roots.size > 1 && 'a join off the key';
    });
  }

  #requireImmutable(expression: unknown, clause: string): void {
    for (const { name } of functionsIn(expression)) {
      const volatility = this.#surroundings.volatilityOf(name);
      if (volatility !== 'immutable') this.#faults.add(`${name} is ${volatility}, in ${clause}`);
    }
  }

  /** Stable functions are asked once, before the statement goes to its machines. */
  #requireSteady(expression: unknown, clause: string): void {
    for (const { name, args, isInCase } of functionsIn(expression)) {
      const volatility = this.#surroundings.volatilityOf(name);
      const isOfRow = isInCase || this.#namesColumn(args);
      if (volatility === 'volatile' || (volatility === 'stable' && isOfRow)) {
        this.#faults.add(`${name} is ${volatility}, in ${clause}`);
      }
    }
  }

  #namesColumn(expression: unknown): boolean {
    const { variables } = this.#surroundings;
    return columnsIn(expression).some((fields) => !variables?.has(fields[0]!));
  }

  #namesParameter(expression: unknown): boolean {
    const { variables } = this.#surroundings;
    return (
      contains(expression, 'ParamRef') ||
      columnsIn(expression).some((fields) => variables?.has(fields[0]!))
    );
  }

  /** Joins two values that are both known. */
  #join(one: Value | undefined, other: Value | undefined, { scope }: Level): void {
    if (one !== undefined && other !== undefined) this.#equal.join(one, other, scope);
  }

  #valueOf(node: Node | undefined, level: Level): Value | undefined {
    if (node === undefined) return undefined;
    const inner = (node['TypeCast'] ?? node['CollateClause']) as Node | undefined;
    if (inner) return this.#valueOf(inner['arg'] as Node, level);
    if (node['ParamRef']) {
      const place = Number((node['ParamRef'] as Node)['number']);
      return `$${(this.#surroundings.values?.indexOf(this.#surroundings.values[place - 1]) ?? place - 1) + 1}`;
    }
    if (node['A_Const']) return `'${JSON.stringify(node['A_Const'])}`;
    if (!node['ColumnRef']) return undefined;
    const fields = fieldsOf(node);
    const column = fields.at(-1);
    const table = fields.at(-2);
    if (column === undefined) return undefined;
    const passed: Level[] = [];
    for (let at: Level | undefined = level; at; at = at.above) {
      const source = at.sources.find((one) =>
        table === undefined ? has(one, column) : one.name === table,
      );
      if (source) {
        for (const one of passed) one.isCorrelated = true;
        return this.#columnOf(source, column);
      }
      passed.push(at);
    }
    return this.#surroundings.variables?.has(fields[0]!) ? `$${fields.join('.')}` : undefined;
  }

  #columnOf(source: Source | undefined, column: string): Value | undefined {
    if (source && !source.columns.has(column)) source.columns.set(column, this.#equal.newValue());
    return source?.columns.get(column);
  }
}
