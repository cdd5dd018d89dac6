import type { Cmi5Progress } from '@lectern/sdk';
import { textIn, type Cmi5Au, type OutlineNode, type Texts } from '../../src/cmi5-structure.ts';
import { element, required } from '../views/dom.ts';
import { texts } from '../texts/texts.ts';
import { stateOf } from './unit-state.ts';

interface Shown {
  readonly title: Texts;
  readonly description: Texts;
  readonly outline: readonly OutlineNode[];
}

/** Deepest heading of HTML. */
const deepestHeading = 6;

/** The list of blocks and units. Nothing in it opens before somebody says what opening is. */
export class CoursePage {
  readonly #course: Shown;
  readonly #language: string;
  readonly #aus: readonly Cmi5Au[];
  #open: ((au: Cmi5Au) => void) | undefined;
  #opening: Cmi5Au | undefined;
  #progress: Cmi5Progress | undefined;

  constructor(course: Shown, language: string) {
    this.#course = course;
    this.#language = language;
    this.#aus = unitsIn(course.outline);
    document.title = this.titleOf(course) || document.title;
  }

  titleOf({ title }: { readonly title: Texts }): string {
    return textIn(title, this.#language);
  }

  get isOpenable(): boolean {
    return this.#open !== undefined;
  }

  /**
   * Sets what a click on a unit does; without it units cannot be opened now.
   *
   * @param opening The one that is being opened.
   */
  onOpen(open: ((au: Cmi5Au) => void) | undefined, opening?: Cmi5Au): void {
    this.#open = open;
    this.#opening = opening;
    this.show();
  }

  show(progress = this.#progress): void {
    this.#progress = progress;
    const main = required('main');
    // The list is made anew, and the focus stays where it was.
    const focused = main.querySelector<HTMLElement>(':focus')?.dataset['au'];
    main.replaceChildren(
      element(
        'header',
        { class: 'course' },
        element('h1', {}, this.titleOf(this.#course) || texts.startPage.empty),
        this.#about(this.#course.description),
        this.#summary(),
      ),
      this.#list(this.#course.outline, 2),
    );
    if (focused !== undefined) this.focus(focused);
  }

  focus(auId: string): void {
    required('main')
      .querySelector<HTMLElement>(`[data-au="${CSS.escape(auId)}"]`)
      ?.focus();
  }

  /** The text of a unit's row, such as _Wolken: bestanden_; nothing where there is no such unit. */
  describe(auId: string): string | undefined {
    const au = this.#aus.find(({ id }) => id === auId);
    return au && `${this.titleOf(au) || texts.startPage.empty}: ${this.#stateOf(au).text}`;
  }

  #stateOf(au: Cmi5Au) {
    return stateOf(
      au,
      this.#progress?.aus.find(({ au_id }) => au_id === au.id),
    );
  }

  #about(description: Texts): HTMLElement | undefined {
    const text = textIn(description, this.#language);
    return text === '' ? undefined : element('p', { class: 'about' }, text);
  }

  #summary(): HTMLElement | undefined {
    if (!this.#progress) return undefined;
    if (this.#progress.is_satisfied)
      return element('p', { class: 'summary' }, texts.startPage.satisfied);
    const asked = this.#aus.filter(({ move_on }) => move_on !== 'NotApplicable');
    if (asked.length === 0) return undefined;
    const done = asked.filter((au) => this.#stateOf(au).isDone).length;
    const text = texts.startPage.count(done, asked.length);
    const bar = element('progress', {
      max: String(asked.length),
      value: String(done),
      'aria-hidden': 'true',
    });
    return element('p', { class: 'summary' }, element('span', {}, text), bar);
  }

  #list(nodes: readonly OutlineNode[], level: number): HTMLElement {
    const list = element('ol', { class: 'units' });
    for (const node of nodes)
      list.append(
        'au' in node
          ? element('li', {}, this.#unit(node.au))
          : element('li', { class: 'block' }, ...this.#block(node, level)),
      );
    return list;
  }

  #block(
    { block, children }: Extract<OutlineNode, { readonly block: unknown }>,
    level: number,
  ): readonly (HTMLElement | undefined)[] {
    const isDone = this.#progress?.satisfied_block_ids.includes(block.id);
    const heading = `h${Math.min(level, deepestHeading)}` as 'h2';
    return [
      element(
        heading,
        { 'data-block': block.id },
        this.titleOf(block) || texts.startPage.empty,
        isDone ? element('span', { class: 'block-done' }, texts.player.completed) : undefined,
      ),
      this.#about(block.description),
      this.#list(children, level + 1),
    ];
  }

  #unit(au: Cmi5Au): HTMLElement {
    const { mark, text } = this.#stateOf(au);
    const made = element(
      'button',
      {
        type: 'button',
        class: 'unit',
        'data-au': au.id,
        // Can be reached by the keyboard and read all the same.
        'aria-disabled': this.#open ? undefined : 'true',
        'aria-busy': this.#opening === au ? 'true' : undefined,
      },
      element('span', { class: 'mark', 'data-mark': mark, 'aria-hidden': 'true' }),
      element(
        'span',
        { class: 'words' },
        element('span', { class: 'title' }, this.titleOf(au) || texts.startPage.empty),
        this.#aboutUnit(au),
      ),
      text === '' ? undefined : element('span', { class: 'state', 'data-mark': mark }, text),
    );
    made.addEventListener('click', () => this.#open?.(au));
    return made;
  }

  #aboutUnit(au: Cmi5Au): HTMLElement | undefined {
    const about = textIn(au.description, this.#language);
    const window = au.launch_method === 'OwnWindow' ? texts.startPage.ownWindow : '';
    const text = [about, window].filter(Boolean).join(' · ');
    return text === '' ? undefined : element('span', { class: 'about' }, text);
  }
}

function unitsIn(nodes: readonly OutlineNode[]): readonly Cmi5Au[] {
  return nodes.flatMap((node) => ('au' in node ? [node.au] : unitsIn(node.children)));
}
