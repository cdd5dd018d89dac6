import { hash } from 'node:crypto';
import type { Statement } from '@lectern/contracts/xapi';
import { contextActivities, objectActivity } from '../model/statement-courses.ts';
import { outcomeOf, type Outcome, type RecordedStatement } from '../progress/rules.ts';

/** A statement that is looked at. */
export type LookedAt = RecordedStatement & { readonly sequence: string };

/** Statements that stand for all at one place, by their sequences. */
interface Place {
  first: Standing;
  last: Standing;
  firstFinished?: Standing;
  lastFinished?: Standing;
  newest: Standing;
  newestFinished?: Standing;
  lastSucceeded?: Standing;
  lastJudged?: Standing;
  best?: Standing;
  scoredLast?: Standing;
}

/** Members of a {@link Place}. */
const standingMaximum = 10;

type Standing = Outcome & { readonly sequence: string };

/**
 * Finds the few statements of a subject that progress needs: read from these alone, states and scores of all exercises
 * are the same as from all, in each version of each issue (`progress/projection.ts`). How many there were is not.
 *
 * Statements at one place say what they say of the same exercises: they name the same activities, and were recorded
 * within the same courses. What is read of an exercise are first and last times, also of judgements, of successes and of
 * storing, the best and the last score; so at each place those stay that have these.
 */
export class Essentials {
  readonly #places = new Map<string, Place>();
  readonly #unreadable = new Set<string>();

  /** Takes the next one, in the order of storing, that is not voided. */
  add(one: LookedAt): void {
    if (!isReadable(one.statement)) {
      this.#unreadable.add(one.sequence);
      return;
    }
    const outcome = outcomeOf(one);
    if (!outcome) return;
    const standing = { ...outcome, sequence: one.sequence };
    const key = placeOf(one);
    const known = this.#places.get(key);
    if (known) update(known, standing);
    else
      this.#places.set(
        key,
        update({ first: standing, last: standing, newest: standing }, standing),
      );
  }

  /** At most so many are needed. */
  get size(): number {
    return this.#places.size * standingMaximum + this.#unreadable.size;
  }

  /** Sequences of all that are needed of those so far. */
  sequences(): ReadonlySet<string> {
    const standing = [...this.#places.values()].flatMap((place): Standing[] =>
      Object.values(place),
    );
    return new Set([...standing.map(({ sequence }) => sequence), ...this.#unreadable]);
  }
}

function update(place: Place, one: Standing): Place {
  if (one.happenedAt < place.first.happenedAt) place.first = one;
  if (one.happenedAt > place.last.happenedAt) place.last = one;
  place.newest = one;
  if (one.isFinished) {
    place.newestFinished = one;
    if (!place.firstFinished || one.happenedAt < place.firstFinished.happenedAt)
      place.firstFinished = one;
    place.lastFinished = laterOf(place.lastFinished, one);
  }
  if (one.success !== undefined) place.lastJudged = laterOf(place.lastJudged, one);
  if (one.success) place.lastSucceeded = laterOf(place.lastSucceeded, one);
  if (one.score === undefined) return place;
  if (!place.best || one.score > place.best.score!) place.best = one;
  // Of two scores of the same moment the later one counts.
  if (!place.scoredLast || one.happenedAt >= place.scoredLast.happenedAt) place.scoredLast = one;
  return place;
}

/** Of the same moment, the first one that was recorded. */
function laterOf(known: Standing | undefined, one: Standing): Standing {
  return known && known.happenedAt >= one.happenedAt ? known : one;
}

/** A hash, because a statement can name activities for 64 KiB. */
function placeOf({ statement, dtoId, saidWithin }: RecordedStatement): string {
  const around = contextActivities(statement).map(({ id }) => id);
  const named = [objectActivity(statement)?.id ?? null, [...new Set(around)].toSorted(byUnits)];
  return hash('sha256', JSON.stringify([dtoId, saidWithin?.toSorted(byUnits) ?? null, named]));
}

function byUnits(one: string, other: string): number {
  return one < other ? -1 : 1;
}

/** Statements recorded before each was checked can have any form. They stay. */
function isReadable({ verb, object }: Partial<Statement>): boolean {
  if (typeof verb?.id !== 'string' || typeof object !== 'object' || object === null) return false;
  return (object.objectType ?? 'Activity') !== 'Activity' || objectHasId(object);
}

function objectHasId(object: object): boolean {
  return 'id' in object && typeof object.id === 'string';
}
