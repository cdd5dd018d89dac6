import { CommandProblem } from '../../problem.ts';
import { readCsv } from '../csv.ts';
import type { RosterErrors } from '../errors.ts';
import { quoted } from '../fields.ts';
import type { RosterFiles } from '../roster-files.ts';

/** The files of OneRoster that say something that Lectern keeps. */
export const oneRosterFiles = ['users', 'roles', 'classes', 'enrollments'] as const;
export type OneRosterFile = (typeof oneRosterFiles)[number];

const modes = ['absent', 'bulk', 'delta'] as const;
type Mode = (typeof modes)[number];

export interface Manifest {
  readonly version: '1.1' | '1.2';
  /** How each file is to be understood; `absent`: it is not read. */
  readonly modes: Readonly<Record<OneRosterFile, Mode>>;
}

const fileName = 'manifest.csv';

/**
 * Reads manifest.csv (OneRoster CSV Binding 1.2, section 3.1). Without it the files that are there speak for
 * themselves: roles.csv is new in 1.2.
 *
 * @throws {CommandProblem} for another version, or where there is no file of OneRoster at all.
 */
export async function readManifest(files: RosterFiles, errors: RosterErrors): Promise<Manifest> {
  if (!oneRosterFiles.some((name) => files.has(`${name}.csv`))) {
    throw new CommandProblem(
      `There is no users.csv, so this is not OneRoster 1.1 or 1.2. (A workbook of a spreadsheet must be saved as CSV.)`,
    );
  }
  if (!files.has(fileName)) {
    return {
      version: files.has('roles.csv') ? '1.2' : '1.1',
      modes: modesOf((name) => (files.has(`${name}.csv`) ? 'bulk' : 'absent')),
    };
  }
  const shape = {
    required: ['propertyName', 'value'],
    optional: [],
    otherColumns: 'ignored',
  } as const;
  const properties = new Map<string, string>();
  for await (const { values } of readCsv(fileName, () => files.read(fileName), shape, errors)) {
    properties.set(values.propertyName.toLowerCase(), values.value);
  }
  errors.throwIfAny();
  return {
    version: readVersion(properties.get('oneroster.version') ?? ''),
    modes: modesOf((name) => readMode(name, properties.get(`file.${name}`), files)),
  };
}

function modesOf(modeOf: (name: OneRosterFile) => Mode): Manifest['modes'] {
  return Object.fromEntries(
    oneRosterFiles.map((name) => [name, modeOf(name)]),
  ) as Manifest['modes'];
}

function readVersion(value: string): Manifest['version'] {
  // 1.2.1 is 1.2 with its errata.
  const version = /^v?(1\.[12])(\.\d+)?$/i.exec(value)?.[1];
  if (version === '1.1' || version === '1.2') return version;
  throw new CommandProblem(
    `${fileName} says oneroster.version ${quoted(value)}. Lectern reads 1.1 and 1.2.`,
  );
}

function readMode(name: OneRosterFile, value: string | undefined, files: RosterFiles): Mode {
  const mode = value ? modes.find((mode) => mode === value.toLowerCase()) : 'absent';
  if (!mode) {
    throw new CommandProblem(
      `${fileName} says file.${name} ${quoted(value!)}, which is not one of ${modes.join(', ')}.`,
    );
  }
  if (mode !== 'absent' && !files.has(`${name}.csv`)) {
    throw new CommandProblem(
      `${fileName} names ${name}.csv, but it is not there. Add the file, or write absent behind file.${name}.`,
    );
  }
  return mode;
}
