import type { PageText } from '@lectern/annotations';
import { announce } from '../announce.ts';
import { el } from '../dom.ts';
import { sentencesOf } from './sentences.ts';

/**
 * Chooses a passage sentence by sentence, with buttons alone: for those who cannot draw a selection with a
 * pointer, or do not see it. What is chosen is selected on the page, and said.
 */
export class SentencePicker {
  readonly buttons: readonly HTMLButtonElement[];
  readonly #text: () => PageText;
  #first = 0;
  #last = 0;

  constructor(text: () => PageText) {
    this.#text = text;
    const button = (sign: string, name: string, run: () => void) => {
      const element = el(
        'button',
        { type: 'button', class: 'step', title: name },
        el('span', { class: 'step-sign', 'aria-hidden': 'true' }, sign),
        el('span.step-name', name),
      );
      element.addEventListener('click', run);
      return element;
    };
    this.buttons = [
      button('←', 'Satz davor', () => this.#choose(this.#first - 1, this.#first - 1)),
      button('→', 'Satz danach', () => this.#choose(this.#last + 1, this.#last + 1)),
      button('+', 'Einen Satz mehr', () => this.#choose(this.#first, this.#last + 1)),
      button('−', 'Einen Satz weniger', () => this.#choose(this.#first, this.#last - 1)),
    ];
  }

  /** Begins at the first sentence. */
  begin(): void {
    this.#choose(0, 0);
    this.buttons[1]?.focus();
  }

  #choose(first: number, last: number): void {
    const text = this.#text();
    const sentences = sentencesOf(text.value);
    this.#first = Math.min(Math.max(first, 0), sentences.length - 1);
    this.#last = Math.min(Math.max(last, this.#first), sentences.length - 1);
    const [from, to] = [sentences[this.#first], sentences[this.#last]];
    if (!from || !to) return;
    const range = text.rangeOf({ start: from.start, end: to.end });
    const selection = getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
    range.endContainer.parentElement?.scrollIntoView({ block: 'center' });
    announce(`Ausgewählt: ${text.value.slice(from.start, to.end)}`);
  }
}
