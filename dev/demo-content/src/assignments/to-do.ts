import type { OpenAssignments } from '@lectern/sdk/assignments';
import type { Answer } from '../answers.ts';
import type { Course } from '../course/model.ts';
import { el, spoken } from '../dom.ts';
import { toDoEntries, type ToDoEntry } from './entries.ts';
import { createAbout, moment } from './words.ts';

/** Entries that are shown at once: of a year's assignments hundreds may be open. */
const shownAtOnce = 8;

/** «Zu tun» on the cover: what a pupil has to do, what is due first above. Nothing where there is nothing. */
export function createToDo(
  course: Course,
  own: OpenAssignments,
  answers: ReadonlyMap<string, Answer>,
  signal: AbortSignal,
): HTMLElement {
  const list = el('ul.to-do-list');
  const others = el('ul.to-do-list');
  const summary = el('summary');
  const more = el('details', summary, others);
  const section = el(
    'section',
    { class: 'to-do', 'aria-labelledby': 'to-do-title', hidden: true },
    el('h2', { id: 'to-do-title' }, 'Zu tun'),
    list,
    more,
  );
  let shown = '';
  function show(): void {
    const entries = toDoEntries(course, own.assignments, answers, own.now());
    section.hidden = entries.length === 0;
    // A link that is about to be pressed stays.
    const next = JSON.stringify(entries);
    if (next === shown) return;
    shown = next;
    list.replaceChildren(...entries.slice(0, shownAtOnce).map(createEntry));
    others.replaceChildren(...entries.slice(shownAtOnce).map(createEntry));
    more.hidden = entries.length <= shownAtOnce;
    summary.textContent = `${entries.length - shownAtOnce} weitere`;
  }
  signal.addEventListener('abort', own.subscribe(show));
  for (const answer of answers.values()) answer.addEventListener('change', show, { signal });
  show();
  return section;
}

function createEntry({ assignment, targets, isDone, isLate }: ToDoEntry): HTMLElement {
  const { due_at } = assignment;
  const when = due_at && `${isLate ? 'War bis' : 'Bis'} ${moment(due_at)}`;
  return el(
    'li',
    { 'data-state': isDone ? 'done' : isLate ? 'late' : 'open' },
    ...createAbout('h3', assignment.title, targets, (target) => {
      const { isDone = false, isAgain = false } = targets.find((each) => each === target) ?? {};
      return isDone ? tick() : isAgain ? el('b', 'Noch einmal: ') : undefined;
    }),
    el(
      'p.to-do-when',
      [assignment.group_name, when, isLate ? 'du kannst es noch machen' : '']
        .filter(Boolean)
        .join(' · '),
    ),
  );
}

function tick(): HTMLElement {
  return el('span.tick', el('span', { 'aria-hidden': 'true' }, '✓'), spoken('Gemacht: '));
}
