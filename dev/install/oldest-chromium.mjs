import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { isOnPath, isProgram } from '../../packages/chromium/src/find-browser.mjs';
import { fillOwnFolder, ownFolder } from './own-folder.mjs';
import { runNpm } from './packages.mjs';
import { InstallProblem } from './problem.mjs';
import { mustRun } from './run.mjs';

/** Its Chromium is the oldest of `browserslist` in package.json. Built for Linux on x64 alone. */
const wanted = {
  package: '@sparticuz/chromium@109.0.6',
  integrity:
    'sha512-9hTE03DXnrWTiGNpfjLfmGhIfmiVAerSPinDb+x5bBdM4KF4PMM1NZ0A+V7WKazoA+CasSX/osHK8K0MuO6uqg==',
};
const folderName = 'chromium-109';

/** Path of the headless shell of the oldest supported Chromium, if it is there. */
export function findOldestChromium(environment = process.env) {
  const program = join(ownFolder(folderName, environment), 'chromium');
  return isProgram(program) ? program : undefined;
}

/** True where it runs: with the GNU system's loader of programs. */
export function canUnpackChromium() {
  return process.arch === 'x64' && existsSync('/lib64/ld-linux-x86-64.so.2') && isOnPath('tar');
}

/**
 * Unpacks the headless shell out of a package that brings it to other programs.
 *
 * @throws {InstallProblem}
 */
export function unpackOldestChromium() {
  return fillOwnFolder(folderName, async (folder, scratch) => {
    await runNpm(
      ['pack', wanted.package, '--loglevel=error', '--pack-destination', scratch],
      scratch,
    );
    const archive = join(scratch, 'sparticuz-chromium-109.0.6.tgz');
    const hash = createHash('sha512').update(await readFile(archive));
    if (`sha512-${hash.digest('base64')}` !== wanted.integrity)
      throw new InstallProblem(`${wanted.package} is not the package that it was.`);
    const packed = 'package/bin/chromium.br';
    await mustRun('tar', ['-xzf', archive, '-C', scratch, packed]);
    const program = await promisify(brotliDecompress)(await readFile(join(scratch, packed)));
    await writeFile(join(folder, 'chromium'), program, { mode: 0o755 });
  });
}
