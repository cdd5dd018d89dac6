import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { browsersPage } from './page.ts';
import { supportedBrowsers } from './supported.ts';
import { faultsIn, needlessIn, usesIn } from './uses.ts';

// node dev/browsers/src/check.ts: refuses what supported browsers lack; with --write makes docs/browsers.md anew.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const pageFile = `${root}/docs/browsers.md`;

const uses = usesIn(root);
const faults = faultsIn(uses).map(
  ({ file, line, feature: { key, missing } }) =>
    `${file}:${line}: ${key} is not in ${missing.join(', ')}`,
);
const needless = needlessIn(uses).map(
  (key) =>
    `dev/browsers/src/exceptions.ts: ${key} is in every supported browser, or nothing uses it`,
);
const page = browsersPage(uses);
if (process.argv.includes('--write')) writeFileSync(pageFile, page);
const stale = readFileSync(pageFile, 'utf8') === page ? [] : ['docs/browsers.md: npm run browsers'];
const unsaid = readFileSync(`${root}/README.md`, 'utf8').includes(supportedBrowsers)
  ? []
  : [`README.md: does not say ${supportedBrowsers}`];

const problems = [...new Set([...faults, ...needless, ...stale, ...unsaid])];
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error('Supported browsers: see docs/browsers.md.');
  process.exitCode = 1;
}
