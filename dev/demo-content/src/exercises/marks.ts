import { el, spoken } from '../dom.ts';

/** Shows whether a part of an answer is right: to the eye, and in words. `undefined` takes it away. */
export function mark(part: HTMLElement, right: boolean | undefined): void {
  part.querySelector(':scope > .mark')?.remove();
  if (right === undefined) {
    delete part.dataset['mark'];
    return;
  }
  part.dataset['mark'] = right ? 'right' : 'wrong';
  part.append(el('span.mark', spoken(right ? ' (richtig)' : ' (noch nicht richtig)')));
}
