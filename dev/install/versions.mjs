import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InstallProblem } from './problem.mjs';

/**
 * Oldest Node that npm can install with. Packages with native parts (the bundler, the linter) state
 * 20.19 as their minimum, and npm leaves out, without a word, optional parts that do not fit.
 */
const minimumMachineNode = [20, 19];

/** First Node that runs the product's TypeScript sources without a flag. */
const minimumProductNode = [24, 0];

/** Refuses a machine's Node on which the packages cannot be installed. */
export function requireMachineNode() {
  if (isAtLeast(minimumMachineNode)) return;
  throw new InstallProblem(
    `Lectern needs Node.js ${minimumMachineNode.join('.')} or newer, and this is ${process.version}. ` +
      'Install a newer one, from https://nodejs.org or with your package manager.',
  );
}

/** Makes sure that the scripts find a Node that runs the product: the packaged one, or the machine's. */
export function requireProductNode(root) {
  if (existsSync(join(root, 'node_modules', '.bin', 'node')) || isAtLeast(minimumProductNode))
    return;
  throw new InstallProblem(
    `There is no packaged Node.js ${minimumProductNode[0]} for ${process.platform} on ${process.arch}, ` +
      `and this machine has ${process.version}. Install Node.js ${minimumProductNode[0]}.`,
  );
}

function isAtLeast([major, minor]) {
  const [runningMajor, runningMinor] = process.versions.node.split('.').map(Number);
  return runningMajor > major || (runningMajor === major && runningMinor >= minor);
}
