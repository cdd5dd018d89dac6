import { expect, test } from 'vitest';
import { settingsByPage } from '../src/operations/settings.ts';
import { commentsIn, pageWithTable } from '../../../test/page-table.ts';

const comments = commentsIn(['apps/services/src/operations/settings.ts']);

test.each(Object.entries(settingsByPage))('%s has a row for each setting', (name, settings) => {
  const path = `docs/operate/${name}`;
  const { page, written } = pageWithTable(path, 'variable', Object.keys(settings), comments);
  expect(page, 'LECTERN_WRITE_PAGES=1 writes it').toBe(written);
});

test('no setting is on two pages', () => {
  const names = Object.values(settingsByPage).flatMap((settings) => Object.keys(settings));
  expect(new Set(names).size).toBe(names.length);
});
