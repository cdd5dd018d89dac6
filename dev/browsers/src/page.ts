import { isNewer, type Feature } from './compat.ts';
import { exceptions, shellFallback } from './exceptions.ts';
import type { Use } from './scripts.ts';
import { supportedBrowsers } from './supported.ts';

/** Older features are in every browser that anybody may still have: they would only make the table long. */
const oldEnough: Readonly<Record<string, string>> = {
  chrome: '85',
  edge: '85',
  firefox: '80',
  safari: '14',
  safari_ios: '14',
};

/** `docs/browsers.md`. */
export function browsersPage(uses: readonly Use[]): string {
  const features = new Map(uses.map(({ feature }) => [feature.key, feature]));
  const recent = [...features.values()]
    .filter(isRecent)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const missing = recent.filter(({ missing }) => missing.length > 0);
  return `# Browsers

Lectern, the SDK, imported courses and what the starter makes work in
${supportedBrowsers}, and newer.

The list stands in \`package.json\` (\`browserslist\`). The builds lower scripts and styles to it, and
\`npm run check\` refuses what it does not have (\`dev/browsers\`, with the data of MDN). The two tables are
made by it: \`npm run browsers\` writes this page anew. An older browser shows a sentence that names the
list.

What browsers of the list lack is one of three things: a part of \`apps/shell/src/fallback.ts\`, which only
they load; an exception (\`dev/browsers/src/exceptions.ts\`) that says what happens without it; or a fault.
Content has no such file: the SDK is a single module, which uses what all of them have.

What MDN calls partial counts as there, and options of calls are not looked at: the journeys have to
show these. So have libraries; what they need is seen in the browsers.

## What not every supported browser has

${table(
  [...versionTitles, 'without it'],
  missing.map((feature) => [
    ...versionsOf(feature),
    exceptions[feature.key] ?? (shellFallback.includes(feature.key) ? 'shell: the fallback' : ''),
  ]),
)}

## First version of everything in use

Features that came after Chrome ${oldEnough['chrome']}, Firefox ${oldEnough['firefox']} or Safari ${oldEnough['safari']}.

${table(versionTitles, recent.filter(({ missing }) => missing.length === 0).map(versionsOf))}
`;
}

const versionTitles = ['feature', 'Chrome', 'Edge', 'Firefox', 'Safari', 'iPadOS'];

function versionsOf({ key, first }: Feature): readonly string[] {
  return [
    `\`${nameOf(key)}\``,
    ...Object.keys(oldEnough).map((browser) => first.get(browser) ?? '–'),
  ];
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

function isRecent({ first, missing }: Feature): boolean {
  return (
    missing.length > 0 ||
    Object.entries(oldEnough).some(([browser, version]) =>
      isNewer(first.get(browser) ?? '0', version),
    )
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
