import { readdirSync } from 'node:fs';
import { languages } from '@lectern/languages';
import { expect, test } from 'vitest';

/** Languages that a folder has a file of. */
function languagesIn(folder: string, extension: string): string[] {
  const names = readdirSync(new URL(`../${folder}`, import.meta.url));
  return names.filter((name) => name.length === 2 + extension.length && name.endsWith(extension));
}

const textFolders = [
  'apps/shell/src/texts',
  'apps/shell/src/classes/texts',
  'apps/env/src/identity-provider/pages/texts',
  'packages/course-import/player/texts',
];

test.each(textFolders)('%s has texts in each language', (folder) => {
  expect(languagesIn(folder, '.ts').toSorted()).toEqual(
    languages.map((language) => `${language}.ts`).toSorted(),
  );
});

/** Names of texts, with the kind of each; those of groups stand below them. */
function keysOf(value: object): unknown[] {
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [
      key,
      inner !== null && typeof inner === 'object' ? keysOf(inner as object) : typeof inner,
    ]);
}

test.each(
  textFolders.flatMap((folder) => languages.map((language) => [folder, language] as const)),
)('%s has the same texts in %s as in German', async (folder, language) => {
  const textsOf = async (of: string) => (await import(`../${folder}/${of}.ts`)) as object;
  expect(keysOf(await textsOf(language))).toEqual(keysOf(await textsOf('de')));
});

test('the consent dialog is translated into each language but German, which it has in itself', () => {
  expect(languagesIn('apps/shell/public/assets/consent', '.json').toSorted()).toEqual(
    languages
      .filter((language) => language !== 'de')
      .map((language) => `${language}.json`)
      .toSorted(),
  );
});
