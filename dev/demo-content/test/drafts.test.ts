import { beforeEach, expect, it } from 'vitest';
import { draftName, drafts } from '../src/classes/drafts.ts';

const mia = draftName('6a', 'mia', 'bach-brief');
const changed = draftName('6a', 'mia', 'bach-brief', 'f1');
const ben = draftName('6a', 'ben', 'bach-brief', 'f2');
const assignment = draftName('6a');
const elsewhere = draftName('6b', 'mia', 'bach-brief');

beforeEach(() => {
  for (const name of [mia, changed, ben, assignment, elsewhere]) drafts.set(name, 'Warum?');
  return () => drafts.keepClasses([]);
});

it('drafts are unsaved work until each of them is given, and are found by their pupil', () => {
  expect(drafts.namesIn(mia)).toEqual([changed]);
  for (const name of [mia, changed, assignment, elsewhere]) drafts.set(name, '');
  expect(drafts.isUnsaved).toBe(true);
  drafts.set(ben, '');
  expect(drafts.isUnsaved).toBe(false);
});

it('drafts go with their class', () => {
  const texts = () => [mia, changed, ben, assignment, elsewhere].map((name) => drafts.get(name));
  expect(drafts.areForPupils('6b')).toBe(true);
  drafts.keepClasses(['6a']);
  expect(texts()).toEqual(['Warum?', 'Warum?', 'Warum?', 'Warum?', '']);
  expect(drafts.areForPupils('6b')).toBe(false);
  drafts.set(mia, '');
  drafts.set(ben, '');
  // The draft of feedback that is edited.
  expect([drafts.has(mia), drafts.has(ben), drafts.areForPupils('6a')]).toEqual([
    true,
    false,
    true,
  ]);
  drafts.set(changed, '');
  expect(drafts.has(mia)).toBe(false);
  expect(drafts.areForPupils('6a'), 'of an assignment').toBe(false);
  drafts.keepClasses([]);
  expect(drafts.isUnsaved).toBe(false);
});
