import { describe, expect, test } from 'vitest';
import { launchModeOf, stateOf } from '../player/cmi5/unit-state.ts';
import type { Cmi5Au } from '../src/cmi5-structure.ts';

const au = (move_on: Cmi5Au['move_on']): Cmi5Au => ({
  id: 'urn:au',
  title: { de: 'Wolken' },
  description: {},
  url: 'content/wolken.html',
  launch_method: 'AnyWindow',
  move_on,
});
const progress = (
  is_satisfied: boolean,
  is_completed: boolean,
  success: 'unknown' | 'passed' | 'failed' = 'unknown',
  scaled_score?: number,
) => ({
  au_id: 'urn:au',
  is_satisfied,
  is_completed,
  success,
  ...(scaled_score !== undefined && { scaled_score }),
});

describe('a unit', () => {
  test.each([
    ['Passed', progress(true, true, 'passed', 0.834), 'bestanden, 83 %', true, 'Review'],
    ['Passed', progress(false, true, 'failed', 0.25), 'nicht bestanden, 25 %', false, 'Normal'],
    ['Completed', progress(true, true), 'abgeschlossen', true, 'Review'],
    // It may still be passed.
    ['Completed', progress(true, true, 'failed'), 'nicht bestanden', true, 'Normal'],
    ['CompletedAndPassed', progress(false, true), 'offen', false, 'Normal'],
    ['CompletedAndPassed', progress(false, false, 'passed', 1), 'offen', false, 'Normal'],
    ['Completed', progress(false, false), 'offen', false, 'Normal'],
    ['NotApplicable', progress(true, false), 'freiwillig', false, 'Normal'],
    ['NotApplicable', progress(true, true), 'abgeschlossen', true, 'Review'],
    ['Completed', undefined, '', false, 'Normal'],
  ] as const)('that asks for %s, with %o, is %s', (moveOn, given, text, isDone, mode) => {
    expect(stateOf(au(moveOn), given)).toMatchObject({ text, isDone });
    expect(launchModeOf(given)).toBe(mode);
  });
});
