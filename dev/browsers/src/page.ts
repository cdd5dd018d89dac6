import type { Feature } from './compat.ts';
import { exceptions, shellFallback } from './exceptions.ts';
import type { Use } from './scripts.ts';
import { supportedBrowsers } from './supported.ts';

/** `docs/browsers.md`. */
export function browsersPage(uses: readonly Use[]): string {
  const features = new Map(uses.map(({ feature }) => [feature.key, feature]));
  const missing = [...features.values()]
    .filter((feature) => feature.missing.length > 0)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return `# Browsers

Lectern, the SDK, imported courses and what the starter makes work in
${supportedBrowsers}, and newer.

The list stands in \`package.json\` (\`browserslist\`). Builds lower scripts and styles to it, and \`npm run check\`
refuses what it does not have (\`dev/browsers\`, with the data of MDN); \`npm run browsers\` writes this page anew. An
older browser shows a sentence that names the list.

A missing feature is a part of \`apps/shell/src/fallback.ts\`, which only those browsers load, an exception
(\`dev/browsers/src/exceptions.ts\`), or a fault. The SDK has no such file: it uses what all of them have. Partial
support counts as support, and options of calls are not looked at: the journeys show these, and libraries.

## Features that some supported browsers lack

${table([...versionTitles, 'without it'], rowsOf(missing))}
`;
}

/** A row for the features that came together and whose absence has the same effect. */
function rowsOf(features: readonly Feature[]): readonly (readonly string[])[] {
  const groups = Object.groupBy(features, (feature) =>
    [...versionsOf(feature), effectOf(feature)].join(' | '),
  );
  return Object.values(groups).map((group = []) => [
    group.map(({ key }) => `\`${nameOf(key)}\``).join(', '),
    ...versionsOf(group[0]!),
    effectOf(group[0]!),
  ]);
}

function effectOf({ key }: Feature): string {
  return exceptions[key] ?? (shellFallback.includes(key) ? 'shell: the fallback' : '');
}

/** In MDN's words. */
const browsers = ['chrome', 'edge', 'firefox', 'safari', 'safari_ios'];
const versionTitles = ['feature', 'Chrome', 'Edge', 'Firefox', 'Safari', 'iPadOS'];

function versionsOf({ first }: Feature): readonly string[] {
  return browsers.map((browser) => first.get(browser) ?? '–');
}

/** As people write it. */
function nameOf(key: string): string {
  return key
    .replace(
      /^(api|javascript\.builtins|css\.(properties|types)|html\.(global_attributes|elements))\./,
      '',
    )
    .replace(/^css\.at-rules\./, '@')
    .replace(/^css\.selectors\./, ':')
    .replace(/_(static|event)$/, '');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
