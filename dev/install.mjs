// Brings a checkout into a state in which it can run: packages, and programs for the tests.
//
//   node dev/install.mjs             before `npm start`
//   node dev/install.mjs --tests     before `npm test`
//
// Plain JavaScript without dependencies: it runs before anything is installed, on the machine's own
// Node. The product itself runs on the Node 24 that the installation puts into node_modules/.bin.
import { fileURLToPath } from 'node:url';
import { BrowserProblem } from '../packages/chromium/src/find-browser.mjs';
import { addMissingLinks } from './install/links.mjs';
import { withInstallLock } from './install/lock.mjs';
import { installPackages, isInstalled } from './install/packages.mjs';
import { InstallProblem } from './install/problem.mjs';
import { provideTestPrograms } from './install/test-programs.mjs';
import { requireMachineNode, requireProductNode } from './install/versions.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  requireMachineNode();
  if (!isInstalled(root)) {
    await withInstallLock(root, async (nameProcess) => {
      // The previous holder of the lock may have done the work.
      if (!isInstalled(root)) await installPackages(root, nameProcess);
    });
  }
  addMissingLinks(root);
  requireProductNode(root);
  if (process.argv.includes('--tests')) await provideTestPrograms();
} catch (error) {
  if (!(error instanceof InstallProblem || error instanceof BrowserProblem)) throw error;
  process.stderr.write(`\n${error.message}\n`);
  process.exitCode = 1;
}
