import { changesMaximum } from '@lectern/sdk/protocol';
import type { AnnotationsLane, Entry } from '../disk/lanes.ts';
import { mergedMaximumInBytes } from './plan.ts';
import type { Became } from './stored-versions.ts';
import {
  isOfWaiting,
  keyOf,
  lists,
  makeVersion,
  type AnnotationsContent,
  type GivenChange,
  type PendingChange,
} from './change.ts';

/** Conflict copies that one change settles, at most, by the contract. */
const settledMaximum = 100;

/** What accepting changes does to their lane. */
export interface ChangesPlan {
  /** As they are kept, in the order in which they were given. */
  readonly accepted: readonly PendingChange[];
  /** What is written; none where they all wait here already as they are. */
  readonly changes: readonly PendingChange[];
  /** The waiting entry that takes them; absent: a new one. */
  readonly into?: Entry<AnnotationsContent> | undefined;
  /** What was refused before and is done away with by them: the entries, with what stays in each. */
  readonly settled: readonly {
    readonly entry: Entry<AnnotationsContent>;
    readonly changes: readonly PendingChange[];
  }[];
}

/** What a tab knows. */
export interface Knowledge {
  readonly became: Became;
  /** The tab has written the entry. */
  isOwn(entry: Entry): boolean;
  /** The tab has written the entry, and no service and no other tab may know of it: it may change. */
  mayChange(entry: Entry): boolean;
}

/**
 * Says what changes do to their lane; nothing where one was made on a version that nobody knows here.
 *
 * @param sizeInBytes Of the changes.
 * @param now RFC 3339.
 */
export function planChanges(
  { queue, aside }: Pick<AnnotationsLane, 'queue' | 'aside'>,
  given: readonly GivenChange[],
  { became, isOwn, mayChange }: Knowledge,
  sizeInBytes: number,
  now: string,
): ChangesPlan | undefined {
  const waiting = newestOf(queue);
  const refused = newestOf(aside);
  const last = queue.at(-1);
  const steps = given.map((change) => {
    const { change: before, entry } = waiting.get(keyOf(change)) ?? {};
    // Said again, since the answer was lost. Another tab is not told what its writer may still change.
    const mayTell = entry && (isOwn(entry) || entry.row.isTold || entry.row.isSent);
    if (before && mayTell && isAgain(change, before)) return { change: before, isNew: false };
    // Content that did not wait for the answer knew what it had written all the same.
    const isAfterOwn = entry && isOwn(entry) && change.base === before?.base;
    const base = isAfterOwn
      ? before?.version
      : baseOf(change, queue, refused.get(keyOf(change))?.change, became);
    if (base === undefined) return undefined;
    return { change: { ...change, base, version: makeVersion(), updated_at: now }, isNew: true };
  });
  if (!steps.every((step) => step !== undefined)) return undefined;

  const fresh = steps.flatMap(({ change, isNew }) => (isNew ? [change] : []));
  const joined =
    last && mayChange(last) && last.row.sealed.byteLength + sizeInBytes <= mergedMaximumInBytes
      ? join(last.content.changes, fresh)
      : undefined;
  const changes = joined ?? fresh;
  const written = new Map(changes.map((change) => [keyOf(change), change]));
  return {
    accepted: steps.map(({ change, isNew }) => (isNew ? written.get(keyOf(change))! : change)),
    changes: fresh.length === 0 ? [] : changes,
    into: joined && last,
    settled: aside.flatMap((entry) => {
      const kept = entry.content.changes.filter(
        // Made on something newer, a change knows nothing of what was refused: that stays.
        (change) =>
          !fresh.some((other) => keyOf(other) === keyOf(change) && other.base === change.base),
      );
      return kept.length < entry.content.changes.length ? [{ entry, changes: kept }] : [];
    }),
  };
}

/** Newer changes in the places of those that they were made on; nothing where they cannot be one request. */
export function join(
  changes: readonly PendingChange[],
  newer: readonly PendingChange[],
): readonly PendingChange[] | undefined {
  const all = new Map(changes.map((change) => [keyOf(change), change]));
  for (const change of newer) {
    const before = all.get(keyOf(change));
    if (!before) {
      all.set(keyOf(change), change);
      continue;
    }
    // Made without knowing of the other: each goes by itself, so that the service keeps both.
    if (change.base !== before.version) return undefined;
    const settled = [...new Set([...before.settled, ...change.settled])];
    if (settled.length > settledMaximum) return undefined;
    const { base, version } = before;
    all.set(keyOf(change), { ...change, base, version, settled });
  }
  const joined = [...all.values()];
  const isTooLong = lists.some(
    (name) => joined.filter(({ list }) => list === name).length > changesMaximum,
  );
  return isTooLong ? undefined : joined;
}

interface Known {
  readonly change: PendingChange;
  readonly entry: Entry<AnnotationsContent>;
}

/** The version to be sent, or that of the change that it waits for. */
function baseOf(
  change: GivenChange,
  queue: AnnotationsLane['queue'],
  refused: PendingChange | undefined,
  became: Became,
): number | undefined {
  const { base } = change;
  if (!isOfWaiting(base)) return base;
  const isWaiting = queue.some(({ content }) =>
    content.changes.some((one) => one.version === base && keyOf(one) === keyOf(change)),
  );
  if (isWaiting) return base;
  // What was refused was never there: this goes on what that was made on.
  return refused?.version === base ? refused.base : became.of(change, base);
}

function isAgain(change: GivenChange, before: PendingChange): boolean {
  return (
    (change.base === before.version || change.base === before.base) &&
    JSON.stringify(change.content) === JSON.stringify(before.content) &&
    change.settled.every((version) => before.settled.includes(version))
  );
}

function newestOf(entries: readonly Entry<AnnotationsContent>[]): ReadonlyMap<string, Known> {
  return new Map(
    entries.flatMap((entry) =>
      entry.content.changes.map((change) => [keyOf(change), { change, entry }] as const),
    ),
  );
}
