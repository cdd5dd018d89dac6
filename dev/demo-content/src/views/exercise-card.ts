import type { Answer } from '../answers.ts';
import type { AnswerType } from '../course/model.ts';
import { el } from '../dom.ts';
import { createExercise } from '../exercises/create.ts';
import type { Verdict } from '../exercises/exercise.ts';
import { feedbackFor } from '../feedback.ts';
import { createConflictNotice } from './conflict-notice.ts';
import { createSaveState } from './save-state.ts';

/** The task in a word. */
const kindNames: Readonly<Record<AnswerType, string>> = {
  essay: 'Schreiben',
  choice: 'Auswählen',
  match_keyboard: 'Lücken füllen',
  match_position: 'Beschriften',
  match_place: 'Sortieren',
  sketchpad: 'Zeichnen',
};

/** Events of a card for the publication around it. */
export interface ExerciseCardHooks {
  /** The learner enters something for the first time. */
  onBegun(answer: Answer): void;
  /** The learner has pressed «Prüfen» (with a verdict) or «Fertig» (without). */
  onAnswered(answer: Answer, response: string, verdict: Verdict | undefined, isDone: boolean): void;
  /** The exercise is done, and was not before. */
  onDone(): void;
  /** Ends with the page. */
  readonly signal: AbortSignal;
}

/** The card around an exercise: title, what to do, the exercise itself, feedback and save state. */
export function createExerciseCard(answer: Answer, hooks: ExerciseCardHooks): HTMLElement {
  const { exercise } = answer;
  const { signal } = hooks;
  const titleId = `${exercise.id}-title`;
  const instructionId = `${exercise.id}-instruction`;
  const createView = () =>
    createExercise(exercise, () => {
      // The feedback was about the answer before this change.
      feedback.replaceChildren();
      if (answer.kept.value === undefined) hooks.onBegun(answer);
      answer.enter(view.value());
    });
  let view = createView();
  const feedback = el('div', { class: 'feedback', role: 'status' });
  const button = el(
    'button',
    { type: 'button', class: 'primary' },
    view.check ? 'Prüfen' : 'Fertig',
  );
  // A fieldset closes everything in it at once, for pointer, keyboard and screen reader alike.
  const work = el(
    'fieldset',
    { 'aria-labelledby': titleId, 'aria-describedby': instructionId, disabled: true },
    view.element,
  );
  const badge = el('p.badge', 'Geschafft');

  /** Different wrong answers: the same one again is no other try. */
  const misses = new Set<string>();
  let isShown = false;
  function show(): void {
    badge.hidden = !answer.isDone;
    work.setAttribute('aria-busy', String(!answer.isOpen));
    work.disabled = button.disabled = !answer.isOpen;
    // Only when it opens: afterwards the learner's own input is the newest there is.
    if (isShown === answer.isOpen) return;
    isShown = answer.isOpen;
    if (isShown) view.restore(answer.kept.value);
    else clear();
  }

  /** Another version is on its way: nothing of this one may stay. */
  function clear(): void {
    view = createView();
    work.replaceChildren(view.element);
    feedback.replaceChildren();
  }

  /** «Prüfen» or «Fertig»: says how it went, tells it, and notes what is done. */
  function finish(): void {
    const verdict = view.check?.();
    const response = view.response();
    const score = verdict && Math.round((100 * verdict.right) / verdict.total);
    const missing = view.missing?.();
    let solved = true;
    if (verdict) {
      solved = verdict.right === verdict.total;
      if (!solved) misses.add(response);
      say(feedbackFor(exercise.answerType, verdict), solved);
      if (misses.size > 1 && !solved && exercise.hint)
        feedback.append(el('p.hint', `Tipp: ${exercise.hint}`));
    } else if (response === '') {
      say('Hier ist noch nichts. Fang einfach an, alles darf ausprobiert werden.', false);
      return;
    } else if (missing !== undefined) {
      solved = false;
      say(missing, false);
    } else {
      say('Schön, dass du dir Zeit dafür genommen hast!', true);
    }
    hooks.onAnswered(answer, response, verdict, solved);
    if (answer.finish(solved, score)) hooks.onDone();
  }

  function say(text: string, good: boolean): void {
    feedback.dataset['tone'] = good ? 'good' : 'open';
    feedback.replaceChildren(
      el('p.feedback-text', text),
      ...(good && view.afterword ? [el('p.afterword', view.afterword)] : []),
    );
  }

  // The second press of a double click tells nothing more.
  button.addEventListener('click', ({ detail }) => void (detail > 1 || finish()));
  answer.addEventListener('change', show, { signal });
  answer.addEventListener('replaced', () => isShown && view.restore(answer.kept.value), { signal });
  show();

  const card = el(
    'section',
    {
      class: 'exercise',
      'data-exercise': exercise.id,
      'data-answer-type': exercise.answerType,
      'aria-labelledby': titleId,
      tabindex: '-1',
    },
    el(
      'header',
      el('p.kind', kindNames[exercise.answerType]),
      el('h2', { id: titleId }, exercise.title),
      badge,
    ),
    el('p', { class: 'instruction', id: instructionId }, exercise.instruction),
    work,
    feedback,
    createConflictNotice(answer, signal, () => card.focus({ preventScroll: true })),
    el('footer', button, createSaveState(answer, signal)),
  );
  return card;
}
