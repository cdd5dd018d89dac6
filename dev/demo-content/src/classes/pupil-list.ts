import { el } from '../dom.ts';
import { createEntries } from './entries.ts';
import { stateOf, stateWords, type NamedMember } from './shared-answers.ts';

/** The pupils of a class, with how far each one is with an exercise. */
export class PupilList {
  readonly element = el('ul', {
    class: 'class-pupils',
    'aria-label': 'Schülerinnen und Schüler',
  });
  readonly #exerciseId: string;
  readonly #showEntries;

  constructor(exerciseId: string, choose: (subject: string) => void) {
    this.#exerciseId = exerciseId;
    this.#showEntries = createEntries<NamedMember>(
      this.element,
      ({ member, name }) => JSON.stringify([member.subject, name]),
      ({ member: { subject }, name }) => {
        const button = el('button', { type: 'button' }, el('b', name), el('span'));
        button.addEventListener('click', () => choose(subject));
        return el('li', button);
      },
    );
  }

  get hasFocus(): boolean {
    return this.element.contains(document.activeElement);
  }

  focus(): void {
    const chosen = this.element.querySelector<HTMLElement>('[aria-current]');
    chosen?.focus({ preventScroll: true });
    chosen?.scrollIntoView({ block: 'nearest' });
  }

  /** @param chosen The subject of the pupil whose answer is shown. */
  show(members: readonly NamedMember[], chosen: string | undefined): void {
    this.#showEntries(members);
    for (const [index, { member }] of members.entries()) {
      const button = this.element.children[index]!.querySelector('button')!;
      const state = stateOf(member, this.#exerciseId);
      button.dataset['state'] = state;
      button.lastElementChild!.textContent = stateWords[state];
      if (member.subject === chosen) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
  }
}
