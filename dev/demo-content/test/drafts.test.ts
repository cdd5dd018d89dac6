import { expect, it } from 'vitest';
import { drafts } from '../src/classes/drafts.ts';

it('drafts are unsaved work until each of them is given, and are found by their pupil', () => {
  drafts.set('mia', 'Warum?');
  drafts.set('mia f1', 'Gut!');
  drafts.set('ben f2', 'Weiter so.');
  expect(drafts.namesIn('mia ')).toEqual(['mia f1']);
  for (const name of ['mia', 'mia f1']) drafts.set(name, '');
  expect(drafts.isUnsaved).toBe(true);
  drafts.set('ben f2', '');
  expect(drafts.isUnsaved).toBe(false);
});
