import { button, el } from '../dom.ts';
import type { Learner } from '../learner.ts';
import { fragmentOf, type Place } from '../navigation.ts';
import { project } from './projection.ts';

/** Adds what a lesson in a room needs to a page that is open: printing it, and for teachers the projector. */
export function startRoomTools(
  article: HTMLElement,
  { thema, page, pageNumber }: Place,
  learner: Learner,
  signal: AbortSignal,
): void {
  // A page of its own in a tab of its own: the frame may open no print dialog, and Safari prints frames badly.
  const print = el(
    'a',
    {
      class: 'quiet',
      href: `./druck.html${fragmentOf({ thema, page, pageNumber })}`,
      target: '_blank',
      rel: 'noopener',
    },
    'Drucken',
  );
  const projector: HTMLButtonElement = button('quiet', 'Projizieren', () => project(projector));
  const show = () => void (projector.hidden = !learner.isTeacher);
  learner.addEventListener('change', show, { signal });
  show();
  article.querySelector('.mark-text')?.after(print, projector);
}
