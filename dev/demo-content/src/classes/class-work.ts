import type { Container } from '@lectern/sdk';
import type { Answer } from '../answers.ts';
import type { Course } from '../course/model.ts';
import { el, showIfNew } from '../dom.ts';
import type { FeedbackCounts, Learner } from '../learner.ts';
import { classReadingFor, type ClassReading } from './class-reading.ts';
import { ClassPanel } from './class-panel.ts';
import { createReaders } from './readers.ts';
import { createReceived, isHandedBack } from './received.ts';

/** The publication around what teachers and pupils say to each other. */
export interface ClassContext {
  readonly course: Course;
  readonly container: Promise<Container | undefined>;
  readonly learner: Learner;
  readonly answers: ReadonlyMap<string, Answer>;
}

/**
 * Brings to a page what concerns classes: for teachers the answers at each exercise, for pupils what was said about
 * theirs; on the cover the ways there.
 */
export async function startClassWork(
  page: HTMLElement,
  context: ClassContext,
  signal: AbortSignal,
): Promise<void> {
  const { course, container, learner, answers } = context;
  const found = await container;
  if (!found || signal.aborted) return;
  const reading = classReadingFor(course, found);
  const start = () => {
    if (!learner.isKnown) return;
    learner.removeEventListener('change', start);
    for (const card of page.querySelectorAll<HTMLElement>('[data-exercise]')) {
      const answer = answers.get(card.dataset['exercise'] ?? '');
      if (!answer) continue;
      // A teacher may be a pupil of another class.
      card.querySelector('fieldset')?.before(createReceived(answer, reading, signal));
      card.querySelector('footer')?.append(createReaders(answer, reading, signal));
      if (!learner.isTeacher) continue;
      const panel = new ClassPanel(answer.exercise, reading, signal);
      card.append(panel.element);
      panel.update();
    }
    for (const answer of answers.values()) {
      const note = () => {
        if (answer.takeFinish()) void reading.noteFinish(answer.exercise.id).catch(() => {});
      };
      answer.addEventListener('finish', note, { signal });
      note();
    }
    page.querySelector('.class-links')?.append(createWays(reading, context, signal));
    if (learner.isTeacher) void reading.meetClasses();
    const count = () => {
      learner.feedback = feedbackOf(reading, answers);
      for (const answer of answers.values()) answer.isHandedBack = isHandedBack(answer, reading);
    };
    reading.addEventListener('change', count, { signal });
    count();
    // Otherwise the reading begins once the page is seen.
    if (document.hidden) return;
    void reading.received.load();
    void reading.readFinished().catch(() => {});
    void reading.meetOwnClasses();
  };
  learner.addEventListener('change', start, { signal });
  start();
}

/** On the cover: the classes of a teacher, and a pupil's feedback. */
function createWays(
  reading: ClassReading,
  { answers }: ClassContext,
  signal: AbortSignal,
): HTMLElement {
  const ways = el('div');
  const show = () =>
    showIfNew(ways, [...classLinks(reading), ...feedbackLinks(feedbackOf(reading, answers))]);
  reading.addEventListener('change', show, { signal });
  show();
  return ways;
}

function classLinks(reading: ClassReading): readonly HTMLElement[] {
  return (reading.classes ?? []).map(({ group_id, name }) => {
    const link = el('a', { class: 'quiet', href: '#/klasse' }, `${name}: Antworten lesen`);
    link.addEventListener('click', () => reading.chooseClass(group_id));
    return link;
  });
}

function feedbackLinks({ count, newCount }: FeedbackCounts): readonly HTMLElement[] {
  if (count === 0) return [];
  const shown = newCount > 0 ? newCount : count;
  const words = `${shown} ${newCount > 0 ? 'neue ' : ''}${shown === 1 ? 'Rückmeldung' : 'Rückmeldungen'}`;
  return [
    el(
      'a',
      { class: 'quiet', href: '#/rueckmeldungen', 'data-new': newCount > 0 },
      `${words} von deiner Lehrperson`,
    ),
  ];
}

/** Feedback of teachers, in this edition. */
function feedbackOf({ received }: ClassReading, answers: ClassContext['answers']): FeedbackCounts {
  const own = received.feedback.filter(({ exercise_id }) => answers.has(exercise_id));
  return { count: own.length, newCount: own.filter(received.isNew).length };
}
