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

The list stands in \`package.json\` (\`browserslist\`). Builds lower scripts and styles to it. \`npm run check\`
refuses what it does not have in our sources (\`dev/browsers\`, with the data of MDN), and builds do in libraries: syntax of
regular expressions, functions of built-in objects. \`npm run browsers\` writes this page. A missing feature is a part of
\`apps/shell/src/fallback.ts\`, which only those browsers load, an exception (\`dev/browsers/src/exceptions.ts\`), or a
fault. The SDK uses what all have. Partial support counts as support; options of calls are not looked at.

\`dev/e2e/test/engines.test.ts\` does the main job in Chromium, Firefox ESR, WebKitGTK and WPE 2.38 (of the age of Safari
16), a teacher's in the last three. Not proven there: touch, the page cache of Safari, SCORM, in WebKit a network that is gone
(the services stop instead), and in WPE, whose window has no focus, the dialog of classes, full screen and downloads. iPhones have no full screen: what is projected fills the window.
\`node dev/e2e/src/screenshots.ts WebKitGTK FOLDER\` takes pictures of the main screens.

## First versions of features that some supported browsers lack

${table(['without it', 'features', ...Object.values(browserTitles)], rowsOf(missing))}
`;
}

/** A row for the features that came together and whose absence has the same effect. */
function rowsOf(features: readonly Feature[]): readonly (readonly string[])[] {
  const groups = Object.groupBy(features, (feature) =>
    [effectOf(feature), ...versionsOf(feature)].join('|'),
  );
  return Object.values(groups).map((group = []) => [
    effectOf(group[0]!),
    group.map(({ key }) => `\`${nameOf(key)}\``).join(', '),
    ...versionsOf(group[0]!),
  ]);
}

function effectOf({ key }: Feature): string {
  const exception = exceptions[key];
  if (exception !== undefined) return typeof exception === 'object' ? exception.effect : exception;
  return shellFallback.includes(key) ? 'shell: the fallback' : '';
}

const browserTitles: Readonly<Record<string, string>> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  safari: 'Safari',
  safari_ios: 'iPadOS',
};

function versionsOf({ first }: Feature): readonly string[] {
  return Object.keys(browserTitles).map((browser) => first.get(browser) ?? '–');
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
  return [head, head.map(() => '---'), ...rows].map((row) => `|${row.join('|')}|`).join('\n');
}
