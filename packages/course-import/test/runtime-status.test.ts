import { describe, expect, test } from 'vitest';
import type { CmiDocument } from '../player/cmi/progress.ts';
import { scorm12 } from '../player/runtime/scorm12.ts';
import { SequencedNavigation } from '../player/navigation/sequenced.ts';
import { course, idleHost, item, learner } from './one-item-course.ts';

describe('SCORM 1.2', () => {
  test.each([
    ['90', 'passed'],
    ['70', 'failed'],
  ])('the mastery score decides: %s is %s', (raw, status) => {
    const run = scorm12.launch(item, undefined, learner, idleHost);
    const api = run.api as Record<string, (...values: readonly string[]) => string>;
    api['LMSInitialize']!('');
    api['LMSSetValue']!('cmi.core.score.raw', raw);
    api['LMSSetValue']!('cmi.core.lesson_status', 'completed');
    api['LMSFinish']!('');
    expect(run.render().cmi['core']).toMatchObject({ lesson_status: status });
  });
});

describe('SCORM 2004', () => {
  const stored = (completion_status: string, success_status: string): CmiDocument => ({
    cmi: { completion_status, success_status, exit: 'normal', location: '5', suspend_data: 'alt' },
  });
  test.each([
    ['completed', 'passed', '', '5'],
    ['completed', 'unknown', '', '5'],
    ['incomplete', 'unknown', 'ab-initio', ''],
    ['completed', 'failed', 'ab-initio', ''],
  ])(
    'after a normal exit, %s and %s, the entry is "%s"',
    (completion, success, entry, location) => {
      const { runtime } = new SequencedNavigation(
        course,
        () => {},
        () => {},
      );
      const run = runtime.launch(item, stored(completion, success), learner, idleHost);
      const api = run.api as Record<string, (...values: readonly string[]) => string>;
      api['Initialize']!('');
      expect(api['GetValue']!('cmi.entry')).toBe(entry);
      expect(api['GetValue']!('cmi.location')).toBe(location);
    },
  );
});
