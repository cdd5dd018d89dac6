import { flatten, type Course, type CourseItem } from '../../src/course.ts';
import type { ItemStatus } from '../keeping/course-record.ts';
import { texts } from '../texts/texts.ts';
import { createContents } from './contents.ts';
import { answerConfirm } from './dialogs.ts';
import { button, element, required } from './dom.ts';
import { refuseDropsIn } from './drops-in-frame.ts';

/** State that the page shows beside the content. */
export interface PageState {
  readonly current: CourseItem | undefined;
  readonly canGoOn: boolean;
  readonly canGoBack: boolean;
  statusOf(item: CourseItem): ItemStatus | undefined;
  canChoose(item: CourseItem): boolean;
}

interface PageActions {
  next(): void;
  previous(): void;
  choose(item: CourseItem): void;
}

/** As in the styles. */
const smallScreen = '(width < 62rem)';

/** The page around the content. A course of one item has no table of contents, and nothing around it. */
export class Page {
  readonly #course: Course;
  readonly #hasSeveral: boolean;
  readonly #main = required('main');
  readonly #contents = required('contents');
  readonly #pager = required('pager');
  readonly #previous: HTMLButtonElement;
  readonly #next: HTMLButtonElement;
  readonly #actions: PageActions;

  constructor(course: Course, actions: PageActions) {
    this.#course = course;
    this.#actions = actions;
    this.#hasSeveral = flatten(course.items).filter(({ launch }) => launch).length > 1;
    this.#previous = button(texts.player.previous, 'quiet', actions.previous);
    this.#next = button(texts.player.next, 'primary', actions.next);
    document.title = course.title;
    if (this.#hasSeveral) this.#frame();
  }

  /** Shows an item in a frame of its own, and nothing of the one before. */
  open({ title, launch = '' }: CourseItem): HTMLIFrameElement {
    const frame = element('iframe', {
      title,
      // Where players of authoring tools look for leave to fill the screen.
      allow: 'autoplay; clipboard-write; encrypted-media; fullscreen; picture-in-picture',
      'data-item-frame': true,
    });
    frame.src = launch;
    this.#main.replaceChildren(frame);
    answerConfirm(frame);
    refuseDropsIn(frame);
    document.title = this.#hasSeveral ? `${title} – ${this.#course.title}` : this.#course.title;
    required('announcer').textContent = texts.player.opened(title);
    return frame;
  }

  /** Takes the content away: it hears that its page ends. */
  clear(): void {
    this.#main.replaceChildren();
  }

  /** Says something in the content's place. */
  message(text: string, action?: { readonly text: string; readonly run: () => void }): void {
    this.#main.replaceChildren(
      element(
        'div',
        { class: 'message' },
        element('p', {}, text),
        action && button(action.text, 'primary', action.run),
      ),
    );
  }

  update(state: PageState): void {
    if (!this.#hasSeveral) return;
    // The focus stays where it was: the list is made anew.
    const focused = this.#contents.querySelector<HTMLElement>(':focus')?.dataset['item'];
    this.#contents
      .querySelector('ul')
      ?.replaceWith(createContents(this.#course.items, { ...members(state), ...this.#chosen() }));
    if (focused !== undefined)
      this.#contents.querySelector<HTMLElement>(`[data-item="${CSS.escape(focused)}"]`)?.focus();
    this.#previous.disabled = !state.canGoBack;
    this.#next.disabled = !state.canGoOn;
  }

  #frame(): void {
    const toggle = button(texts.player.contents, 'quiet', () => this.#toggle());
    toggle.id = 'contents-button';
    toggle.setAttribute('aria-controls', this.#contents.id);
    toggle.setAttribute('aria-expanded', 'false');
    required('head').append(element('h1', {}, this.#course.title), toggle);
    this.#contents.append(
      element('h2', { class: 'spoken' }, texts.player.contentsTitle),
      element('ul', { class: 'items' }),
    );
    this.#pager.append(
      element('nav', { 'aria-label': texts.player.pager }, this.#previous, this.#next),
    );
    this.#contents.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape' || !this.#contents.hasAttribute('data-open')) return;
      this.#toggle(false);
      toggle.focus();
    });
    for (const part of [required('head'), this.#contents, this.#pager]) part.hidden = false;
  }

  #toggle(isOpen = !this.#contents.hasAttribute('data-open')): void {
    this.#contents.toggleAttribute('data-open', isOpen);
    required('contents-button').setAttribute('aria-expanded', String(isOpen));
    // Where the contents lie over the course, the focus must not go under them.
    this.#main.inert = isOpen && matchMedia(smallScreen).matches;
  }

  #chosen() {
    return {
      choose: (item: CourseItem) => {
        this.#toggle(false);
        this.#actions.choose(item);
      },
    };
  }
}

function members({ current, statusOf, canChoose }: PageState) {
  return { current, statusOf, canChoose };
}
