/** Payload of each call: small, as most messages of content are. */
export const place = { exerciseGroupId: 'fractions-2', themaId: '4711', subThemaNumber: '3' };
export type Place = typeof place;

/** The call that the content of every contender makes. */
export type SetPlace = (place: Place) => Promise<unknown>;

/** The part of a shell's page that the benchmark reads. */
export interface Answering {
  /** Count of answered calls: the benchmark compares it with the calls made. */
  answered: number;
}
const page: Answering = Object.assign(globalThis, { answered: 0 });

/** Handler of the call in the shell of every contender. */
export function setPlace({ exerciseGroupId }: Partial<Place>): null {
  if (exerciseGroupId !== place.exerciseGroupId) throw new Error('The place got lost on the way.');
  page.answered++;
  return null;
}
