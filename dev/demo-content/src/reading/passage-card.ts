import { button, el, spoken } from '../dom.ts';
import { colorOf, colors } from '../notes/colors.ts';
import type { PageNotes } from '../notes/page-notes.ts';
import {
  colorIndexOf,
  isWritable,
  passagesOf,
  recolor,
  removePassage,
  textOf,
  write,
  type Passage,
} from '../notes/passages.ts';
import { openPanel } from '../panel.ts';
import { createLengthLimit } from '../views/length-limit.ts';
import { createSaveState, noteWords } from '../views/save-state.ts';

/** Longest quote on the card, in characters. */
const quoteLength = 140;
/** Longest text of a note, in UTF-16 code units. */
const noteLength = 65_536;

/**
 * The card of one passage: its colour, its note, and taking both away. What is entered is saved at once;
 * «Fertig» only closes it, as Escape and a press beside it do.
 */
export class PassageCard {
  readonly #notes: PageNotes;
  readonly #onClosed: (id: string) => void;
  #close: (() => void) | undefined;
  #abort = new AbortController();

  constructor(notes: PageNotes, onClosed: (id: string) => void) {
    this.#notes = notes;
    this.#onClosed = onClosed;
  }

  /**
   * @param at Where the passage stands in the window; undefined: nowhere.
   * @param isWriting Whether the note is what it is opened for.
   */
  open(id: string, at: DOMRect | undefined, isWriting: boolean): void {
    this.close();
    const passage = this.#find(id);
    if (!passage) return;
    this.#abort = new AbortController();
    const element = this.#create(id, passage);
    document.body.append(element);
    this.#close = openPanel(element, null, () => {
      this.#abort.abort();
      element.remove();
      this.#onClosed(id);
    });
    if (at) place(element, at);
    const growth = new ResizeObserver(() => keepInWindow(element));
    growth.observe(element);
    this.#abort.signal.addEventListener('abort', () => growth.disconnect());
    const goal = isWriting ? 'textarea' : 'input:checked, textarea, button';
    element.querySelector<HTMLElement>(goal)?.focus();
  }

  close(): void {
    this.#close?.();
  }

  /** A passage keeps its id as long as its mark, or else its note, is there. */
  #find(id: string): Passage | undefined {
    return passagesOf(this.#notes.items).find(
      ({ mark, note }) => mark?.id === id || note?.id === id,
    );
  }

  #create(id: string, passage: Passage): HTMLElement {
    const chosen = colorOf(colorIndexOf(passage)).index;
    let current = passage;
    // A note written under another id before, such as a first note, is found again.
    const now = () => (current = this.#find(id) ?? current);
    const { exact } = passage.anchor.quote;
    return el(
      'div',
      {
        class: 'passage-card',
        hidden: true,
        role: 'dialog',
        'aria-label': 'Markierung und Notiz',
      },
      el(
        'blockquote',
        exact.length > quoteLength ? `${exact.slice(0, quoteLength).trimEnd()} …` : exact,
      ),
      el(
        'fieldset.colors',
        el('legend.spoken', 'Farbe'),
        ...colors.map(({ index, name, sign }) => {
          const input = el('input', { type: 'radio', name: 'color', checked: index === chosen });
          input.addEventListener('change', () => recolor(this.#notes, now(), index));
          return el('label', { 'data-color': sign, title: name }, input, spoken(name));
        }),
      ),
      this.#createField(now),
      createSaveState(this.#notes, this.#abort.signal, noteWords),
      el('div.card-buttons', this.#createRemove(now), this.#createDone()),
    );
  }

  #createField(now: () => Passage): HTMLElement {
    const { note } = now();
    const text = note ? textOf(note.content.content) : '';
    if (!isWritable(note))
      return el('p.other-note', text || 'Diese Notiz lässt sich hier nicht zeigen.');
    const area = el('textarea', {
      rows: '4',
      maxlength: String(noteLength),
      placeholder: 'Was denkst du dazu?',
    });
    area.value = text;
    this.#connect(area, now);
    return el(
      'div',
      el('label.note-field', el('span', 'Notiz'), area),
      createLengthLimit(area, 'diese Notiz'),
    );
  }

  /** Writes what is entered, and takes over what was written on another device or in another tab. */
  #connect(area: HTMLTextAreaElement, now: () => Passage): void {
    const textNow = () => {
      const { note } = now();
      return note ? textOf(note.content.content) : '';
    };
    let known = textNow();
    let isWriting = false;
    area.addEventListener('input', () => {
      isWriting = true;
      write(this.#notes, now(), area.value);
      isWriting = false;
      known = textNow();
    });
    this.#notes.addEventListener(
      'change',
      () => {
        const text = textNow();
        // Left as it is, the field would undo with the next key what was written elsewhere.
        if (isWriting || text === known) return;
        known = text;
        replaceText(area, text);
        area.readOnly = !isWritable(now().note);
      },
      { signal: this.#abort.signal },
    );
  }

  /** Written text goes with a second press only. */
  #createRemove(now: () => Passage): HTMLElement {
    let isAsked = false;
    const remove = button('quiet remove', 'Löschen', () => {
      const passage = now();
      if (passage.note && !isAsked) {
        isAsked = true;
        remove.textContent = 'Ja, Notiz löschen';
        return;
      }
      this.close();
      removePassage(this.#notes, passage);
    });
    return remove;
  }

  #createDone(): HTMLElement {
    return button('primary', 'Fertig', () => this.close());
  }
}

/** Puts a text in place of another; the caret stays where it is in what the two have in common. */
function replaceText(area: HTMLTextAreaElement, text: string): void {
  const { value: before, selectionStart, selectionEnd } = area;
  let common = 0;
  while (common < before.length && before[common] === text[common]) common += 1;
  const moved = (index: number) =>
    index <= common ? index : Math.max(common, text.length - (before.length - index));
  area.value = text;
  area.setSelectionRange(moved(selectionStart), moved(selectionEnd));
}

/** Room between the passage and the card, and to the edges of the window, in CSS pixels. */
const gap = 12;

/**
 * Below the passage, or above it where there is more room, and in the window even where the passage is not:
 * its slip may be pressed while it is out of sight. On small screens the style sheet says where.
 */
function place(element: HTMLElement, { left, top, bottom }: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = element;
  const x = Math.max(gap, Math.min(left, document.documentElement.clientWidth - width - gap));
  const below = bottom + gap;
  const wanted =
    below + height > innerHeight && top - gap - height > 0 ? top - gap - height : below;
  const y = Math.max(gap, Math.min(wanted, innerHeight - height - gap));
  element.style.setProperty('--x', `${x + scrollX}px`);
  element.style.setProperty('--y', `${y + scrollY}px`);
}

/** A card that grows while somebody writes goes up rather than past the foot of the window. */
function keepInWindow(element: HTMLElement): void {
  const { top, bottom } = element.getBoundingClientRect();
  const excess = Math.min(bottom + gap - innerHeight, top - gap);
  if (excess > 0) element.style.setProperty('--y', `${top - excess + scrollY}px`);
}
