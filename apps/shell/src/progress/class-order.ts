import { nameCollator } from '../texts/in-name-order.ts';
import { needOf, settledCount, stateCountsOf } from './exercise-states.ts';
import type { Member, Shown } from './progress-source.ts';

/** A pupil as the table shows it. */
export interface Pupil extends Member {
  /** Exercises that are to be looked at again, of those that are shown. */
  readonly againCount: number;
  /** Exercises for which there is nothing left to do. */
  readonly settledCount: number;
}

/** The column that the rows are in the order of: a Thema or an exercise by its id. */
export interface Order {
  readonly by: 'name' | 'again' | 'lastActive' | { readonly id: string };
  readonly isDescending: boolean;
}

/** Pupils who need help. */
export const defaultOrder: Order = { by: 'again', isDescending: true };

export function isBy({ by }: Order, column: Order['by']): boolean {
  return typeof by === 'object' && typeof column === 'object' ? by.id === column.id : by === column;
}

/** The order after a press on a column: those who need help first, or the other way round on a second press. */
export function pressed(order: Order, column: Order['by']): Order {
  return isBy(order, column)
    ? { by: column, isDescending: !order.isDescending }
    : { by: column, isDescending: column === 'again' };
}

export function pupilsOf(members: readonly Member[]): readonly Pupil[] {
  return members.map((member) => {
    const counts = member.progress.themen.map((thema) => stateCountsOf(thema, 0));
    return {
      ...member,
      againCount: counts.reduce((sum, { AGAIN }) => sum + AGAIN, 0),
      settledCount: counts.reduce((sum, ofThema) => sum + settledCount(ofThema), 0),
    };
  });
}

/** Pupils by a column, those who are level by need of help and by name. */
export function inOrder(
  pupils: readonly Pupil[],
  shown: Pick<Shown, 'themen' | 'exercises'>,
  { by, isDescending }: Order,
  locale: string,
): readonly Pupil[] {
  const collator = nameCollator(locale);
  const byName = (a: Pupil, b: Pupil) => collator.compare(a.name, b.name);
  const valueOf = columnValue(shown, by);
  const byColumn = (a: Pupil, b: Pupil) => (by === 'name' ? byName(a, b) : valueOf(a) - valueOf(b));
  const sign = isDescending ? -1 : 1;
  return pupils.toSorted(
    (a, b) =>
      sign * byColumn(a, b) ||
      b.againCount - a.againCount ||
      a.settledCount - b.settledCount ||
      byName(a, b),
  );
}

/** Pupils in the order of others, and those who are new after them. */
export function inPlace(
  pupils: readonly Pupil[],
  others: readonly Pick<Pupil, 'subject'>[],
): readonly Pupil[] {
  const places = new Map(others.map(({ subject }, place) => [subject, place]));
  const placeOf = ({ subject }: Pupil) => places.get(subject) ?? others.length;
  return pupils.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function columnValue(
  { exercises }: Pick<Shown, 'exercises'>,
  by: Order['by'],
): (pupil: Pupil) => number {
  if (by === 'name') return () => 0;
  if (by === 'again') return ({ againCount }) => againCount;
  if (by === 'lastActive') {
    return ({ progress }) => (progress.last_active_at ? Date.parse(progress.last_active_at) : 0);
  }
  if (exercises) return ({ progress }) => needOf(exerciseIn(progress, by.id));
  // An exercise to look at again lowers the rank by less than one settled exercise.
  return ({ progress }) => {
    const counts = stateCountsOf(themaIn(progress, by.id), 0);
    return settledCount(counts) - counts.AGAIN / (counts.AGAIN + 1);
  };
}

export function themaIn({ themen }: Member['progress'], id: string) {
  return themen.find(({ thema_id }) => thema_id === id);
}

export function exerciseIn({ exercises }: Member['progress'], id: string) {
  return exercises?.find(({ exercise_id }) => exercise_id === id);
}
