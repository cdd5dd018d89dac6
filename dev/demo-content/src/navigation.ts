import type { DeepLink } from '@lectern/sdk';
import { exercisesOf, type Course, type Page, type Thema } from './course/model.ts';

/** A page of the course, and on it perhaps an exercise to go to. `undefined` is the start page. */
export interface Place {
  readonly thema: Thema;
  /** From 1. */
  readonly pageNumber: number;
  readonly page: Page;
  readonly exerciseId?: string;
  /** A mark or a note on the page to go to. */
  readonly noteId?: string;
}

/** Pages beside those of the course, by their fragments. */
export const extraPages = ['notizen', 'suche', 'rueckmeldungen', 'klasse', 'auftraege'] as const;
export type ExtraPage = (typeof extraPages)[number];

/** Such as `#/notizen`. */
export function extraPageOfFragment(fragment: string): ExtraPage | undefined {
  return extraPages.find((name) => fragment === `#/${name}`);
}

/** `topic_id` of the annotations and in search: `bach-2` is the second page of the Thema `bach`. */
export function topicIdOf({ thema, pageNumber }: Pick<Place, 'thema' | 'pageNumber'>): string {
  return `${thema.id}-${pageNumber}`;
}

/** A fragment's third part is an exercise, or behind this a mark or a note. */
const noteMark = 'notiz-';

/** All pages in reading order. */
export function placesOf(course: Course): readonly Place[] {
  return course.themen.flatMap((thema) =>
    thema.pages.map((page, index) => ({ thema, pageNumber: index + 1, page })),
  );
}

/** The fragment that leads to a place: `#/bach/2`, `#/bach/2/bach-tiere`, or `#/`. */
export function fragmentOf(place: Place | undefined): string {
  if (!place) return '#/';
  const goal = place.noteId ? `${noteMark}${place.noteId}` : place.exerciseId;
  const parts = [place.thema.id, place.pageNumber, ...(goal ? [goal] : [])];
  return `#/${parts.join('/')}`;
}

/** The reverse of {@link fragmentOf}; whatever is unknown leads to the start page. */
export function placeOfFragment(course: Course, fragment: string): Place | undefined {
  const [, themaId, pageNumber, goal] = fragment.split('/');
  const place = pageOf(course, themaId, pageNumber);
  if (!place || !goal) return place;
  if (goal.startsWith(noteMark)) return { ...place, noteId: goal.slice(noteMark.length) };
  return placeOfExercise(course, goal) ?? place;
}

/**
 * Where a deep link leads. An exercise alone is enough to find its page; an unknown one leaves the
 * decision to the Thema; without a page number the Thema opens at its first page.
 */
export function placeOfDeepLink(course: Course, link: DeepLink): Place | undefined {
  const { exerciseGroupId, themaId, subThemaNumber = '1' } = link;
  return (
    (exerciseGroupId ? placeOfExercise(course, exerciseGroupId) : undefined) ??
    pageOf(course, themaId, subThemaNumber)
  );
}

/** The reverse of {@link placeOfDeepLink}; the start page has no members. */
export function deepLinkOf(place: Place | undefined): DeepLink {
  if (!place) return {};
  return {
    themaId: place.thema.id,
    subThemaNumber: String(place.pageNumber),
    ...(place.exerciseId === undefined ? {} : { exerciseGroupId: place.exerciseId }),
  };
}

function pageOf(
  course: Course,
  themaId: string | undefined,
  pageNumber: string | undefined,
): Place | undefined {
  return placesOf(course).find(
    (place) => place.thema.id === themaId && String(place.pageNumber) === pageNumber,
  );
}

export function placeOfExercise(course: Course, exerciseId: string): Place | undefined {
  const place = placesOf(course).find(({ page }) =>
    exercisesOf(page).some(({ id }) => id === exerciseId),
  );
  return place && { ...place, exerciseId };
}
