import type { SolutionState } from '@lectern/sdk/assignments';
import type { ClassContext } from '../classes/class-work.ts';
import { classReadingFor } from '../classes/class-reading.ts';
import { el } from '../dom.ts';
import { placeOfExercise, placeOfFragment, topicIdOf } from '../navigation.ts';
import { courseAssignmentsFor, type CourseAssignments } from './course-assignments.ts';
import { createSolution } from './solution.ts';
import { createToDo } from './to-do.ts';
import { moment } from './words.ts';

/**
 * Brings to a page what concerns assignments: for pupils the list on the cover, and solutions where they are open; for
 * teachers the ways to give them.
 */
export async function startAssignmentWork(
  page: HTMLElement,
  context: ClassContext,
  signal: AbortSignal,
): Promise<void> {
  const { course, container, learner, answers } = context;
  const exercises = page.querySelectorAll<HTMLElement>('[data-exercise]');
  const each = (state: string) => exercises.forEach((card) => (card.dataset['solution'] = state));
  // Until it is known who reads here, and what was given.
  each('unknown');
  const found = await container;
  if (signal.aborted) return;
  if (!found) return each('free');
  const assignments = courseAssignmentsFor(course, found);
  const start = () => {
    if (!learner.isKnown) return;
    learner.removeEventListener('change', start);
    const { own } = assignments;
    const cover = page.querySelector('.cover');
    const showToDo = () => cover?.after(createToDo(course, own, answers, signal));
    if (learner.isTeacher) {
      each('free');
      // A teacher may be a pupil of another class; of others nothing is read again.
      if (cover)
        void own.load().then(() => signal.aborted || own.assignments.length === 0 || showToDo());
      void classReadingFor(course, found).meetClasses();
      return offer(page, context, assignments);
    }
    showToDo();
    void own.load();
    const show = () => showSolutions(page, context, assignments);
    signal.addEventListener('abort', own.subscribe(show));
    show();
  };
  learner.addEventListener('change', start, { signal });
  start();
}

/** The ways of a teacher: on the cover to all assignments, on a page to give that one. */
function offer(page: HTMLElement, { course }: ClassContext, assignments: CourseAssignments): void {
  page
    .querySelector('.class-links')
    ?.append(el('a', { class: 'quiet', href: '#/auftraege' }, 'Aufträge geben und ansehen'));
  const place = placeOfFragment(course, location.hash);
  if (!place) return;
  const give = el('a', { class: 'quiet', href: '#/auftraege' }, 'Diese Seite als Auftrag geben');
  give.addEventListener('click', () => assignments.want(topicIdOf(place)));
  page.querySelector('.teacher-hints')?.append(give);
}

/** Solutions as the assignments say it; an exercise that none names is as ever. */
function showSolutions(
  page: HTMLElement,
  { course, answers }: ClassContext,
  { own }: CourseAssignments,
): void {
  for (const card of page.querySelectorAll<HTMLElement>('[data-exercise]')) {
    const id = card.dataset['exercise'] ?? '';
    const exercise = answers.get(id)?.exercise;
    const place = placeOfExercise(course, id);
    if (!exercise || !place) continue;
    const told = own.solutionOf(id, topicIdOf(place), place.thema.id);
    card.dataset['solution'] = stateOf(told);
    const before = card.querySelector('.solution');
    const solution = told?.isKnown ? createSolution(exercise) : undefined;
    if (!told || !solution) {
      before?.remove();
      continue;
    }
    const later = told.opensAt
      ? `Die Lösung siehst du ab ${moment(told.opensAt)}.`
      : 'Die Lösung öffnet deine Lehrperson später.';
    const next = told.isOpen ? solution : el('p.solution', later);
    // A solution that is being read stays.
    if (before?.textContent === next.textContent) continue;
    before?.remove();
    card.querySelector('footer')?.before(next);
  }
}

function stateOf(told: SolutionState | undefined): 'free' | 'unknown' | 'open' | 'closed' {
  if (!told) return 'free';
  if (!told.isKnown) return 'unknown';
  return told.isOpen ? 'open' : 'closed';
}
