import type { AnnotationColor } from '@lectern/sdk';
import { button, el, spoken } from '../dom.ts';
import { colors } from '../notes/colors.ts';
import { blockOf } from './page-passages.ts';

/** The actions of the toolbar's buttons on the selected passage. */
export interface SelectionActions {
  /** The page's text in a selection; absent: there is none that can be marked. */
  textIn(selected: Range): Range | undefined;
  /** True where the range has marks that can be taken away. */
  isMarked(range: Range): boolean;
  mark(range: Range, color: AnnotationColor): void;
  write(range: Range): void;
  remove(range: Range): void;
  /** The focus was in the toolbar, which is gone: takes it on. */
  goOn(range: Range): void;
}

/** Room between the selection and the toolbar, and to the edges of the window, in CSS pixels. */
const gap = 10;

/**
 * The small toolbar at selected text. It stands in the document right behind the block of the selection, so
 * that reading on leads to it, and so does the Tab key. Under a finger it lies below the selection, since the
 * system's own menu lies above.
 */
export class SelectionToolbar {
  readonly element: HTMLElement;
  readonly #article: HTMLElement;
  readonly #actions: SelectionActions;
  readonly #remove: HTMLButtonElement;
  #range: Range | undefined;
  #isDragging = false;
  #isTouch = false;

  /** @param more Buttons in front of the colours. */
  constructor(
    article: HTMLElement,
    actions: SelectionActions,
    signal: AbortSignal,
    more: readonly HTMLElement[] = [],
  ) {
    this.#article = article;
    this.#actions = actions;
    const run = (act: (range: Range) => void) => () => {
      const range = this.#range;
      const hasFocus = this.element.contains(document.activeElement);
      this.hide();
      getSelection()?.removeAllRanges();
      if (!range) return;
      act(range);
      if (hasFocus && this.element.contains(document.activeElement)) actions.goOn(range);
    };
    this.#remove = button(
      'remove',
      'Entfernen',
      run((range) => actions.remove(range)),
    );
    this.element = el(
      'div',
      {
        class: 'selection-toolbar',
        role: 'toolbar',
        'aria-label': 'Auswahl markieren',
        hidden: true,
      },
      ...more,
      ...colors.map(({ index, name, sign }) => {
        const color = el(
          'button',
          { type: 'button', class: 'color', 'data-color': sign, title: name },
          el('span', name),
          spoken(' markieren'),
        );
        color.addEventListener(
          'click',
          run((range) => actions.mark(range, index)),
        );
        return color;
      }),
      button(
        'write',
        'Notiz',
        run((range) => actions.write(range)),
      ),
      this.#remove,
      button('close', 'Schliessen', () => this.#close()),
    );
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    // The selection stays, and with it the place where the toolbar is.
    this.element.addEventListener('pointerdown', (event) => event.preventDefault());
    const options = { signal };
    document.addEventListener('keydown', (event) => this.#enter(event), options);
    document.addEventListener('selectionchange', () => this.#follow(), options);
    document.addEventListener('pointerdown', (event) => this.#press(event), options);
    for (const end of ['pointerup', 'pointercancel'])
      document.addEventListener(end, () => this.#release(), options);
    signal.addEventListener('abort', () => this.hide());
  }

  hide(): void {
    this.element.hidden = true;
    this.#range = undefined;
    delete this.element.dataset['docked'];
  }

  /** Opens it at the foot of the window, for choosing a passage by its buttons. */
  dock(): void {
    this.element.dataset['docked'] = '';
    this.element.removeAttribute('style');
    this.element.hidden = false;
    if (!this.element.isConnected) this.#article.append(this.element);
  }

  get isDocked(): boolean {
    return 'docked' in this.element.dataset;
  }

  #press({ pointerType, target }: PointerEvent): void {
    this.#isTouch = pointerType !== 'mouse';
    this.#isDragging = !this.#isTouch && !this.element.contains(target as Node);
  }

  #release(): void {
    if (!this.#isDragging) return;
    this.#isDragging = false;
    this.#follow();
  }

  #follow(): void {
    // While a mouse is drawing the selection a toolbar would be in its way.
    if (this.#isDragging) return;
    const selection = getSelection();
    const selected = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
    const range = selected?.collapsed === false ? this.#actions.textIn(selected) : undefined;
    if (!range) {
      if (!this.element.contains(document.activeElement)) this.hide();
      return;
    }
    this.#range = range;
    this.#remove.hidden = !this.#actions.isMarked(range);
    if (this.isDocked) return;
    this.element.hidden = false;
    const block = blockOf(this.#article, range);
    if (block && block.nextElementSibling !== this.element) block.after(this.element);
    this.#placeAt(range.getBoundingClientRect());
  }

  #placeAt({ left, right, top, bottom }: DOMRect): void {
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const above = top - height - gap;
    const y = this.#isTouch || above < gap ? bottom + gap * (this.#isTouch ? 3 : 1) : above;
    const widest = document.documentElement.clientWidth - width - gap;
    const x = Math.max(gap, Math.min((left + right - width) / 2, widest));
    const { style } = this.element;
    style.left = `${x + scrollX}px`;
    style.top = `${Math.min(y, innerHeight - height - gap) + scrollY}px`;
  }

  /** After a selection with a pointer, the Tab key begins at the top of the page. */
  #enter(event: KeyboardEvent): void {
    const isAway = event.key !== 'Tab' || event.shiftKey || this.element.hidden;
    if (isAway || !isNowhere(document.activeElement)) return;
    event.preventDefault();
    this.element.querySelector<HTMLElement>('.color')?.focus();
  }

  #close(): void {
    getSelection()?.removeAllRanges();
    this.hide();
    this.#article.querySelector<HTMLElement>('.mark-text')?.focus({ preventScroll: true });
  }

  /** Arrow keys go through the buttons (ARIA Authoring Practices, toolbar). */
  #onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      this.#close();
      return;
    }
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    // With Alt, or Cmd on a Mac, they go through the browser's history.
    if (!step || event.altKey || event.metaKey) return;
    event.preventDefault();
    const buttons = [...this.element.querySelectorAll('button')].filter(({ hidden }) => !hidden);
    const here = buttons.findIndex((each) => each === document.activeElement);
    buttons.at((here + step) % buttons.length)?.focus();
  }
}

/** True where the focus is where a press on text leaves it: at nothing that could be used. */
export function isNowhere(active: Element | null): boolean {
  return !active || active.matches('body, main, h1');
}
