import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartProblem, systemErrorCode } from '../problem.ts';
import { writeFileAtomically } from './write-file.ts';

/** Content of `version.json`. The file also marks a folder as ours: without it nothing in the folder is touched. */
export interface DataVersion {
  readonly product: 'Lectern';
  /** Layout of the data folder; counts up when an older starter could not use it. */
  readonly format: number;
  /** Major version of the PostgreSQL whose cluster is inside. */
  readonly postgresql: number;
}

const fileName = 'version.json';

export function writeVersion(folder: string, version: DataVersion): Promise<void> {
  return writeFileAtomically(join(folder, fileName), `${JSON.stringify(version)}\n`, 0o644);
}

/** @returns `undefined` when the folder has no `version.json` of ours */
export async function readVersion(folder: string): Promise<DataVersion | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(join(folder, fileName), 'utf8'));
    return isDataVersion(value) ? value : undefined;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isDataVersion(value: unknown): value is DataVersion {
  return (
    typeof value === 'object' &&
    value !== null &&
    'product' in value &&
    value.product === 'Lectern' &&
    'format' in value &&
    typeof value.format === 'number' &&
    'postgresql' in value &&
    typeof value.postgresql === 'number'
  );
}

/** @throws {StartProblem} when this Lectern cannot use what `found` describes */
export function requireSameVersion(folder: string, found: DataVersion, own: DataVersion): void {
  const choices = 'choose another folder with --data, or empty this one with --reset';
  if (found.format !== own.format) {
    const age = found.format > own.format ? 'a newer' : 'an older';
    throw new StartProblem(
      `The data folder ${folder} belongs to ${age} Lectern (data format ${found.format}, this one has ${own.format}). ` +
        `Start that version, ${choices}.`,
    );
  }
  if (found.postgresql !== own.postgresql) {
    throw new StartProblem(
      `The data folder ${folder} holds a database of PostgreSQL ${found.postgresql}, and this Lectern brings ${own.postgresql}. ` +
        `Start the Lectern that made it, ${choices}.`,
    );
  }
}
