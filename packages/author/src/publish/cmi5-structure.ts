import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '@lectern/contracts/calls/learning-records/canonical-json';
import {
  cmi5Structure,
  cmi5StructureFile,
  type Cmi5Structure,
} from '@lectern/contracts/calls/learning-records/cmi5-structure';
import type { Fault } from './fault.ts';
import type { FolderFile } from './folder-files.ts';

/**
 * The structure of a cmi5 course, where the files that are to be published have one. It must stand there
 * byte for byte as its hash is made, since the file's hash is by what readers name it.
 */
export async function readCmi5Structure(
  folder: string,
  files: readonly FolderFile[],
): Promise<{ readonly structure?: Cmi5Structure } | { readonly faults: readonly Fault[] }> {
  if (!files.some(({ path }) => path === cmi5StructureFile)) return {};
  const file = join(folder, cmi5StructureFile);
  const fault = (message: string) => ({ faults: [{ file, message }] });
  const text = await readFile(file, 'utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fault('This is no JSON. lectern-import writes it.');
  }
  const { data: structure, error } = cmi5Structure.safeParse(value);
  if (error) {
    const [issue] = error.issues;
    const at = issue?.path.join('.') || 'the whole';
    return fault(`This is no structure of a cmi5 course: ${at}: ${issue?.message ?? 'wrong'}.`);
  }
  if (canonicalJson(structure) !== text)
    return fault('It is not written as RFC 8785 wants it. Import the course again to mend that.');
  return { structure };
}
