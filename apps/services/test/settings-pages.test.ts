import { expect, test } from 'vitest';
import { settingsByPage } from '../src/operations/settings.ts';
import { pageWithTable } from '../../../test/page-table.ts';

test.each(Object.entries(settingsByPage))('%s has the table of its settings', (page, settings) => {
  const rows = Object.entries(settings).map(([name, setting]) => [
    `\`${name}\``,
    setting.default,
    setting.meaning,
  ]);
  const head = ['variable', 'default', 'meaning'];
  const { page: shown, written } = pageWithTable(`docs/operate/${page}`, head, rows);
  expect(shown, 'LECTERN_WRITE_PAGES=1 writes it').toBe(written);
});

test('no setting is on two pages', () => {
  const names = Object.values(settingsByPage).flatMap((settings) => Object.keys(settings));
  expect(new Set(names).size).toBe(names.length);
});
