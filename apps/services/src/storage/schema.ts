import { readFileSync } from 'node:fs';
import { readSqlFiles } from './sql-files.ts';

/** Tables and functions of one version of the product. */
export interface Schema {
  /** Of the product. */
  readonly version: string;
  /** Every migration by its name, in order. A released one is never changed (CONTRIBUTING.md). */
  readonly migrations: ReadonlyMap<string, string>;
  /** Functions that the start installs, each in the file of its name. */
  readonly functions: ReadonlyMap<string, string>;
}

export const schemasOfServices = ['aua', 'gres', 'lima', 'osc', 'atma', 'clag', 'lars'] as const;

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

export const schema: Schema = {
  version,
  migrations: readSqlFiles(new URL('./migrations/', import.meta.url)),
  functions: readSqlFiles(new URL('./functions/', import.meta.url)),
};
