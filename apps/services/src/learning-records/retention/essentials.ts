import { hash } from 'node:crypto';
import type { Statement } from '@lectern/contracts/xapi';
import { contextActivities, objectActivity } from '../model/statement-courses.ts';
import { outcomeOf, type Outcome, type RecordedStatement } from '../progress/rules.ts';
import { schoolYearOf } from './school-year.ts';

export type NumberedStatement = RecordedStatement & { readonly sequence: string };

type NumberedOutcome = Outcome & { readonly sequence: string };

/** Outcomes that stand for all of one context. */
interface Extremes {
  first: NumberedOutcome;
  last: NumberedOutcome;
  firstFinished?: NumberedOutcome;
  lastFinished?: NumberedOutcome;
  newest: NumberedOutcome;
  newestFinished?: NumberedOutcome;
  lastSucceeded?: NumberedOutcome;
  lastJudged?: NumberedOutcome;
  best?: NumberedOutcome;
  scoredLast?: NumberedOutcome;
}

/** Members of {@link Extremes}. */
const extremesMaximum = 10;

/**
 * Finds the few statements of a subject that progress needs: read from these alone, states and scores of all exercises
 * are the same as from all, in each version of each issue (`progress/projection.ts`). How many there were is not.
 *
 * Statements of one context bear on the same exercises: they name the same activities, and were recorded within the
 * same courses, in one school year. Progress reads of an exercise first and last times, also of judgements, successes
 * and storing, the best and the last score; so of each context those stay that have these.
 */
export class Essentials {
  readonly #byContext = new Map<string, Extremes>();
  readonly #unreadable = new Set<string>();

  /** Takes the next statement, in the order of storing, that is not voided. */
  add(recorded: NumberedStatement): void {
    if (!isReadable(recorded.statement)) {
      this.#unreadable.add(recorded.sequence);
      return;
    }
    const outcome = outcomeOf(recorded);
    if (!outcome) return;
    const numbered = { ...outcome, sequence: recorded.sequence };
    const key = contextKey(recorded);
    const extremes = this.#byContext.get(key) ?? {
      first: numbered,
      last: numbered,
      newest: numbered,
    };
    this.#byContext.set(key, extremes);
    update(extremes, numbered);
  }

  /** At most so many are needed. */
  get size(): number {
    return this.#byContext.size * extremesMaximum + this.#unreadable.size;
  }

  /** Sequences of all statements that are needed. */
  sequences(): ReadonlySet<string> {
    const outcomes = [...this.#byContext.values()].flatMap((extremes): NumberedOutcome[] =>
      Object.values(extremes),
    );
    return new Set([...outcomes.map(({ sequence }) => sequence), ...this.#unreadable]);
  }
}

function update(extremes: Extremes, outcome: NumberedOutcome): void {
  const { first, last, firstFinished, best, scoredLast } = extremes;
  const { happenedAt, isFinished, success, score } = outcome;
  if (happenedAt < first.happenedAt) extremes.first = outcome;
  if (happenedAt > last.happenedAt) extremes.last = outcome;
  extremes.newest = outcome;
  if (isFinished) {
    extremes.newestFinished = outcome;
    if (!firstFinished || happenedAt < firstFinished.happenedAt) extremes.firstFinished = outcome;
    extremes.lastFinished = laterOf(extremes.lastFinished, outcome);
  }
  if (success !== undefined) extremes.lastJudged = laterOf(extremes.lastJudged, outcome);
  if (success) extremes.lastSucceeded = laterOf(extremes.lastSucceeded, outcome);
  if (score === undefined) return;
  if (!best || score > best.score!) extremes.best = outcome;
  // Of two scores of the same moment the later one counts.
  if (!scoredLast || happenedAt >= scoredLast.happenedAt) extremes.scoredLast = outcome;
}

/** Of the same moment, the first one that was recorded. */
function laterOf(known: NumberedOutcome | undefined, outcome: NumberedOutcome): NumberedOutcome {
  return known && known.happenedAt >= outcome.happenedAt ? known : outcome;
}

/** A hash, because a statement can name activities for 64 KiB. */
function contextKey({ statement, dtoId, stored, saidWithin }: RecordedStatement): string {
  const activities = contextActivities(statement).map(({ id }) => id);
  const key = [
    schoolYearOf(stored),
    dtoId,
    saidWithin?.toSorted(byCodeUnits) ?? null,
    objectActivity(statement)?.id ?? null,
    [...new Set(activities)].toSorted(byCodeUnits),
  ];
  return hash('sha256', JSON.stringify(key));
}

function byCodeUnits(left: string, right: string): number {
  return left < right ? -1 : 1;
}

/** Statements that were stored before each was checked can have any form: they stay. */
function isReadable({ verb, object }: Partial<Statement>): boolean {
  if (typeof verb?.id !== 'string' || typeof object !== 'object' || object === null) return false;
  return (object.objectType ?? 'Activity') !== 'Activity' || hasId(object);
}

function hasId(object: object): boolean {
  return 'id' in object && typeof object.id === 'string';
}
