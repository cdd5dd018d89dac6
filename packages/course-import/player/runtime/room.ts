import type { CmiDocument, CmiObject } from '../cmi/progress.ts';
import { valueMaximumLength } from '../keeping/item-record.ts';

/*
 * An item's state is one value of the local store. Where its room ends, records of answered questions give
 * way, since they are told as statements, too; what the learner has reached and written does not.
 */

/** Kept free for the elements that say what has been reached, in UTF-16 code units. */
const reservedLength = 4_096;
/** Length of a new entry of a list without the value: its elements by name, most of them empty. */
const entryLength = 400;

/** Elements that always have room: status, score, exit and time of both standards. */
const essential =
  /^cmi\.(?:core\.)?(?:lesson_status|completion_status|success_status|score\.\w+|exit|session_time|progress_measure)$/;
const ofInteractions = /^cmi\.interactions\./;

/** Length of the state with a value in it, and whether it has room. */
export interface Fit {
  readonly length: number;
  readonly hasRoom: boolean;
}

/** An upper bound of what a value adds to a state's length; exactly it depends on what it replaces. */
export function lengthAtMostOf(value: string): number {
  return JSON.stringify(value).length + entryLength;
}

export function limitOf(element: string): number {
  return essential.test(element) ? valueMaximumLength : valueMaximumLength - reservedLength;
}

/** @param document the state before, with nothing given way. */
export function fitOf(document: CmiDocument, element: string, value: string): Fit {
  const before = valueAt(document, element);
  const grows =
    before === undefined
      ? lengthAtMostOf(value)
      : JSON.stringify(value).length - JSON.stringify(before).length;
  const length = JSON.stringify(document).length + grows;
  const needed = ofInteractions.test(element) ? length : length - givenWayLength(document);
  return { length, hasRoom: grows <= 0 || needed <= limitOf(element) };
}

/** The state with as many answered questions reduced to their ids as it takes, the oldest first. */
export function fitted(document: CmiDocument): CmiDocument {
  let excess = JSON.stringify(document).length - valueMaximumLength;
  if (excess <= 0) return document;
  const interactions = entriesOf(document);
  for (const reduce of [idOf, indexOf]) {
    for (const [index, entry] of Object.entries(interactions)) {
      if (excess <= 0) break;
      const reduced = { id: reduce(entry, index) };
      excess -= JSON.stringify(entry).length - JSON.stringify(reduced).length;
      interactions[index] = reduced;
    }
  }
  return { ...document, cmi: { ...document.cmi, interactions } };
}

function givenWayLength(document: CmiDocument): number {
  let sum = 0;
  for (const [index, entry] of Object.entries(entriesOf(document)))
    sum += JSON.stringify(entry).length - JSON.stringify({ id: index }).length;
  return Math.max(0, sum);
}

/** Keeps the place in the list: content goes on counting where it was. */
function idOf(entry: CmiObject): unknown {
  return entry['id'];
}

function indexOf(_entry: CmiObject, index: string): string {
  return index;
}

function entriesOf({ cmi }: CmiDocument): Record<string, CmiObject> {
  return { ...(cmi['interactions'] as Record<string, CmiObject> | undefined) };
}

function valueAt(document: CmiDocument, element: string): unknown {
  return element
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
          ? Reflect.get(inner, name)
          : undefined,
      document,
    );
}
