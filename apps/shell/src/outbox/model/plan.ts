import {
  entryMaximumInBytes,
  type Entry,
  type Given,
  type Lane,
  type VersionedKind,
  type Write,
} from './entry.ts';
import type { AcceptPolicy, Knowledge, EntryWrite, Policy } from './policy.ts';

/** The changes of a lane by accepted writes. */
export interface WritePlan<K extends VersionedKind> {
  /** As they are kept, in the order in which they were given. */
  readonly accepted: readonly Write<K>[];
  /** Of the entry that takes them; none where they all wait here already as they are. */
  readonly writes: readonly Write<K>[];
  /** The waiting entry that takes them; absent: a new one. */
  readonly into?: Entry<K> | undefined;
  /** Entries set aside of which they settle writes, with the writes that stay in each. */
  readonly settled: readonly { readonly entry: Entry<K>; readonly writes: readonly Write<K>[] }[];
}

/**
 * Says what writes do to their lane; nothing where one conflicts with something that is kept here.
 *
 * @param knowledge Of the tab that writes.
 * @param sizeInBytes Of the writes.
 * @param now RFC 3339.
 */
export function planWrites<K extends VersionedKind>(
  policy: AcceptPolicy<K>,
  { queue, aside }: Pick<Lane<K>, 'queue' | 'aside'>,
  given: readonly Given<K>[],
  knowledge: Knowledge,
  sizeInBytes: number,
  now: string,
): WritePlan<K> | undefined {
  const newest = { waiting: newestOf(policy, queue), aside: newestOf(policy, aside) };
  const planned = given.map((write) => {
    const key = policy.keyOf(write);
    const kept = { waiting: newest.waiting.get(key), aside: newest.aside.get(key), queue };
    return policy.plan(write, kept, knowledge, now);
  });
  if (!planned.every((step) => step !== undefined)) return undefined;

  const fresh = planned.flatMap(({ write, isNew }) => (isNew ? [write] : []));
  const last = queue.at(-1);
  const joined =
    last &&
    knowledge.mayChange(last) &&
    last.row.sealed.byteLength + sizeInBytes <= entryMaximumInBytes
      ? join(policy, last.content.writes, fresh)
      : undefined;
  const writes = joined ?? fresh;
  const written = new Map(writes.map((write) => [policy.keyOf(write), write]));
  return {
    accepted: planned.map(({ write, isNew }) =>
      isNew ? written.get(policy.keyOf(write))! : write,
    ),
    writes: fresh.length === 0 ? [] : writes,
    into: joined && last,
    settled: settledBy(policy, fresh, aside, knowledge),
  };
}

/** Newer writes in the places of older ones; nothing where they cannot be one request. */
function join<K extends VersionedKind>(
  policy: AcceptPolicy<K>,
  writes: readonly Write<K>[],
  newer: readonly Write<K>[],
): readonly Write<K>[] | undefined {
  const byKey = new Map(writes.map((write) => [policy.keyOf(write), write]));
  for (const write of newer) {
    const before = byKey.get(policy.keyOf(write));
    const joined = before ? policy.joined(before, write) : write;
    if (!joined) return undefined;
    byKey.set(policy.keyOf(write), joined);
  }
  const joined = [...byKey.values()];
  return policy.fit(joined) ? joined : undefined;
}

function settledBy<K extends VersionedKind>(
  policy: AcceptPolicy<K>,
  fresh: readonly Write<K>[],
  aside: Lane<K>['aside'],
  knowledge: Knowledge,
): WritePlan<K>['settled'] {
  const written = new Map(fresh.map((write) => [policy.keyOf(write), write]));
  return aside.flatMap((entry) => {
    const writes = entry.content.writes.filter((write) => {
      const later = written.get(policy.keyOf(write));
      return !later || !policy.settles(later, { write, entry }, knowledge);
    });
    return writes.length < entry.content.writes.length ? [{ entry, writes }] : [];
  });
}

function newestOf<K extends VersionedKind>(
  { keyOf }: Policy<K>,
  entries: readonly Entry<K>[],
): ReadonlyMap<string, EntryWrite<K>> {
  return new Map(
    entries.flatMap((entry) =>
      entry.content.writes.map((write) => [keyOf(write), { write, entry }] as const),
    ),
  );
}
