import type { Container } from '@lectern/sdk';
import type { Answer } from '../answers.ts';
import type { Course } from '../course/model.ts';
import { el, showIfNew } from '../dom.ts';
import type { Learner } from '../learner.ts';
import { classReadingFor, type ClassReading } from './class-reading.ts';
import { ClassPanel } from './class-panel.ts';
import { createReceived } from './received.ts';

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
      const work = card.querySelector('fieldset');
      if (!learner.isTeacher) {
        work?.before(createReceived(answer, reading, signal));
        continue;
      }
      const panel = new ClassPanel(answer.exercise, reading, signal);
      card.append(panel.element);
      panel.update();
    }
    page.querySelector('.class-links')?.append(createWays(reading, learner, signal));
    if (learner.isTeacher) return void reading.meetClasses();
    const load = () => void (document.hidden || reading.received.load());
    // A teacher may have said something while the reader was elsewhere.
    document.addEventListener('visibilitychange', load, { signal });
    load();
  };
  learner.addEventListener('change', start, { signal });
  start();
}

/** On the cover: the classes of a teacher, or a pupil's feedback. */
function createWays(reading: ClassReading, learner: Learner, signal: AbortSignal): HTMLElement {
  const ways = el('div', {});
  const show = () =>
    showIfNew(ways, learner.isTeacher ? classLinks(reading) : feedbackLinks(reading));
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

function feedbackLinks({ received: { feedback } }: ClassReading): readonly HTMLElement[] {
  if (feedback.length === 0) return [];
  const words = feedback.length === 1 ? '1 Rückmeldung' : `${feedback.length} Rückmeldungen`;
  return [el('a', { class: 'quiet', href: '#/rueckmeldungen' }, `${words} von deiner Lehrperson`)];
}
