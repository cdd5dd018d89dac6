import { distributionKeys, everywhere } from '../../src/storage/distribution-keys.ts';
import { partitionsOfTable, tableOfPartition, type TableName } from './partitioned-schema.ts';
import type { PlanNode, RecordedPlan } from './recorded-plans.ts';

/** Partitions that a call touches. */
export interface Touched {
  /** Tables by whose key each row is found: one partition a key. */
  readonly byKey: readonly string[];
  /** Tables that are searched in every partition, and by how many statements of a request at most. */
  readonly inEvery: ReadonlyMap<string, number>;
  /** Tables among them that are read from one end to the other, for want of an index. */
  readonly whole: readonly string[];
  /** Keys of tables that one and the same statement joins, where they are different ones. */
  readonly joined: readonly string[];
}

/** A table in a plan, as often as it is read there: the scans of its partitions. */
interface Reading {
  readonly table: TableName;
  readonly scans: readonly PlanNode[];
  /** How often it is read. */
  readonly loops: number;
}

/** @param requests The statements of each request of a call. */
export function touchedBy(requests: readonly (readonly RecordedPlan[])[]): Touched {
  const byKey = new Set<string>();
  const inEvery = new Map<string, number>();
  const whole = new Set<string>();
  const joined = new Set<string>();
  for (const plans of requests) {
    const counts = new Map<string, number>();
    for (const { plan } of plans) {
      const readings = [...readingsOf(plan)];
      const searches = readings.filter(isInEvery);
      const searched = new Set(searches.map(({ table }) => table));
      for (const { table } of searches.filter(isWhole)) whole.add(table);
      for (const { table } of readings) byKey.add(table);
      for (const table of searched) counts.set(table, (counts.get(table) ?? 0) + 1);
      const keys = new Set(readings.map(({ table }) => distributionKeys[table]!));
      if (keys.size > 1) for (const key of keys) joined.add(key);
    }
    for (const [table, count] of counts) {
      inEvery.set(table, Math.max(count, inEvery.get(table) ?? 0));
    }
  }
  return {
    byKey: [...byKey].filter((table) => !inEvery.has(table)).sort(),
    inEvery,
    whole: [...whole],
    joined: [...joined].sort(),
  };
}

function* readingsOf(node: PlanNode): Generator<Reading> {
  const table = distributedTable(node);
  // A row that is written goes to the partition of its key.
  if (table) yield { table, scans: [node], loops: node['Actual Loops'] ?? 0 };
  const children = node.Plans ?? [];
  const isAppend = /^(Merge )?Append$/.test(node['Node Type']);
  const partitions = isAppend ? children.filter((child) => distributedTable(child)) : [];
  for (const [name, scans] of Map.groupBy(partitions, (child) => distributedTable(child)!)) {
    yield { table: name, scans, loops: node['Actual Loops'] ?? 0 };
    for (const scan of scans) for (const child of scan.Plans ?? []) yield* readingsOf(child);
  }
  for (const child of children) {
    if (!partitions.includes(child)) yield* readingsOf(child);
  }
}

function distributedTable(node: PlanNode): TableName | undefined {
  if (!node['Relation Name']) return undefined;
  const table = tableOfPartition(`${node.Schema}.${node['Relation Name']}`) as TableName;
  return distributionKeys[table] === undefined || distributionKeys[table] === everywhere
    ? undefined
    : table;
}

/**
 * True for a table that is searched in all its partitions: all are in the plan, and either a partition is searched
 * without regard to the key, or, whatever the plan says, all are searched every time.
 */
function isInEvery({ table, scans, loops }: Reading): boolean {
  const ofPartition = Map.groupBy(scans, (scan) => scan['Relation Name']!);
  if (ofPartition.size < partitionsOfTable) return false;
  const equals = new RegExp(`\\b${distributionKeys[table]!}"?\\)?(::\\w+)? = `);
  const goesByKey = scans.every((scan) => equals.test(conditionsOf(scan)));
  const everyTime = [...ofPartition.values()].every(
    (same) => loops > 0 && same.reduce((sum, scan) => sum + scan['Actual Loops']!, 0) >= loops,
  );
  return !goesByKey || everyTime;
}

function isWhole({ scans }: Reading): boolean {
  const hasIndexCondition = (node: PlanNode): boolean =>
    node['Index Cond'] !== undefined || (node.Plans ?? []).filter(isBitmap).some(hasIndexCondition);
  return !scans.every(hasIndexCondition);
}

function conditionsOf(scan: PlanNode): string {
  const inner = (scan.Plans ?? []).filter(isBitmap).map(conditionsOf);
  return [scan['Index Cond'], scan['Recheck Cond'], scan.Filter, ...inner].join(' ');
}

function isBitmap(node: PlanNode): boolean {
  return node['Node Type'].startsWith('Bitmap');
}
