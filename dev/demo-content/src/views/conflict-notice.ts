import { announce } from '../announce.ts';
import type { Answer } from '../answers.ts';
import { el } from '../dom.ts';

const text = 'Diese Aufgabe wurde inzwischen an einem anderen Ort geändert.';

/**
 * Asks which of two versions of an answer counts: the one here, or one that another tab or device has
 * stored meanwhile. Only the learner can know, so nothing is replaced before the choice.
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
  const element = el(
    'div',
    { class: 'conflict', role: 'group', 'aria-labelledby': textId, hidden: true },
    el('p', { id: textId }, text),
    keep,
    take,
  );

  function show(): void {
    const isNews = element.hidden && answer.status.kind === 'conflict';
    element.hidden = answer.status.kind !== 'conflict';
    if (isNews) announce(`${answer.exercise.title}: ${text} Wähle, welche Fassung gilt.`);
  }

  keep.addEventListener('click', () => {
    onChosen();
    answer.keepOwn();
  });
  take.addEventListener('click', () => {
    onChosen();
    void answer.takeStored();
  });
  answer.addEventListener('change', show, { signal });
  show();
  return element;
}
