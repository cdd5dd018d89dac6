import { announce } from '../announce.ts';
import type { Answer, AnswerStatus } from '../answers.ts';
import { el } from '../dom.ts';
import { createPreview } from '../exercises/preview.ts';

const text =
  'Deine Antwort wurde inzwischen auf einem anderen Gerät oder in einem anderen Tab geändert.';

/**
 * Asks which of two versions of an answer counts: the one here, or one that another tab or device has
 * written meanwhile, which it shows. Only the learner can know, so nothing is replaced before the choice.
 *
 * @param onChosen the notice is about to go, and the focus in it.
 */
export function createConflictNotice(
  answer: Answer,
  signal: AbortSignal,
  onChosen: () => void,
): HTMLElement {
  const textId = `${answer.exercise.id}-conflict`;
  const keep = el('button', { type: 'button', class: 'quiet' }, 'Meine Fassung behalten');
  const take = el('button', { type: 'button', class: 'quiet' }, 'Andere Fassung übernehmen');
  const other = el('div.other');
  const element = el(
    'div',
    { class: 'conflict', role: 'group', 'aria-labelledby': textId, hidden: true },
    el('p', { id: textId }, text),
    el('p.other-title', 'Die andere Fassung:'),
    other,
    keep,
    take,
  );

  let shown: AnswerStatus | undefined;
  function show(): void {
    const { status } = answer;
    element.hidden = status.kind !== 'conflict';
    // Typing meanwhile does not change the question.
    if (status === shown) return;
    shown = status;
    if (status.kind !== 'conflict') return;
    other.replaceChildren(...createPreview(answer.exercise, status.other.value));
    announce(`${answer.exercise.title}: ${text} Wähle, welche Fassung gilt.`);
  }

  keep.addEventListener('click', () => {
    onChosen();
    void answer.keepOwn();
  });
  take.addEventListener('click', () => {
    onChosen();
    void answer.takeOther();
  });
  answer.addEventListener('change', show, { signal });
  show();
  return element;
}
