import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSdk } from './build-sdk.ts';

/** Files with the names of authors' code, and their foundations. The wire's own files are no part of it. */
const files = [
  'client',
  'answers',
  'class',
  'assignments',
  'followed',
  'bridge-error',
  'retry',
  'saver',
  'store',
  'stores',
  'protocol/names',
  'protocol/errors',
  'protocol/data',
  'protocol/annotations',
  'protocol/answers',
  'protocol/class',
  'protocol/assignments',
  'protocol/search',
  'protocol/files',
  'protocol/events',
];

/**
 * The public surface in one text: the published declarations without their comments, which may change
 * without anybody having to change anything.
 */
export async function publicSurface(): Promise<string> {
  const built = await mkdtemp(join(tmpdir(), 'lectern-sdk-'));
  try {
    await buildSdk(built);
    return await surfaceOf(built);
  } finally {
    await rm(built, { recursive: true, force: true });
  }
}

/** @param built Folder that {@link buildSdk} has filled. */
export async function surfaceOf(built: string): Promise<string> {
  const parts = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(join(built, 'types', `${name}.d.ts`), 'utf8');
      return `// ${name}\n${withoutComments(text)}`;
    }),
  );
  return parts.join('\n');
}

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*\/\*\*[^]*?\*\/\n/gm, '');
}
