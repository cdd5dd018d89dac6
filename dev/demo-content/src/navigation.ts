import type { DeepLink } from '@lectern/sdk';
import { exercisesOf, type Course, type Page, type Thema } from './course/model.ts';

/** A page of the course, and on it perhaps an exercise to go to. `undefined` is the start page. */
export interface Place {
  readonly thema: Thema;
  /** From 1. */
  readonly pageNumber: number;
  readonly page: Page;
  readonly exerciseId?: string;
}

/** All pages in reading order. */
export function placesOf(course: Course): readonly Place[] {
  return course.themen.flatMap((thema) =>
    thema.pages.map((page, index) => ({ thema, pageNumber: index + 1, page })),
  );
}

/** The fragment that leads to a place: `#/bach/2`, `#/bach/2/bach-tiere`, or `#/`. */
export function fragmentOf(place: Place | undefined): string {
  if (!place) return '#/';
  const parts = [place.thema.id, place.pageNumber, ...(place.exerciseId ? [place.exerciseId] : [])];
  return `#/${parts.join('/')}`;
}

/** The reverse of {@link fragmentOf}; whatever is unknown leads to the start page. */
export function placeOfFragment(course: Course, fragment: string): Place | undefined {
  const [, themaId, pageNumber, exerciseId] = fragment.split('/');
  const place = pageOf(course, themaId, pageNumber);
  return place && exerciseId ? (placeOfExercise(course, exerciseId) ?? place) : place;
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

function placeOfExercise(course: Course, exerciseId: string): Place | undefined {
  const place = placesOf(course).find(({ page }) =>
    exercisesOf(page).some(({ id }) => id === exerciseId),
  );
  return place && { ...place, exerciseId };
}
