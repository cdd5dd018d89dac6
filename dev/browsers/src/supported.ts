import { readFileSync } from 'node:fs';

const manifest = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { readonly browserslist: readonly string[] };

/** The oldest supported versions, by the names that browserslist has for browsers. */
export const oldestVersions: ReadonlyMap<string, string> = new Map(
  manifest.browserslist.map((line) => {
    const [, name, version] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? [];
    if (!name || !version) throw new Error(`package.json, browserslist: cannot read '${line}'.`);
    return [name, version];
  }),
);

/** The same for bundlers (`build.target` of Vite). */
export const buildTargets: string[] = [...oldestVersions].map(
  ([name, version]) => `${name === 'ios_saf' ? 'ios' : name}${version}`,
);

const titles: Readonly<Record<string, string>> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  safari: 'Safari',
  ios_saf: 'iPadOS',
};

/** The same for a sentence of any language. */
export const supportedBrowsers: string = [...oldestVersions]
  .map(([name, version]) => `${titles[name]} ${version}`)
  .join(', ');
