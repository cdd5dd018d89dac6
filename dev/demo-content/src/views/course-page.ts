import type { Answer } from '../answers.ts';
import type { Block, Picture } from '../course/model.ts';
import { el, richText } from '../dom.ts';
import { fragmentOf, type Place } from '../navigation.ts';
import type { PageNotes } from '../notes/page-notes.ts';
import { createBookmarkButton } from './bookmark-button.ts';
import { createClassProgressButton, type ClassProgressContext } from './class-progress.ts';
import { createExerciseCard, type ExerciseCardHooks } from './exercise-card.ts';
import { createFilm, type FilmContext } from './film.ts';

/** The publication around a page. */
export interface CoursePageContext extends ExerciseCardHooks, FilmContext, ClassProgressContext {
  /** All pages in reading order, for the way back and on. */
  readonly places: readonly Place[];
  readonly answers: ReadonlyMap<string, Answer>;
  /** The learner's notes and marks on the page. */
  readonly notes: PageNotes;
}

/** One page of the course: title, hints for teachers, its blocks, and the way back and on. */
export function createCoursePage(place: Place, context: CoursePageContext): HTMLElement {
  const { thema, page, pageNumber } = place;
  return el(
    'article.course-page',
    el(
      'header.page-head',
      el('p.kicker', `${thema.title} · Seite ${pageNumber} von ${thema.pages.length}`),
      el('h1', { tabindex: '-1' }, page.title),
      el('p.lead', page.lead),
      el('div.page-tools', createBookmarkButton(context.notes, context.signal)),
    ),
    createTeacherHints(place, context),
    ...page.blocks.map((block) => createBlock(block, context)),
    createPager(place, context.places),
  );
}

function createBlock(block: Block, context: CoursePageContext): HTMLElement | undefined {
  if (block.kind === 'film') return createFilm(block.film, context);
  if (block.kind !== 'exercise') return createTextBlock(block);
  const answer = context.answers.get(block.exercise.id);
  return answer && createExerciseCard(answer, context);
}

/**
 * One block of the page's text; undefined for what has texts of its own. A kind of block without a case
 * here does not compile.
 */
export function createTextBlock(block: Block): HTMLElement | undefined {
  switch (block.kind) {
    case 'heading':
      return el('h2', block.text);
    case 'paragraph':
      return el('p', richText(block.text));
    case 'fact':
      return el(
        'aside',
        { class: 'fact', 'aria-label': `Schon gewusst? ${block.title}` },
        el('p.kicker', 'Schon gewusst?'),
        el('p.fact-title', block.title),
        el('p', richText(block.text)),
      );
    case 'picture':
      return el('figure', createPicture(block.picture), el('figcaption', block.caption));
    case 'film':
    case 'exercise':
      return undefined;
  }
}

/** A picture with its size, so that nothing jumps when it arrives. */
export function createPicture({ source, alt, width, height }: Picture): HTMLElement {
  return el('img', { src: source, alt, width: String(width), height: String(height) });
}

/**
 * Hints that appear once it is known that a teacher reads. They are in every copy of the course, so
 * nothing secret belongs into them.
 */
function createTeacherHints({ page }: Place, context: CoursePageContext): HTMLElement {
  const { learner, signal } = context;
  const hints = el(
    'aside',
    { class: 'teacher-hints', 'aria-label': 'Hinweise für Lehrpersonen' },
    el('p.kicker', 'Für Lehrpersonen'),
    ...page.teacherHints.map((hint) => el('p', hint)),
    createClassProgressButton(context),
  );
  const show = () => void (hints.hidden = !learner.isTeacher);
  learner.addEventListener('change', show, { signal });
  show();
  return hints;
}

/** Links to the pages before and after; at both ends of the course to the start page. */
function createPager({ thema, pageNumber }: Place, places: readonly Place[]): HTMLElement {
  const here = places.findIndex(
    (place) => place.thema.id === thema.id && place.pageNumber === pageNumber,
  );
  const link = (place: Place | undefined, direction: string, kind: string) =>
    el(
      'a',
      { href: fragmentOf(place), class: kind },
      el('span.direction', direction),
      el('span.target', place?.page.title ?? 'Zur Übersicht'),
    );
  return el(
    'nav',
    { class: 'pager', 'aria-label': 'Blättern' },
    link(places[here - 1], 'Zurück', 'previous'),
    link(places[here + 1], places[here + 1] ? 'Weiter' : 'Fertig gelesen', 'next'),
  );
}
