import type { Answer } from '../answers.ts';
import type { Course } from '../course/model.ts';
import { el } from '../dom.ts';
import type { Place } from '../navigation.ts';
import { closePanel } from '../panel.ts';
import { createPageLinks } from './page-links.ts';

/** The table of contents: beside the page where there is room, else behind the button «Inhalt». */
export class Contents {
  readonly #nav: HTMLElement;
  readonly #button: HTMLButtonElement;

  constructor(nav: HTMLElement, button: HTMLButtonElement) {
    this.#nav = nav;
    this.#button = button;
    button.addEventListener('click', () => this.#open(!this.#isOpen));
    nav.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !this.#isOpen) return;
      this.close();
      button.focus();
    });
  }

  /** Shows the contents around a page; the start page has none, for it shows the same itself. */
  show(
    course: Course,
    here: Place | undefined,
    answers: ReadonlyMap<string, Answer>,
    signal: AbortSignal,
  ): void {
    // A chosen page comes into view.
    this.close();
    this.#button.hidden = this.#nav.hidden = here === undefined;
    if (!here) return;
    this.#nav.replaceChildren(
      el('a', { href: '#/', class: 'overview' }, 'Übersicht'),
      ...course.themen.flatMap((thema) => [
        el('h2', thema.title),
        createPageLinks(thema, here, answers, signal),
      ]),
    );
  }

  close(): void {
    this.#open(false);
  }

  get #isOpen(): boolean {
    return this.#nav.hasAttribute('data-open');
  }

  #open(open: boolean): void {
    // A press beside a menu closes it, a key does not.
    if (open) closePanel();
    this.#button.setAttribute('aria-expanded', String(open));
    this.#nav.toggleAttribute('data-open', open);
  }
}
