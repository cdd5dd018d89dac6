import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/**
 * An empty folder. Others may enter it: a test that root runs has PostgreSQL run as somebody else.
 *
 * @param whenOver when it goes; default: when the test has finished
 */
export async function temporaryFolder(
  whenOver: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  await chmod(folder, 0o755);
  whenOver(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
