import type { Assignment } from '@lectern/sdk';
import type { OpenAssignments } from '@lectern/sdk/assignments';
import type { Answer } from '../answers.ts';
import type { Course } from '../course/model.ts';
import { el, spoken } from '../dom.ts';
import { isDoneHere, moment, shownTarget, titleOf, type ShownTarget } from './words.ts';

/** How long a finished assignment stays in the list after it was due, in milliseconds. */
const keptAfterDueInMs = 7 * 24 * 60 * 60 * 1000;

interface Shown {
  readonly assignment: Assignment;
  readonly targets: readonly (ShownTarget & { readonly isDone: boolean })[];
  readonly isDone: boolean;
}

/** «Zu tun» on the cover: what a pupil has to do, what is due first above. Nothing where there is nothing. */
export function createToDo(
  course: Course,
  own: OpenAssignments,
  answers: ReadonlyMap<string, Answer>,
  signal: AbortSignal,
): HTMLElement {
  const list = el('ul', {});
  const section = el(
    'section',
    { class: 'to-do', 'aria-labelledby': 'to-do-title', hidden: true },
    el('h2', { id: 'to-do-title' }, 'Zu tun'),
    list,
  );
  let shown = '';
  function show(): void {
    const entries = inOrder(own.assignments.map((each) => shownOf(course, each, answers))).filter(
      ({ assignment: { due_at, begins_at }, isDone }) =>
        !isDone || Date.parse(due_at ?? begins_at) + keptAfterDueInMs > own.now(),
    );
    section.hidden = entries.length === 0;
    // Whoever is about to press a link does not lose it.
    const next = JSON.stringify(entries);
    if (next === shown) return;
    shown = next;
    list.replaceChildren(...entries.map((entry) => createEntry(course, own, entry)));
  }
  signal.addEventListener('abort', own.subscribe(show));
  for (const answer of answers.values()) answer.addEventListener('change', show, { signal });
  show();
  return section;
}

function shownOf(
  course: Course,
  assignment: Assignment,
  answers: ReadonlyMap<string, Answer>,
): Shown {
  const targets = assignment.targets.flatMap((target, place) => {
    const found = shownTarget(course, target);
    const isDone = found && (assignment.done_targets.includes(place) || isDoneHere(found, answers));
    return found ? [{ ...found, isDone: isDone === true }] : [];
  });
  return {
    assignment,
    targets,
    isDone: targets.length > 0 && targets.every(({ isDone }) => isDone),
  };
}

/** Open ones first, by when they are due; those without an end last. */
function inOrder(entries: readonly Shown[]): readonly Shown[] {
  const due = ({ assignment: { due_at } }: Shown) => (due_at ? Date.parse(due_at) : Infinity);
  return entries.toSorted((a, b) => Number(a.isDone) - Number(b.isDone) || due(a) - due(b) || 0);
}

function createEntry(
  course: Course,
  own: OpenAssignments,
  { assignment, targets, isDone }: Shown,
): HTMLElement {
  const { due_at } = assignment;
  const isLate = !isDone && due_at !== undefined && Date.parse(due_at) < own.now();
  const when = due_at && `${isLate ? 'War' : 'Bis'} ${moment(due_at)}`;
  return el(
    'li',
    { 'data-state': isDone ? 'done' : isLate ? 'late' : 'open' },
    el('h3', {}, isDone ? tick() : undefined, titleOf(course, assignment)),
    el(
      'p',
      { class: 'to-do-when' },
      [assignment.group_name, when, isLate ? 'du kannst es noch machen' : '']
        .filter(Boolean)
        .join(' · '),
    ),
    el(
      'ul',
      { class: 'to-do-targets' },
      ...targets.map((target) =>
        el(
          'li',
          {},
          target.isDone ? tick() : undefined,
          el('a', { href: target.fragment }, target.title),
        ),
      ),
    ),
  );
}

function tick(): HTMLElement {
  return el(
    'span',
    { class: 'tick' },
    el('span', { 'aria-hidden': 'true' }, '✓'),
    spoken('Geschafft: '),
  );
}
