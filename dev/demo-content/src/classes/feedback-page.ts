import type { Answer } from '../answers.ts';
import type { Course } from '../course/model.ts';
import { el } from '../dom.ts';
import { fragmentOf, placeOfExercise } from '../navigation.ts';
import { classReadingFor } from './class-reading.ts';
import type { ClassContext } from './class-work.ts';
import { createEntries } from './entries.ts';
import { createReceivedList } from './received.ts';

/** «Rückmeldungen»: all that teachers have said, by exercise, the newest first. */
export function createFeedbackPage(context: ClassContext, signal: AbortSignal): HTMLElement {
  const { course, container, answers } = context;
  const message = el('p', { class: 'notes-message', role: 'status' }, 'Wird geladen …');
  const list = el('div');
  void (async () => {
    const found = await container;
    if (!found) {
      message.textContent = 'Ohne Lernplattform gibt es hier keine Rückmeldungen.';
      return;
    }
    const reading = classReadingFor(course, found);
    const showExercises = createEntries<string>(
      list,
      (id) => id,
      (id) => {
        const answer = answers.get(id)!;
        return createExercise(course, answer, createReceivedList(answer, reading, signal));
      },
    );
    const show = () => {
      const { feedback, status } = reading.received;
      message.textContent =
        status === 'failed'
          ? 'Die Rückmeldungen lassen sich gerade nicht laden. Bitte öffne diese Seite später noch einmal.'
          : status === 'loading'
            ? 'Wird geladen …'
            : feedback.length === 0
              ? 'Hier ist noch nichts. Wenn deine Lehrperson etwas zu deinen Antworten sagt, steht es hier.'
              : '';
      message.hidden = message.textContent === '';
      const ids = new Set(feedback.map(({ exercise_id }) => exercise_id));
      showExercises([...ids].filter((id) => answers.has(id)));
    };
    reading.addEventListener('change', show, { signal });
    show();
    void reading.received.load();
  })();
  return el(
    'div.notes-page.feedback-page',
    el('h1', { tabindex: '-1' }, 'Rückmeldungen'),
    message,
    list,
  );
}

function createExercise(
  course: Course,
  { exercise: { id, title } }: Answer,
  entries: HTMLElement,
): HTMLElement {
  const place = placeOfExercise(course, id);
  return el('section.received', el('h2', el('a', { href: fragmentOf(place) }, title)), entries);
}
