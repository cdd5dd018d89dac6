import { expect, test } from 'vitest';
import { settingsByPage, type Environment } from '../src/operations/settings.ts';
import { commentsIn, pageWithTable } from '../../../test/page-table.ts';

const comments = commentsIn(['apps/services/src/operations/settings.ts']);

test.each(Object.entries(settingsByPage))('%s has a row for each setting', (name, settings) => {
  const path = `docs/operate/${name}`;
  const { page, written } = pageWithTable(path, 'variable', Object.keys(settings), comments);
  expect(page, 'LECTERN_WRITE_PAGES=1 writes it').toBe(written);
});

test('what is required, and each default that is a value, is as the page says', () => {
  const rows = Object.values(settingsByPage).flatMap((settings) =>
    Object.entries(settings).map(([name, setting]) => {
      const written = comments.get(name)!.split(' @default ')[1]?.replaceAll('`', '') ?? 'required';
      const read = defaultOf(setting, name);
      return { name, said: written, read: read ?? (written === 'required' ? 'optional' : written) };
    }),
  );
  expect(rows.filter(({ said, read }) => said !== read)).toEqual([]);
});

/** The value without the variable, as on the page; nothing where there is none, so that the page says it in words. */
function defaultOf(
  setting: (environment: Environment, name: string) => unknown,
  name: string,
): string | undefined {
  try {
    return (setting({}, name) as string | number | undefined)?.toString();
  } catch {
    return 'required';
  }
}

test('no setting is on two pages', () => {
  const names = Object.values(settingsByPage).flatMap((settings) => Object.keys(settings));
  expect(new Set(names).size).toBe(names.length);
});
