import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testTitles } from './test-titles.ts';

/** A line of a table, by the heading that it stands below. */
export interface Line {
  readonly heading: string;
  /** One for each column; the first is not empty. */
  readonly cells: readonly string[];
}

/** A sentence of the specification, with what makes it true and what shows that. */
export interface Row {
  /** Number of the specification's section. */
  readonly section: number;
  readonly sentence: string;
  /** Paths within the checkout. */
  readonly code: readonly string[];
  readonly tests: readonly ShownBy[];
}

/** A requirement of a standard, with what shows that it is kept. */
export interface Requirement {
  /** Heading that its table stands below. */
  readonly part: string;
  /** The standard's own number, such as `2.4.1`. */
  readonly section: string;
  readonly text: string;
  readonly tests: readonly ShownBy[];
}

/** An attack, with what shows that it fails. */
export interface Attack {
  readonly number: number;
  readonly attack: string;
  readonly expected: string;
  readonly tests: readonly ShownBy[];
}

/** A test by its file and a piece of its title; the title is empty where none is named. */
export interface ShownBy {
  readonly path: string;
  readonly title: string;
}

/** The shortest piece of a title that still names a test, in characters. */
const titleMinimumLength = 6;

/**
 * Reads a document of what is promised. Several paths or tests in a cell stand below each other.
 *
 *   ## 2. Screens and routes
 *   | sentence | code                 | test                                    |
 *   | …        | `path`<br>`path`     | `path` › title<br>`path` › title        |
 *
 * @throws {Error} for a line of a table that is none of these.
 */
export function readTables(file: string): readonly Row[] {
  return readLines(file, 3).flatMap(({ heading, cells }) => {
    const [sentence = '', code = '', tests = ''] = cells;
    const number = /^(\d+)\. /.exec(heading)?.[1];
    if (number === undefined) return [];
    return [
      {
        section: Number(number),
        sentence,
        code: parts(code).map((part) => readPath(part).path),
        tests: parts(tests).map(readPath),
      },
    ];
  });
}

/**
 * Reads a document of how a standard is kept: the same, with the number of the standard's section in the
 * place of the code.
 *
 *   | required | section | test                                    |
 *   | …        | 2.4.1   | `path` › title<br>`path` › title        |
 */
export function readRequirements(file: string): readonly Requirement[] {
  return readLines(file, 3).map(({ heading, cells: [text = '', section = '', tests = ''] }) => ({
    part: heading,
    section,
    text,
    tests: parts(tests).map(readPath),
  }));
}

/**
 * Reads a document of attacks, whose tests are links, so that a reader gets to them.
 *
 *   | # | attack | expected | test                                     |
 *   | 7 | …      | …        | [file](../path) › title<br>[file](../path) › title |
 */
export function readAttacks(file: string): readonly Attack[] {
  return readLines(file, 4).map(({ cells: [number, attack = '', expected = '', tests = ''] }) => ({
    number: Number(number),
    attack,
    expected,
    tests: parts(tests).map(readPath),
  }));
}

/**
 * What is wrong with the tests that a row names: each has to be there, and to run.
 *
 * @param checkout folder that their paths are within.
 */
export function faultsOf(tests: readonly ShownBy[], checkout: string): readonly string[] {
  if (tests.length === 0) return ['no test is named'];
  return tests.flatMap(({ path, title }) => {
    const named = `${path} › ${title}`;
    if (!existsSync(join(checkout, path))) return [`${path} is not there`];
    if (title.length < titleMinimumLength) return [`${named} is too short a title`];
    const titles = testTitles(join(checkout, path));
    return titles.some((one) => one.includes(title)) ? [] : [`${named} is not there`];
  });
}

function readLines(file: string, columns: number): readonly Line[] {
  const sections = readFileSync(file, 'utf8').split(/^## /m).slice(1);
  return sections.flatMap((text) => {
    const [heading = '', ...below] = text.split('\n');
    const [, , ...lines] = below.filter((line) => line.startsWith('|'));
    return lines.map((line) => ({ heading, cells: readCells(line, columns) }));
  });
}

function readCells(line: string, columns: number): Line['cells'] {
  const [before, ...cells] = line.split('|').map((cell) => cell.trim());
  const after = cells.pop();
  if (before !== '' || after !== '' || !cells[0] || cells.length !== columns)
    throw new Error(`A row has ${columns} cells: ${line}`);
  return cells;
}

function parts(cell: string): readonly string[] {
  return cell === '' ? [] : cell.split('<br>');
}

function readPath(part: string): ShownBy {
  const read = /^(?:`(?<code>[^`]+)`|\[[^\]]+\]\(\.\.\/(?<link>[^)]+)\))(?: › (?<title>.+))?$/.exec(
    part,
  );
  if (!read?.groups) throw new Error(`No path in backticks, and no link: ${part}`);
  const { code, link, title = '' } = read.groups;
  return { path: code ?? link ?? '', title };
}
