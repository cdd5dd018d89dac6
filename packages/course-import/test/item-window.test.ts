import { expect, test } from 'vitest';
import { isNewPage } from '../player/views/item-window.ts';

/* Pages stand as letters: the outer one of a frameset first. */
test.each([
  ['the page that was there', 'A', 'A', false, false],
  ['another page', 'A', 'B', true, true],
  ['another page in a frameset that holds the session', 'Fa', 'Fb', false, true],
  ['another page in one of two frames', 'Fab', 'Fac', false, true],
  ['a page more', 'Fa', 'Fab', false, false],
  ['a page less', 'Fab', 'Fa', false, false],
  ['another frameset', 'Fa', 'Gb', true, true],
  ['nothing any more', 'A', '', false, false],
])('%s', (_what, known, now, whileRunning, afterEnd) => {
  expect(isNewPage(new Set(known), new Set(now), true)).toBe(whileRunning);
  expect(isNewPage(new Set(known), new Set(now), false)).toBe(afterEnd);
});
