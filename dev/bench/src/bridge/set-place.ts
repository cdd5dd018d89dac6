/** What is called with: small, as most of what content says while it is used. */
export const place = { exerciseGroupId: 'fractions-2', themaId: '4711', subThemaNumber: '3' };
export type Place = typeof place;

/** What the content of every contender calls. */
export type SetPlace = (place: Place) => Promise<unknown>;

/** What a shell's page tells the benchmark. */
export interface Answering {
  /** How many calls have been answered: the benchmark compares it with how many were made. */
  answered: number;
}
const page: Answering = Object.assign(globalThis, { answered: 0 });

/** What the shell of every contender answers with. */
export function setPlace({ exerciseGroupId }: Partial<Place>): null {
  if (exerciseGroupId !== place.exerciseGroupId) throw new Error('The place got lost on the way.');
  page.answered++;
  return null;
}
