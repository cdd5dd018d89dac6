// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { createAssignmentForm } from '../../src/assignments/assignment-form.ts';
import { createAbout } from '../../src/assignments/words.ts';
import { exercisesOf } from '../../src/course/model.ts';
import { wasser } from '../../src/course/wasser.ts';
import { createExercise } from '../../src/exercises/create.ts';
import { placesOf } from '../../src/navigation.ts';
import { createSearchField } from '../../src/search/combobox.ts';

// happy-dom draws nothing.
const exercises = placesOf(wasser)
  .flatMap(({ page }) => exercisesOf(page))
  .filter(({ answerType }) => answerType !== 'sketchpad');
const members = [{ subject: 'noa', display_name: 'نوا' }];
const form = createAssignmentForm(
  { course: wasser, members, now: 0 },
  { save: async () => {}, close: () => {} },
);

it.each<[string, Element]>([
  ...exercises.map((exercise): [string, Element] => [
    `the exercise ${exercise.id}`,
    createExercise(exercise, () => {}).element,
  ]),
  ['the form of an assignment', form],
  ['search', createSearchField({ complete: async () => [], search: () => {} }).element],
])('what is typed has the direction of its language: %s', (_, element) => {
  const fields = element.querySelectorAll<HTMLElement>('textarea, [type="text"], [type="search"]');
  expect([...fields].map(({ dir }) => dir)).toEqual([...fields].map(() => 'auto'));
});

it('the title of an assignment has the direction of its language', () => {
  const [title] = createAbout('h2', 'الماء', []);
  expect(title!.dir).toBe('auto');
});

it('a name stands apart from the words beside it', () => {
  expect([...form.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual(['نوا']);
});
