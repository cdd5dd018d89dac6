import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { WithoutCourse } from '../src/progress/without-course.tsx';
import { speak } from './speak.ts';

beforeAll(() => speak('de-CH'));

const pupilsOf = (names: readonly string[]) =>
  names.map((name, index) => ({ subject: String(index), name }));
const render = (names: readonly string[], isOpen = false) =>
  renderToStaticMarkup(<WithoutCourse pupils={pupilsOf(names)} isOpen={isOpen} />);

it('says on the screen and on paper who does not work with the course', () => {
  const html = render(['Lina', 'بن']);
  expect(html).toContain('<summary>2 in dieser Klasse arbeiten nicht mit diesem Kurs</summary>');
  expect(html).toContain('<li><bdi>Lina</bdi></li><li><bdi>بن</bdi></li>');
  expect(html).toMatch(/<p class="progress-printed">2 in .+: .*Lina.*, .*بن/);
  expect(render(['Lina'])).toContain('1 Person in dieser Klasse arbeitet nicht');
});

it('is open where the table is empty, and is not there without names', () => {
  expect(render(['Lina'], true)).toContain('<details class="progress-without" open="">');
  expect(render(['Lina'])).not.toContain('open=');
  expect(render([])).toBe('');
});
