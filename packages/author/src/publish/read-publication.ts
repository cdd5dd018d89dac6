import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BodyInput, Contract } from '@lectern/contracts';
import type { Cmi5Structure } from '@lectern/contracts/calls/learning-records/cmi5-structure';
import type { Manifest } from '@lectern/contracts/calls/publishing/manifest';
import { checkManifest, type CheckedManifest } from './check-manifest.ts';
import { readCmi5Structure } from './cmi5-structure.ts';
import type { Fault } from './fault.ts';
import { filesDigestOf, readFolderFiles, type FolderFile } from './folder-files.ts';
import { readFolderTexts, type FolderTexts } from './folder-texts.ts';
import { readSource } from './source.ts';

export const manifestName = 'lectern.json';

type Begin = BodyInput<Contract['clag']['publishingBegin']>;

/** A folder that was found to be without faults, as the calls want to have it. */
export interface Publication {
  readonly folder: string;
  readonly begin: Begin;
  /** Texts by their hashes. */
  readonly texts: ReadonlyMap<string, string>;
  readonly files: readonly FolderFile[];
  /** Where it is a course by cmi5. */
  readonly structure?: Cmi5Structure;
  /** Warnings: it can be published, but the author may not have meant it. */
  readonly hints: readonly Fault[];
}

/** Reads a folder with its manifest, and says all that is wrong with it. */
export async function readPublication(
  folder: string,
): Promise<Publication | { readonly faults: readonly Fault[] }> {
  const file = join(folder, manifestName);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    return { faults: [{ file, message: unreadable(error) }] };
  }
  const source = readSource(file, text);
  if ('faults' in source) return source;
  const checked = checkManifest(source);
  if ('faults' in checked) return checked;
  const texts = await readFolderTexts(folder, checked);
  const files = await readFolderFiles(folder, checked);
  if ('faults' in texts || 'faults' in files) {
    return {
      faults: [
        ...('faults' in texts ? texts.faults : []),
        ...('faults' in files ? files.faults : []),
      ],
    };
  }
  const read = await readCmi5Structure(folder, files.files);
  if ('faults' in read) return read;
  return {
    folder,
    begin: beginOf(checked.manifest, texts, files.files),
    texts: new Map(
      [...texts.topics.values(), ...texts.exercises.values()].map((text) => [hashOf(text), text]),
    ),
    files: files.files,
    ...read,
    hints: [...licenceHints(checked, files.files), ...files.hints],
  };
}

function licenceHints(
  { manifest, source }: CheckedManifest,
  files: readonly FolderFile[],
): readonly Fault[] {
  if (manifest.product_references.length > 0 || files.every(({ is_public }) => is_public))
    return [];
  const message =
    'Hint: no product is named, so nobody has a licence for files that are not public.';
  return [source.faultAt(['product_references'], message)];
}

function unreadable(error: unknown): string {
  if (error instanceof TypeError) return 'The manifest is not UTF-8.';
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR'
    ? 'There is no such file. The manifest says what to publish; docs/publish.md explains it.'
    : `The manifest cannot be read (${code ?? 'unknown reason'}).`;
}

function beginOf(manifest: Manifest, texts: FolderTexts, files: readonly FolderFile[]): Begin {
  const { mandant_identifier, course, issue, product_references, titles, topics } = manifest;
  const places = new Map(topics.map(({ topic_id }, index) => [topic_id, index]));
  const counted = new Map<string, number>();
  return {
    mandant_identifier,
    course,
    issue,
    product_references,
    ...(titles && { titles }),
    topics: topics.map(({ text: _, ...topic }) => {
      const { topic_id, parent_topic_id } = topic;
      const thema_id = topic.thema_id ?? parent_topic_id ?? topic_id;
      const among = JSON.stringify([parent_topic_id, thema_id]);
      const place = (counted.get(among) ?? 0) + 1;
      counted.set(among, place);
      const sub_thema_number = topic.sub_thema_number ?? place;
      return { ...topic, thema_id, sub_thema_number, ...hashed(texts.topics.get(topic_id)) };
    }),
    // Sorted by the topics; within one they stay as they are.
    exercises: (manifest.exercises ?? [])
      .toSorted((a, b) => places.get(a.topic_id)! - places.get(b.topic_id)!)
      .map(({ text: _, ...exercise }) => ({
        ...exercise,
        exercise_group_id: exercise.exercise_group_id ?? exercise.exercise_id,
        ...hashed(texts.exercises.get(exercise.exercise_id)),
      })),
    files_count: files.length,
    files_digest: filesDigestOf(files),
  };
}

function hashed(text: string | undefined): { text_hash?: string } {
  return text === undefined ? {} : { text_hash: hashOf(text) };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
