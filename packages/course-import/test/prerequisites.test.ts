import { expect, test, vi } from 'vitest';
import type { ItemStatus } from '../player/keeping/course-record.ts';
import { isMet } from '../player/navigation/prerequisites.ts';

const statuses: Readonly<Record<string, ItemStatus>> = {
  DONE: { completion: 'completed', success: 'unknown' },
  PASSED: { completion: 'completed', success: 'passed' },
  FAILED: { completion: 'completed', success: 'failed' },
  BEGUN: { completion: 'incomplete', success: 'unknown' },
};

test.each([
  ['DONE', true],
  ['PASSED', true],
  ['FAILED', false],
  ['BEGUN', false],
  ['NEVER', false],
  ['DONE & PASSED', true],
  ['DONE&BEGUN', false],
  ['BEGUN | PASSED', true],
  ['~BEGUN', true],
  ['~(DONE & PASSED)', false],
  ['BEGUN | DONE & FAILED', false],
  ['(BEGUN | DONE) & PASSED', true],
  ['FAILED="failed"', true],
  ['FAILED = F', true],
  ['BEGUN="i"', true],
  ['NEVER="not attempted"', true],
  ['DONE<>"passed"', true],
  ['2*{DONE, PASSED, BEGUN}', true],
  ['3*{DONE, PASSED, BEGUN}', false],
])('%s: %s', (script, expected) => {
  expect(isMet(script, (id) => statuses[id])).toBe(expected);
});

test.each(['', 'DONE &', '(DONE', 'DONE PASSED', 'A = nonsense', '{', '"'])(
  'what cannot be read closes nothing: %j',
  (script) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    expect(isMet(script, () => undefined)).toBe(true);
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  },
);
