// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it, vi } from 'vitest';
import { ClassTable } from '../src/progress/class-table.tsx';
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

it('goes into a file and onto paper where nobody else is in the class', async () => {
  const root = createRoot(document.body);
  root.render(
    <ClassTable
      shown={{ themen: [] }}
      members={[]}
      rows=""
      outline={{
        course_id: 'wasser',
        issue_id: 'wasser-1',
        title: 'Wasser',
        themen: [],
        difficulties: [],
      }}
      label="6a"
      onThema={() => {}}
    />,
  );
  await vi.waitFor(() => expect(document.body.textContent).toBe('Tabelle herunterladenDrucken'));
  root.unmount();
});
