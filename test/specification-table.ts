import { readFileSync } from 'node:fs';

/** A sentence of the specification, with what makes it true and what shows that. */
export interface Row {
  /** Number of the specification's section. */
  readonly section: number;
  readonly sentence: string;
  /** Paths within the checkout. */
  readonly code: readonly string[];
  readonly tests: readonly ShownBy[];
}

/** A test by its file and a piece of its title; the title is empty where none is named. */
interface ShownBy {
  readonly path: string;
  readonly title: string;
}

/**
 * Reads the tables of `docs/specification.md`. Several paths or tests in a cell stand below each other.
 *
 *   ## 2. Screens and routes
 *   | sentence | code                 | test                                    |
 *   | …        | `path`<br>`path`     | `path` › title<br>`path` › title        |
 *
 * @throws {Error} for a line of a table that is none of these.
 */
export function readTables(file: string): readonly Row[] {
  const sections = readFileSync(file, 'utf8').split(/^## /m).slice(1);
  return sections.flatMap((text) => {
    const number = /^(\d+)\. /.exec(text)?.[1];
    if (number === undefined) return [];
    const [, , ...lines] = text.split('\n').filter((line) => line.startsWith('|'));
    return lines.map((line) => readRow(Number(number), line));
  });
}

function readRow(section: number, line: string): Row {
  const cells = line.split('|').map((cell) => cell.trim());
  const [before, sentence, code, tests, after] = cells;
  if (!sentence || code === undefined || tests === undefined || before !== '' || after !== '')
    throw new Error(`A row has three cells: ${line}`);
  return {
    section,
    sentence,
    code: parts(code).map((part) => readPath(part).path),
    tests: parts(tests).map(readPath),
  };
}

function parts(cell: string): readonly string[] {
  return cell === '' ? [] : cell.split('<br>');
}

function readPath(part: string): ShownBy {
  const read = /^`([^`]+)`(?: › (.+))?$/.exec(part);
  if (!read) throw new Error(`No path in backticks: ${part}`);
  const [, path = '', title = ''] = read;
  return { path, title };
}
