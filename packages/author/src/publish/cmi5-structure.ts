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
    return fault('This is not JSON. Use the file that lectern-import writes.');
  }
  const { data: structure, error } = cmi5Structure.safeParse(value);
  if (error) {
    const [issue] = error.issues;
    const at = issue?.path.join('.') || 'the whole';
    return fault(`This is not a cmi5 course structure: ${at}: ${issue?.message ?? 'wrong'}.`);
  }
  if (canonicalJson(structure) !== text)
    return fault(
      'It is not in the form that RFC 8785 requires. Import the course again to fix it.',
    );
  return { structure };
}
