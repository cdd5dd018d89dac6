import type { CsvRow, CsvShape } from '../csv.ts';
import type { RosterErrors } from '../errors.ts';
import type { Manifest, OneRosterFile } from './manifest.ts';

/** A OneRoster, by whichever binding: the CSV files of a school, or its provider's answers. */
export interface OneRosterSet {
  /** Version, and which files there are. */
  manifest(errors: RosterErrors): Promise<Manifest>;
  /** Rows of one of the files, under the names of the CSV binding. */
  rows<Column extends string>(
    name: OneRosterFile,
    shape: CsvShape<Column>,
    errors: RosterErrors,
  ): AsyncIterable<CsvRow<Column>>;
  close(): void;
}

/** References to what a file does not hold, because an earlier one did. */
export interface AllowedReferences {
  readonly users: boolean;
  readonly classes: boolean;
}
