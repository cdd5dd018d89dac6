import type { Feature } from './compat.ts';
import { exceptions, noEffect, shellFallback } from './exceptions.ts';
import type { Use } from './scripts.ts';
import { supportedBrowsers } from './supported.ts';

/** `docs/browsers.md`. */
export function browsersPage(uses: readonly Use[]): string {
  const features = new Map(uses.map(({ feature }) => [feature.key, feature]));
  const missing = [...features.values()]
    .filter((feature) => feature.missing.length > 0 && effectOf(feature) !== noEffect)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return `# Browsers

Lectern, the SDK, imported courses and what the starter makes work in
${supportedBrowsers}, and newer.

The list stands in \`package.json\` (\`browserslist\`). Builds lower scripts and styles to it, and refuse libraries
that need more, as \`npm run check\` does sources (\`dev/browsers\`, data of MDN). A missing
feature is in \`apps/shell/src/fallback.ts\`, an exception (\`dev/browsers/src/exceptions.ts\`), or a fault.
Partial support counts; options of calls do not.

\`dev/e2e/test/engines.test.ts\` runs in Chromium 109, Firefox ESR, WebKitGTK and WPE 2.38 (Safari 16); \`CHROMIUM\`
names another. Not proven: touch, Safari's page cache, SCORM; in WebKit a lost network; in WPE classes, full screen,
downloads.

## Without a feature (first version)

${lines(missing)}
`;
}

/** A line for each effect, with its features; those that the same versions have stand together. */
function lines(features: readonly Feature[]): string {
  return [...Map.groupBy(features, effectOf)]
    .map(([effect, ofEffect]) => {
      const groups = [...Map.groupBy(ofEffect, laterVersions)].map(
        ([versions, group]) =>
          `${group.map(({ key }) => `\`${nameOf(key)}\``).join(', ')} (${versions})`,
      );
      return `- ${effect}: ${groups.join(', ')}`;
    })
    .join('\n');
}

function effectOf({ key }: Feature): string {
  const exception = exceptions[key];
  if (exception !== undefined) return typeof exception === 'object' ? exception.effect : exception;
  return shellFallback.includes(key) ? 'shell: the fallback' : '';
}

const titles: Readonly<Record<string, string>> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  safari: 'Safari',
  safari_ios: 'iPadOS',
};

/** @returns such as `Firefox 140, Safari/iPadOS 17.2`: only browsers whose oldest supported version lacks it. */
function laterVersions({ first, missing }: Feature): string {
  return [...Map.groupBy(missing, (browser) => first.get(browser) ?? '')]
    .map(([version, browsers]) =>
      `${browsers.map((browser) => titles[browser]).join('/')} ${version}`.trim(),
    )
    .join(', ');
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
