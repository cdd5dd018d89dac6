import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { publicationLimits } from '@lectern/contracts/calls/publishing/publication';
import type { CheckedManifest } from './check-manifest.ts';
import type { Fault } from './fault.ts';
import { plainTextOf } from './plain-text.ts';
import type { Path } from './source.ts';

/** Texts of topics and exercises by their ids; those without text are left out. */
export interface FolderTexts {
  readonly topics: ReadonlyMap<string, string>;
  readonly exercises: ReadonlyMap<string, string>;
}

const htmlTypes: ReadonlySet<string> = new Set(['.htm', '.html', '.xhtml']);
const fileMaximumInBytes = 32 * 1024 ** 2;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A file as it was read, or what is wrong with it. */
type Read = { readonly content: string } | { readonly message: string };

/** Reads the texts that the manifest names. */
export async function readFolderTexts(
  folder: string,
  { manifest, source }: CheckedManifest,
): Promise<FolderTexts | { readonly faults: readonly Fault[] }> {
  const root = await realpath(folder);
  const faults: Fault[] = [];
  // Many topics and exercises stand in one page.
  const read = new Map<string, Promise<Read>>();
  const textAt = async (named: string | undefined, path: Path): Promise<string> => {
    if (named === undefined) return '';
    const [file = '', id] = named.split('#', 2);
    const reading = read.get(file) ?? readText(root, file);
    read.set(file, reading);
    const result = await reading;
    const fail = (message: string) => {
      faults.push(source.faultAt(path, message));
      return '';
    };
    if ('message' in result) return fail(result.message);
    const isHtml = htmlTypes.has(extname(file).toLowerCase());
    const text = isHtml ? plainTextOf(result.content, id) : result.content.trim();
    if (text === undefined) return fail(`"${file}" has no element with the id "${id}".`);
    if (!isHtml && id !== undefined)
      return fail(`"${file}" is plain text, so it has no element "#${id}".`);
    if (text.includes('\0')) return fail(`"${file}" holds a NUL character.`);
    return text.length <= publicationLimits.textLength
      ? text
      : fail(
          `The text is longer than ${publicationLimits.textLength} characters: split the topic.`,
        );
  };

  const topics = new Map<string, string>();
  for (const [index, { topic_id, text }] of manifest.topics.entries()) {
    topics.set(topic_id, await textAt(text, ['topics', index, 'text']));
  }
  const exercises = new Map<string, string>();
  for (const [index, { exercise_id, text }] of (manifest.exercises ?? []).entries()) {
    exercises.set(exercise_id, await textAt(text, ['exercises', index, 'text']));
  }
  if (faults.length > 0) return { faults };
  return { topics: withoutEmpty(topics), exercises: withoutEmpty(exercises) };
}

function withoutEmpty(texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...texts].filter(([, text]) => text !== ''));
}

/** Place of a file whose name has its accents as they are written, else in their letters, else apart, as on macOS. */
async function placeOf(root: string, file: string): Promise<string> {
  const place = (name: string) => realpath(join(root, name));
  return place(file).catch((error: unknown) =>
    place(file.normalize('NFC'))
      .catch(() => place(file.normalize('NFD')))
      .catch(() => Promise.reject(error)),
  );
}

async function readText(root: string, file: string): Promise<Read> {
  const extension = extname(file).toLowerCase();
  if (!htmlTypes.has(extension) && extension !== '.txt') {
    return { message: `"${file}" is neither HTML (.html) nor plain text (.txt).` };
  }
  try {
    const place = await placeOf(root, file);
    if (!place.startsWith(root + sep)) return { message: `"${file}" points outside the folder.` };
    const { size } = await stat(place);
    if (size > fileMaximumInBytes) return { message: `"${file}" is larger than 32 MiB.` };
    return { content: utf8.decode(await readFile(place)) };
  } catch (error) {
    if (error instanceof TypeError) return { message: `"${file}" is not UTF-8.` };
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { message: `There is no file "${file}".` };
    return { message: `"${file}" cannot be read (${code ?? 'unknown reason'}).` };
  }
}
