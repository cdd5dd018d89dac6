import { readFileSync } from 'node:fs';
import type { PlatformOptions } from '../platform.ts';
import { requiredSetting, SettingProblem, type Environment } from './settings.ts';

const variable = 'LECTERN_CONFIGURATION';

/**
 * Where the built shell is, and what it is configured with.
 *
 * @throws {SettingProblem}
 */
export function readShellSettings(environment: Environment): Pick<PlatformOptions, 'shell'> {
  const directory = environment['LECTERN_SHELL_DIRECTORY'];
  if (!directory) return {};
  const configuration = readConfiguration(requiredSetting(environment, variable));
  return { shell: { directory, configuration } };
}

/**
 * What is wrong is told by its place, never by its words: the document may hold a secret. Its fields are
 * checked by the shell.
 *
 * @returns JSON, without the byte order mark that some editors write
 */
function readConfiguration(file: string): string {
  const wrong = (what: string) => new SettingProblem(`${variable} names ${file}, which ${what}.`);
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw wrong(whyUnreadable(error));
  }
  let document: string;
  try {
    document = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw wrong('is not written in UTF-8');
  }
  if (document.trim() === '') throw wrong('is empty');
  try {
    JSON.parse(document);
  } catch (error) {
    throw wrong(`is not JSON${placeIn(error)}`);
  }
  return document;
}

function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
  return unreadable[code] ?? `cannot be read (${code})`;
}

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'the services may not read',
};

/** The rest of V8's message quotes the text; it says the place of most mistakes, but not of all. */
function placeIn(error: unknown): string {
  const [, line, column] =
    /\(line (\d+) column (\d+)\)$/.exec(error instanceof Error ? error.message : '') ?? [];
  return line === undefined ? '' : `: line ${line}, column ${column}`;
}
