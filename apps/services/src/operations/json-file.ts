import { readFileSync } from 'node:fs';
import { SettingProblem } from './setting-problem.ts';

/**
 * Reads a file that a setting names. What is wrong is told by its place, never by its words: the document
 * may hold a secret.
 *
 * @param variable Of the setting.
 * @returns JSON, without the byte order mark that some editors write
 * @throws {SettingProblem}
 */
export function readJsonFile(variable: string, file: string): string {
  const wrong = (fault: string) => new SettingProblem(`${variable} names ${file}, which ${fault}.`);
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
