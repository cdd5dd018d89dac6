import { CommandProblem } from '../../problem.ts';
import { readCsv } from '../csv.ts';
import type { RosterErrors } from '../errors.ts';
import { quoted } from '../fields.ts';
import type { RosterFiles } from '../files.ts';

/** The files of OneRoster that say something that Lectern keeps. */
export const oneRosterFiles = ['users', 'roles', 'classes', 'enrollments'] as const;
type OneRosterFile = (typeof oneRosterFiles)[number];

const modes = ['absent', 'bulk', 'delta'] as const;
export type Mode = (typeof modes)[number];

export interface Manifest {
  readonly version: '1.1' | '1.2';
  /** How each file is to be understood; `absent`: it is not read. */
  readonly modes: Readonly<Record<OneRosterFile, Mode>>;
}

const fileName = 'manifest.csv';

/**
 * Reads manifest.csv (OneRoster CSV Binding 1.2, section 3.1).
 *
 * @throws {CommandProblem} where there is none, or of another version: then nothing else is understood.
 */
export async function readManifest(files: RosterFiles, errors: RosterErrors): Promise<Manifest> {
  if (!files.has(fileName)) {
    throw new CommandProblem(
      `There is no ${fileName}, so this is not OneRoster 1.1 or 1.2. (A workbook of a spreadsheet must be saved as CSV.)`,
    );
  }
  const shape = {
    required: ['propertyName', 'value'],
    optional: [],
    otherColumns: 'ignored',
    separators: [','],
  } as const;
  const properties = new Map<string, string>();
  for await (const { values } of readCsv(fileName, files.read(fileName), shape, errors)) {
    properties.set(values.propertyName, values.value);
  }
  errors.throwIfAny();
  return {
    version: readVersion(properties.get('oneroster.version') ?? ''),
    modes: Object.fromEntries(
      oneRosterFiles.map((name) => [name, readMode(name, properties.get(`file.${name}`), files)]),
    ) as Manifest['modes'],
  };
}

function readVersion(value: string): Manifest['version'] {
  // 1.2.1 is 1.2 with its errata.
  const version = /^(1\.[12])(\.\d+)?$/.exec(value)?.[1];
  if (version === '1.1' || version === '1.2') return version;
  throw new CommandProblem(
    `${fileName} says oneroster.version ${quoted(value)}. Lectern reads 1.1 and 1.2.`,
  );
}

function readMode(name: OneRosterFile, value: string | undefined, files: RosterFiles): Mode {
  const mode = value === undefined ? 'absent' : modes.find((one) => one === value);
  if (!mode) {
    throw new CommandProblem(
      `${fileName} says file.${name} ${quoted(value!)}, which is not one of ${modes.join(', ')}.`,
    );
  }
  if (mode !== 'absent' && !files.has(`${name}.csv`)) {
    throw new CommandProblem(`${fileName} names ${name}.csv, but it is not there.`);
  }
  return mode;
}
