import { announce } from '../announce.ts';
import { el } from '../dom.ts';
import { makeDraggable, targetAttribute } from './dragging.ts';
import type { Changed, ExerciseView, Verdict } from './exercise.ts';
import { fittingPairs, pairsAsResponse, type PairRules } from './pairs.ts';
import { scorePairs } from './scoring.ts';

/** Name of the target where cards lie that are not placed yet. */
export const poolTarget = '';

/** Options of the two exercises that place cards. */
export interface Board extends PairRules {
  /** Brings the elements in line with what is placed and picked. */
  draw(): void;
  /** The element to go to for a card where it lies now. */
  buttonOfCard(card: string): HTMLElement | undefined;
  buttonOfTarget(target: string): HTMLElement | undefined;
}

/**
 * Cards that are put to targets in three ways that can be mixed: dragging; choosing a card and then
 * a target by click or tap; the same by keyboard (Enter picks and places, arrow keys go from target
 * to target, Escape lets go, Delete puts back). Choosing a placed card twice puts it back, too.
 */
export class Placing {
  readonly #board: Board;
  readonly #changed: Changed;
  #placed = new Map<string, string>();
  #picked: string | undefined;

  constructor(board: Board, changed: Changed) {
    this.#board = board;
    this.#changed = changed;
  }

  /** Card id → target id of the cards that are placed. */
  get placed(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#placed);
  }

  get picked(): string | undefined {
    return this.#picked;
  }

  cardAt(target: string): string | undefined {
    return [...this.#placed].find(([, at]) => at === target)?.[0];
  }

  /** @param markParts Shows which cards lie right. */
  view(
    element: HTMLElement,
    solution: Readonly<Record<string, string>>,
    markParts: (parts: Verdict['parts']) => void,
  ): ExerciseView {
    return {
      element,
      value: () => this.placed,
      restore: (saved) => {
        this.#placed = new Map(Object.entries(fittingPairs(saved, this.#board)));
        this.#board.draw();
      },
      response: () => pairsAsResponse(this.placed),
      check: () => {
        const verdict = scorePairs(solution, this.placed);
        markParts(verdict.parts);
        return verdict;
      },
    };
  }

  /** @param card the card that the button shows at the moment, if any. */
  bindCard(button: HTMLButtonElement, card: () => string | undefined): void {
    makeDraggable(
      button,
      () => card() !== undefined,
      (target) => {
        const dragged = card();
        if (dragged !== undefined && target !== undefined) this.#put(dragged, target);
      },
    );
    button.addEventListener('click', (event) => {
      const clicked = card();
      const another = this.#picked !== undefined && this.#picked !== clicked;
      // A filled target with another card in hand is a target, see bindTarget.
      if (clicked === undefined || (another && button.hasAttribute(targetAttribute))) return;
      event.stopImmediatePropagation();
      this.#choose(clicked, isByKeyboard(event));
    });
    button.addEventListener('keydown', (event) => {
      this.#letGoOnEscape(event);
      const focused = card();
      if (focused === undefined || !['Delete', 'Backspace'].includes(event.key)) return;
      this.#put(focused, poolTarget);
      this.#board.buttonOfCard(focused)?.focus();
    });
  }

  bindTarget(button: HTMLButtonElement, target: string): void {
    button.addEventListener('click', (event) => {
      if (this.#picked === undefined) {
        announce('Wähle zuerst eine Karte.');
        return;
      }
      this.#put(this.#picked, target);
      if (isByKeyboard(event)) this.#focusNextCard();
    });
    button.addEventListener('keydown', (event) => {
      this.#letGoOnEscape(event);
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      // With Alt, or Cmd on a Mac, they go through the browser's history.
      if (!step || event.altKey || event.metaKey) return;
      event.preventDefault();
      const { targets } = this.#board;
      const next = targets.findIndex(({ id }) => id === target) + step;
      const neighbour = targets[(next + targets.length) % targets.length];
      if (neighbour) this.#board.buttonOfTarget(neighbour.id)?.focus();
    });
  }

  /** Takes a card in hand; the same card once more is laid back. */
  #choose(card: string, byKeyboard: boolean): void {
    if (this.#picked === card) {
      this.#put(card, poolTarget);
      if (byKeyboard) this.#board.buttonOfCard(card)?.focus();
      return;
    }
    this.#picked = card;
    this.#board.draw();
    announce(`${this.#nameOf(card)} gewählt. Wähle jetzt die Stelle.`);
    const empty = this.#board.targets.find(({ id }) => this.cardAt(id) === undefined);
    const first = empty ?? this.#board.targets[0];
    if (byKeyboard && first) this.#board.buttonOfTarget(first.id)?.focus();
  }

  /** Lays a card at a target, or in the pool. */
  #put(card: string, target: string): void {
    this.#picked = undefined;
    const moved = (this.#placed.get(card) ?? poolTarget) !== target;
    if (moved && target === poolTarget) {
      this.#placed.delete(card);
      announce(`${this.#nameOf(card)} zurückgelegt.`);
    } else if (moved) {
      const before = this.#board.onePerTarget ? this.cardAt(target) : undefined;
      if (before !== undefined) this.#placed.delete(before);
      this.#placed.set(card, target);
      const place = this.#board.targets.find(({ id }) => id === target)?.name;
      announce(`${this.#nameOf(card)} liegt jetzt hier: ${place}.`);
    }
    this.#board.draw();
    if (moved) this.#changed();
  }

  #letGoOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.#picked === undefined) return;
    const card = this.#picked;
    this.#picked = undefined;
    this.#board.draw();
    this.#board.buttonOfCard(card)?.focus();
  }

  /** By keyboard the next card is at hand without searching for it. */
  #focusNextCard(): void {
    const next = this.#board.cards.find(({ id }) => !this.#placed.has(id));
    if (next) this.#board.buttonOfCard(next.id)?.focus();
  }

  #nameOf(card: string): string {
    return this.#board.cards.find(({ id }) => id === card)?.text ?? card;
  }
}

/** Where cards lie that are not placed yet; a card dragged onto it goes back. */
export function createPool(label: string, ...cards: readonly HTMLElement[]) {
  const empty = el('p.pool-empty', 'Alles ist verteilt.');
  const element = el(
    'div',
    { class: 'pool', role: 'group', 'aria-label': label, [targetAttribute]: poolTarget },
    empty,
    ...cards,
  );
  return {
    element,
    show(isEmpty: boolean): void {
      empty.hidden = !isEmpty;
      element.toggleAttribute('data-empty', isEmpty);
    },
  };
}

/** The keys, in words; shown where there is a keyboard. */
export function keyboardHelp(): HTMLElement {
  return el(
    'p.keyboard-help',
    'Mit der Tastatur: Enter wählt und legt ab, die Pfeiltasten wechseln den Ort, Esc bricht ab, Entf legt zurück.',
  );
}

/** Enter and space make clicks without a pointer; so do screen readers. */
function isByKeyboard(event: MouseEvent): boolean {
  return event.detail === 0;
}
