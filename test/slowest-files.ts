import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const shownCount = 20;

/** Prints the files that took longest, with the time of their tests and hooks, so that they stay known. */
export const slowestFiles: Reporter = {
  onTestRunEnd(modules) {
    // The times of a few files can be seen as it is.
    if (modules.length <= shownCount) return;
    const files = modules
      .map((module) => ({ module, seconds: module.diagnostic().duration / 1000 }))
      .sort((a, b) => b.seconds - a.seconds);
    const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
    const lines = files.slice(0, shownCount).map(lineOf);
    process.stdout.write(
      `\n The slowest of ${files.length} files, which took ${total.toFixed(0)} s of the workers:\n${lines.join('')}`,
    );
  },
};

function lineOf({ module, seconds }: { readonly module: TestModule; readonly seconds: number }) {
  return `${seconds.toFixed(1).padStart(8)} s  ${relative(process.cwd(), module.moduleId)}\n`;
}
