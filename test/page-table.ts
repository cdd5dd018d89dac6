import { readFileSync, writeFileSync } from 'node:fs';

const fileOf = (path: string) => new URL(`../${path}`, import.meta.url);

/**
 * Comments above the entries of tables that source files declare, such as `const ofFiles = { … }`, by the entries'
 * paths. A comment is the meaning, and behind `@default` what holds without the entry.
 *
 * @param files From the checkout.
 */
export function commentsIn(files: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const parts = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s+(\w+)|(\w+): (?:\w+\()?\{$|^ *\}/gm;
  for (const file of files) {
    const source = readFileSync(fileOf(file), 'utf8');
    for (const [, table] of source.matchAll(/^(?:export )?const \w+ = \{\n([^]*?)^\};$/gm)) {
      const sections: string[] = [];
      for (const [, comment, entry, section] of table!.matchAll(parts)) {
        if (section) sections.push(section);
        else if (!comment) sections.pop();
        else
          found.set([...sections, entry].join('.'), comment.replaceAll(/\s+(\* )?/g, ' ').trim());
      }
    }
  }
  return found;
}

/**
 * A page, and the page with a table of these entries. With `LECTERN_WRITE_PAGES=1` the latter is written.
 *
 * @param path From the checkout.
 * @param kind Of the entries; the page's first table with this head is theirs.
 */
export function pageWithTable(
  path: string,
  kind: string,
  entries: readonly string[],
  comments: ReadonlyMap<string, string>,
): { readonly page: string; readonly written: string } {
  const head = [kind, 'default', 'meaning'];
  const rows = entries.map((entry) => {
    const [meaning, otherwise = 'required'] = comments.get(entry)?.split(' @default ') ?? [];
    if (!meaning) throw new Error(`${entry} has no comment.`);
    return [`\`${entry}\``, otherwise, meaning];
  });
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |\n`;
  const table = [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('');
  const page = readFileSync(fileOf(path), 'utf8');
  const titles = head.map((title) => `\\| ${title} +`).join('');
  const written = page.replace(new RegExp(`^${titles}\\|\\n(\\|.*\\n)+`, 'm'), () => table);
  if (!written.includes(table)) throw new Error(`${path} has no table of a ${kind}.`);
  if (!process.env['LECTERN_WRITE_PAGES']) return { page, written };
  writeFileSync(fileOf(path), written);
  return { page: written, written };
}
