import { expect, test, vi } from 'vitest';
import { questionOf, type Choice } from '../src/progress/choice.ts';

const outline = {
  course_id: 'wasser',
  issue_id: 'ausgabe',
  title: 'Wasser',
  themen: [],
  difficulties: [],
};
const choice: Choice = {
  course_id: 'wasser',
  group_id: undefined,
  thema_id: undefined,
  topic_id: undefined,
  exercise_group_id: undefined,
  difficulty: undefined,
  diagram_type: 'LINE_CHART',
  datepicker_type: 'WEEKS_OF_YEAR',
  year: 2025,
};

test('lines are by the period that is chosen', () => {
  expect(questionOf(choice, outline).chart?.datepicker_type).toBe('WEEKS_OF_YEAR');
});

// The last week of 2025 ends on 28 December.
test('a pie is of the end of the school year, whatever was chosen before', () => {
  const { chart } = questionOf({ ...choice, diagram_type: 'PIE' }, outline);
  expect(chart).toMatchObject({
    diagram_type: 'PIE',
    datepicker_type: 'YEARS',
    year: 2025,
    first_month: 8,
  });
});

test.each([
  ['Europe/Zurich', 'Europe/Zurich'],
  // Chromium and Firefox, where the system names no zone that they know.
  ['Etc/Unknown', undefined],
])('periods begin where the browser is: %s', (timeZone, expected) => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), timeZone };
  });
  expect(questionOf(choice, outline).chart?.time_zone).toBe(expected);
});
