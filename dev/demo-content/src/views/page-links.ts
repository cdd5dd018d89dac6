import type { Answer } from '../answers.ts';
import type { Thema } from '../course/model.ts';
import { el, spoken } from '../dom.ts';
import { fragmentOf, type Place } from '../navigation.ts';
import { isComplete, progressOf } from '../progress.ts';

/** The pages of a Thema as links, each with what is done on it. `here` is the page that is open. */
export function createPageLinks(
  thema: Thema,
  here: Place | undefined,
  answers: ReadonlyMap<string, Answer>,
  signal: AbortSignal,
): HTMLElement {
  return el(
    'ol.page-links',
    ...thema.pages.map((page, index) => {
      const place = { thema, page, pageNumber: index + 1 };
      // A sign for the eye, the same in words for the ear.
      const state = el('span.page-state');

      function show(): void {
        const progress = progressOf([page], answers);
        state.dataset['state'] = isComplete(progress)
          ? 'done'
          : progress.done > 0
            ? 'begun'
            : 'open';
        state.replaceChildren(
          spoken(`, ${progress.done} von ${progress.total} Aufgaben geschafft`),
        );
      }
      for (const answer of answers.values()) answer.addEventListener('change', show, { signal });
      show();

      return el(
        'li',
        el(
          'a',
          { href: fragmentOf(place), 'aria-current': here?.page === page ? 'page' : undefined },
          el('span', page.title),
          state,
        ),
      );
    }),
  );
}
