import { distributionKeys, everywhere } from '../../src/storage/distribution-keys.ts';
import type { TableName } from './partitioned-schema.ts';
import type { Touched } from './touched-partitions.ts';

/** A table of a page, its head first. */
type Table = readonly (readonly string[])[];

/** Which tables go by which key. */
export function keyTable(): Table {
  const tables = Object.keys(distributionKeys) as TableName[];
  const byKey = Map.groupBy(tables, (table) => distributionKeys[table]);
  return [
    ['key', 'tables'],
    ...[...byKey].map(([key, names]) => [
      key === everywhere ? 'none: a copy on every machine' : `\`${key}\``,
      names.map(code).join(', '),
    ]),
  ];
}

/** What calls touch, by how the page calls them. */
export function touchTable(calls: ReadonlyMap<string, Touched>): Table {
  return [
    ['call', 'touches', 'statements to every partition', 'joins over keys'],
    ...[...calls]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { byKey, inEvery, whole, joined }]) => [
        name,
        inEvery.size > 0 ? 'every partition' : byKey.length > 0 ? 'one a key' : '',
        [...inEvery]
          .map(([table, count]) =>
            [
              ...(count > 1 ? [`${count} of`] : []),
              code(table),
              ...(whole.includes(table) ? ['without an index'] : []),
            ].join(' '),
          )
          .join(', '),
        joined.map(code).join(', '),
      ]),
  ];
}

/** The text with this table in place of the one with the same head. */
export function withTable(text: string, table: Table): string {
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => cellsOf(line).join() === table[0]!.join());
  if (begin < 0) throw new Error(`The page has no table ${table[0]!.join(' | ')}.`);
  const length = lines.slice(begin).findIndex((line) => !line.startsWith('|'));
  return lines.toSpliced(begin, length, ...linesOf(table)).join('\n');
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** As the formatter writes it. */
function linesOf([head, ...rows]: Table): string[] {
  const widths = head!.map((_, column) =>
    Math.max(3, ...[head!, ...rows].map((row) => row[column]!.length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(head!), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}

function code(name: string): string {
  return `\`${name}\``;
}
