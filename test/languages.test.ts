import { readdirSync } from 'node:fs';
import { languages } from '@lectern/languages';
import { expect, test } from 'vitest';

/** Languages that a folder has a file of. */
function languagesIn(folder: string, extension: string): string[] {
  const names = readdirSync(new URL(`../${folder}`, import.meta.url));
  return names.filter((name) => name.length === 2 + extension.length && name.endsWith(extension));
}

test.each([
  'apps/shell/src/texts',
  'apps/shell/src/classes/texts',
  'apps/env/src/identity-provider/pages/texts',
  'packages/course-import/player/texts',
])('%s has texts in each language', (folder) => {
  expect(languagesIn(folder, '.ts').toSorted()).toEqual(
    languages.map((language) => `${language}.ts`).toSorted(),
  );
});

test('the consent dialog is translated into each language but German, which it has in itself', () => {
  expect(languagesIn('apps/shell/public/assets/consent', '.json').toSorted()).toEqual(
    languages
      .filter((language) => language !== 'de')
      .map((language) => `${language}.json`)
      .toSorted(),
  );
});
