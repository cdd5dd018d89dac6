import type { Touched } from './touched-partitions.ts';

/** A line for each call: its partitions, the tables of which it asks all, and the keys that a statement joins. */
export function linesOf(calls: ReadonlyMap<string, Touched>): string {
  return [...calls]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { byKey, inEvery, whole, joined }]) => {
      const tables = [...inEvery].map(
        ([table, count]) =>
          `${count > 1 ? `${count} of ` : ''}${table}${whole.includes(table) ? ' without an index' : ''}`,
      );
      const touches = tables.length > 0 ? `every partition: ${tables.join(', ')}` : 'one a key';
      return [
        name,
        ...(tables.length > 0 || byKey.length > 0 ? [touches] : ['nothing']),
        ...(joined.length > 0 ? [`joins ${joined.join(', ')}`] : []),
      ].join(' | ');
    })
    .map((line) => `${line}\n`)
    .join('');
}
