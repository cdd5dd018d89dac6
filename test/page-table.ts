import { readFileSync, writeFileSync } from 'node:fs';

/**
 * A page, and the page with these rows in its first table with this head. With `LECTERN_WRITE_PAGES=1` the latter is
 * written.
 *
 * @param path From the checkout.
 */
export function pageWithTable(
  path: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): { readonly page: string; readonly written: string } {
  const file = new URL(`../${path}`, import.meta.url);
  const page = readFileSync(file, 'utf8');
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |\n`;
  const table = [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('');
  const titles = head.map((title) => `\\| ${title} +`).join('');
  const written = page.replace(new RegExp(`^${titles}\\|\\n(\\|.*\\n)+`, 'm'), () => table);
  if (!written.includes(table)) throw new Error(`${path} has no table of ${head.join(', ')}.`);
  if (!process.env['LECTERN_WRITE_PAGES']) return { page, written };
  writeFileSync(file, written);
  return { page: written, written };
}
