import { pipeline, Readable } from 'node:stream';
import { CsvError, parse, type Info } from 'csv-parse';
import { FileFault, type RosterErrors } from './errors.ts';
import { readLines } from './lines.ts';

/** Which columns a file has. */
export interface CsvShape<Column extends string> {
  readonly required: readonly Column[];
  readonly optional: readonly Column[];
  /** `refused`: a column that is none of these is a mistake, such as a misspelt one. */
  readonly otherColumns: 'refused' | 'ignored';
  /** The one that the header has most of separates the fields. */
  readonly separators: readonly [string, ...string[]];
}

/** One row. A column that the file does not have is empty everywhere. */
export interface CsvRow<Column extends string> {
  readonly file: string;
  /** Where the row begins. */
  readonly line: number;
  readonly values: Readonly<Record<Column, string>>;
}

/** Longest row in characters, with the line breaks that quotes allow. */
const rowMaximumLength = 1024 * 1024;

/**
 * Rows of a CSV file (RFC 4180) with a header, without the space around values. Empty rows, which
 * spreadsheets leave at the end, are left out; a row that cannot be told apart is an error.
 */
export async function* readCsv<Column extends string>(
  file: string,
  bytes: AsyncIterable<Uint8Array>,
  shape: CsvShape<Column>,
  errors: RosterErrors,
): AsyncGenerator<CsvRow<Column>> {
  let parsedLines = 0;
  // The parser fails at once, while rows before the fault may still wait to be read here.
  const onRow = (lines: number) => {
    parsedLines = lines;
  };
  try {
    let header: Header<Column> | undefined;
    for await (const { record, info } of parseCsv(readLines(bytes), shape.separators, onRow)) {
      // Of a row over several lines, `info` names the last.
      const line = info.lines - record.reduce((breaks, field) => breaks + countBreaks(field), 0);
      if (!header) header = readHeader(record, shape);
      else if (record.every((field) => field === '')) continue;
      else if (record.length === header.length) {
        yield { file, line, values: valuesOf(record, header.columns) };
      } else {
        const reason = `the header has ${header.length} fields, this row ${record.length}`;
        errors.add({ file, line }, reason);
      }
    }
    if (!header) throw new FileFault('is empty: it needs a header with the names of the columns');
  } catch (error) {
    if (error instanceof CsvError) {
      errors.add({ file, line: parsedLines + 1 }, reasons[error.code] ?? error.message);
    } else if (error instanceof FileFault) {
      errors.add({ file, ...(error.line && { line: error.line }) }, error.message);
    } else if (error instanceof Error && 'syscall' in error) {
      errors.add({ file }, `cannot be read (${error.message})`);
    } else throw error;
  }
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: Info;
}

async function* parseCsv(
  pieces: AsyncGenerator<string>,
  separators: CsvShape<string>['separators'],
  onRow: (lines: number) => void,
): AsyncGenerator<Parsed> {
  const first = await pieces.next();
  if (first.done) return;
  const parser = parse({
    delimiter: separatorOf(first.value, separators),
    record_delimiter: ['\r\n', '\n'],
    info: true,
    on_record: (record, { lines }) => {
      onRow(lines);
      return record;
    },
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: rowMaximumLength,
  });
  const all = async function* () {
    yield first.value;
    yield* pieces;
  };
  // What goes wrong on the way comes out of the parser.
  pipeline(Readable.from(all()), parser, () => {});
  yield* parser as AsyncIterable<Parsed>;
}

function separatorOf(start: string, separators: CsvShape<string>['separators']): string {
  const [header = ''] = start.trimStart().split('\n', 1);
  const count = (separator: string) => header.split(separator).length;
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best));
}

interface Header<Column> {
  readonly length: number;
  readonly columns: readonly (readonly [column: Column, index: number | undefined])[];
}

function readHeader<Column extends string>(
  names: readonly string[],
  { required, optional, otherColumns }: CsvShape<Column>,
): Header<Column> {
  const known: readonly Column[] = [...required, ...optional];
  const twice = names.find((name, index) => name && names.indexOf(name) < index);
  if (twice) throw new FileFault(`has two columns ${JSON.stringify(twice)}`, 1);
  const missing = required.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    throw new FileFault(`lacks the ${plural('column', missing)} ${missing.join(', ')}`, 1);
  }
  const others = names.filter((name) => !(known as readonly string[]).includes(name));
  if (otherColumns === 'refused' && others.length > 0) {
    const found = others.map((name) => JSON.stringify(name)).join(', ');
    throw new FileFault(
      `has the unknown ${plural('column', others)} ${found}; known are ${known.join(', ')}`,
      1,
    );
  }
  const columns = known.map((column) => {
    const index = names.indexOf(column);
    return [column, index < 0 ? undefined : index] as const;
  });
  return { length: names.length, columns };
}

function valuesOf<Column extends string>(
  record: readonly string[],
  columns: Header<Column>['columns'],
): Record<Column, string> {
  const values = {} as Record<Column, string>;
  for (const [column, index] of columns) values[column] = index === undefined ? '' : record[index]!;
  return values;
}

const notAtTheEnd = 'there is text between a closing quote and the end of the field';

const reasons: { readonly [Code in CsvError['code']]?: string } = {
  CSV_QUOTE_NOT_CLOSED: 'a quote opens and never closes',
  CSV_INVALID_CLOSING_QUOTE: notAtTheEnd,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: notAtTheEnd,
  INVALID_OPENING_QUOTE: 'there is a quote within a field that does not begin with one',
  CSV_MAX_RECORD_SIZE: `is longer than ${rowMaximumLength} characters`,
};

function countBreaks(field: string): number {
  return field.includes('\n') ? field.split('\n').length - 1 : 0;
}

function plural(noun: string, list: readonly unknown[]): string {
  return list.length === 1 ? noun : `${noun}s`;
}
