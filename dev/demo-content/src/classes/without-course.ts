import type { Pupil } from '@lectern/sdk';
import { el, showIfNew } from '../dom.ts';
import { namedMembers, withoutHint, withoutWords } from './shared-answers.ts';

/** Names the pupils with whom a class does not work with the course, and says what to do. Hidden where there are none. */
export function createWithoutCourse() {
  const summary = el('summary');
  const names = el('ul');
  const element = el(
    'details',
    { class: 'class-without', hidden: true },
    summary,
    names,
    el('p', withoutHint),
  );
  return {
    element,
    /** @param members All pupils of the class, in the order of their subjects. */
    show(members: readonly Pupil[]): void {
      summary.textContent = withoutWords(members);
      element.hidden = summary.textContent === '';
      showIfNew(
        names,
        namedMembers(members)
          .filter(({ member }) => member.without_course)
          .map(({ name }) => el('li', { dir: 'auto' }, name)),
      );
    },
  };
}
