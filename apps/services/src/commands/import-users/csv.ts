import { pipeline, Readable } from 'node:stream';
import { CsvError, parse, type Info } from 'csv-parse';
import { readText, type OpenFile } from './csv-text.ts';
import { FileFault, type RosterErrors } from './errors.ts';

/** Which columns a file has, whose names are compared without regard to case. */
export interface CsvShape<Column extends string> {
  readonly required: readonly Column[];
  readonly optional: readonly Column[];
  /** `refused`: a column that is none of these is a mistake, such as a misspelt one. */
  readonly otherColumns: 'refused' | 'ignored';
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

/** Possible separators of fields; the most frequent one of the header counts. */
const separators = [',', ';', '\t'] as const;

/** The line that says what separates the fields, in files of spreadsheets. */
const separatorLine = /^sep=(.)\n/i;

/**
 * Rows of a CSV file (RFC 4180) with a header, as spreadsheets write it: without the space around values, with
 * commas, semicolons or tabs. Empty rows are left out, empty fields at the end of a row need not
 * be there and can be too many. A row that cannot be told apart is an error.
 */
export async function* readCsv<Column extends string>(
  file: string,
  open: OpenFile,
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
    for await (const { record, info } of parseCsv(readText(file, open, errors), onRow)) {
      const fields = record.map(cleaned);
      if (fields.every((field) => field === '')) continue;
      // Of a row over several lines, `info` names the last.
      const line = info.lines - record.reduce((breaks, field) => breaks + countBreaks(field), 0);
      // Of files that were joined, each begins with its own.
      if (!header || isHeader(fields, shape)) header = readHeader(fields, line, shape);
      else {
        const surplus = fields.findIndex((field, index) => field && !header!.isNamed(index));
        if (surplus < 0) yield { file, line, values: valuesOf(fields, header.columns) };
        else {
          const reason = `${JSON.stringify(fields[surplus]!.slice(0, 40))} stands in field ${surplus + 1}, which has no column in the header. Is there a separator too many, or one within a value that quotes must enclose`;
          errors.add({ file, line }, reason);
        }
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
  onRow: (lines: number) => void,
): AsyncGenerator<Parsed> {
  let start = '';
  // The separator stands in the header, in front of which a line can say what it is.
  for (let lines = 0; lines < 3 && start.length < rowMaximumLength;) {
    const { value, done } = await pieces.next();
    if (done) break;
    start += value;
    lines = start.split('\n', 4).length;
  }
  const said = separatorLine.exec(start);
  const separator = said?.[1] ?? likelySeparator(start);
  const skippedLines = said ? 1 : 0;
  const rest = said ? start.slice(said[0].length) : start;
  const parser = parse({
    delimiter: separator,
    record_delimiter: '\n',
    info: true,
    on_record: (record, { lines }) => {
      onRow(lines + skippedLines);
      return record;
    },
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: rowMaximumLength,
  });
  const all = async function* () {
    if (rest !== '') yield rest;
    yield* pieces;
  };
  // Failures on the way come out of the parser.
  pipeline(Readable.from(all()), parser, () => {});
  for await (const { record, info } of parser as AsyncIterable<Parsed>) {
    yield { record, info: { ...info, lines: info.lines + skippedLines } };
  }
}

function likelySeparator(start: string): string {
  const [header = ''] = start.trimStart().split('\n', 1);
  const count = (separator: string) => header.split(separator).length;
  return separators.reduce<string>((best, one) => (count(one) > count(best) ? one : best), ',');
}

/** Spaces of every kind and width at the ends of a value, and a byte order mark, which belong to none. */
const edges = /^[\s\u200b\u2060]+|[\s\u200b\u2060]+$/gu;

/** A value without the edges. */
export function cleaned(field: string): string {
  return field.replaceAll(edges, '');
}

interface Header<Column> {
  isNamed(index: number): boolean;
  readonly columns: readonly (readonly [column: Column, index: number | undefined])[];
}

function readHeader<Column extends string>(
  given: readonly string[],
  line: number,
  { required, optional, otherColumns }: CsvShape<Column>,
): Header<Column> {
  const known: readonly Column[] = [...required, ...optional];
  const names = given.map((name) => name.toLowerCase());
  const indexOf = (column: string) => names.indexOf(column.toLowerCase());
  const twice = given.find((name, index) => name && indexOf(name) < index);
  if (twice) throw new FileFault(`has two columns ${JSON.stringify(twice)}`, line);
  const missing = required.filter((column) => indexOf(column) < 0);
  if (missing.length > 0) {
    throw new FileFault(
      `lacks the ${plural('column', missing)} ${missing.join(', ')}. Its first line must name the columns; it names ${given.slice(0, 20).join(', ').slice(0, 200)}`,
      line,
    );
  }
  const others = given.filter(
    (name) => name && !known.some((column) => column.toLowerCase() === name.toLowerCase()),
  );
  if (otherColumns === 'refused' && others.length > 0) {
    const found = others.map((name) => JSON.stringify(name)).join(', ');
    throw new FileFault(
      `has the unknown ${plural('column', others)} ${found}; known are ${known.join(', ')}`,
      line,
    );
  }
  const columns = known.map((column) => {
    const index = indexOf(column);
    return [column, index < 0 ? undefined : index] as const;
  });
  return { isNamed: (index) => Boolean(names[index]), columns };
}

function isHeader<Column extends string>(
  fields: readonly string[],
  { required }: CsvShape<Column>,
): boolean {
  return required.every((column) =>
    fields.some((field) => field.toLowerCase() === column.toLowerCase()),
  );
}

function valuesOf<Column extends string>(
  fields: readonly string[],
  columns: Header<Column>['columns'],
): Record<Column, string> {
  const values = {} as Record<Column, string>;
  for (const [column, index] of columns) {
    values[column] = index === undefined ? '' : (fields[index] ?? '');
  }
  return values;
}

const notAtTheEnd = 'there is text between a closing quote and the end of the field';

const reasons: { readonly [Code in CsvError['code']]?: string } = {
  CSV_QUOTE_NOT_CLOSED: 'a quote opens and never closes',
  CSV_INVALID_CLOSING_QUOTE: notAtTheEnd,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: notAtTheEnd,
  INVALID_OPENING_QUOTE:
    'there is a quote within a field that does not begin with one. Enclose the field in quotes, and write the inner ones twice: "Max ""Maxi"""',
  CSV_MAX_RECORD_SIZE: `is longer than ${rowMaximumLength} characters`,
};

function countBreaks(field: string): number {
  return field.includes('\n') ? field.split('\n').length - 1 : 0;
}

function plural(noun: string, list: readonly unknown[]): string {
  return list.length === 1 ? noun : `${noun}s`;
}
