import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const version = '3.8.2';
/** Hash of the package as npm publishes it (Subresource Integrity). */
const integrity =
  'sha512-r7eQtTzBk/dbaQZ+tA9XD5FeSmyMxlypRZXudiheCnC8zAT0/zNgUvO4MZtZaznwfYVo98o7do5uxLTUQrxxwg==';

/**
 * Downloads H5P's player as docs/bridge/existing-content.md has authors do: nothing of it is run. npm keeps
 * it, so that only the first time needs the network.
 *
 * @param folder Empty, or absent.
 * @returns its folder `dist`.
 */
export async function provideH5pStandalone(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const options = ['--pack-destination', folder, '--prefer-offline', '--loglevel=error'];
  await run('npm', ['pack', `h5p-standalone@${version}`, ...options]);
  const packed = join(folder, `h5p-standalone-${version}.tgz`);
  const digest = createHash('sha512').update(await readFile(packed));
  if (`sha512-${digest.digest('base64')}` !== integrity)
    throw new Error(`${packed} is not the package that the tests were written for.`);
  await run('tar', ['-xzf', packed, '-C', folder]);
  return join(folder, 'package', 'dist');
}
