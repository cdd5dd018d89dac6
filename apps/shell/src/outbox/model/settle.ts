import { baseAfter } from './change.ts';
import type { Entry, KindName, Write } from './entry.ts';
import type { Policy } from './policy.ts';
import type { Verdict } from './verdict.ts';

/** The changes of a lane after a verdict. */
export interface Settlement<K extends KindName> {
  /** Of each later entry that changes: what it holds from now on. */
  readonly changes: readonly (readonly [Entry<K>, readonly Write<K>[]])[];
  /** Writes that are set aside, with the newest value of each. */
  readonly aside: readonly Write<K>[];
}

/**
 * Says what becomes of a lane when the service has decided about its head. A write that was made on the head's
 * shares its fate: after a delivery it goes on what is stored, after a refusal on what the head was made on, and
 * after a conflict it is in conflict, too. A write on one that a service has united with another goes on what that was
 * made on, so that the service unites again: it does not have the other's parts.
 *
 * @param sent What the verdict is about, as it waited.
 * @param later What waits behind it.
 * @param writer The tab that has written the head.
 */
export function settle<K extends KindName>(
  policy: Policy<K>,
  { kind, arrived, conflicts, rest }: Verdict<K>,
  sent: readonly Write<K>[],
  later: readonly Entry<K>[],
  writer: string,
): Settlement<K> {
  const writesOf = new Map(later.map((entry) => [entry, entry.content.writes]));
  const sentAs = new Map(sent.map((write) => [policy.keyOf(write), write]));

  /** Later writes that were made on this one go on a stored version instead. */
  function rebase(key: string, base: number | undefined): void {
    const before = sentAs.get(key);
    if (!before) return;
    const isStale = (write: Write<K>) => write.base !== base && policy.isMadeOn(write, before);
    for (const [entry, writes] of writesOf)
      if (writes.some(isStale))
        writesOf.set(
          entry,
          writes.map((write) => (isStale(write) ? policy.rebased(write, base) : write)),
        );
  }

  for (const stored of arrived)
    if ('version' in stored)
      rebase(policy.keyOf(stored), 'outcome' in stored ? baseAfter(stored) : stored.version);
  const refused = kind === 'refused' ? rest : [];
  for (const write of refused) rebase(policy.keyOf(write), write.base);
  const aside = [
    ...refused.filter(
      (write) =>
        !later.some(({ content }) => content.writes.some((next) => policy.replaces(next, write))),
    ),
    ...conflicts.flatMap((write) => inConflict(policy, write, writer, writesOf)),
  ];
  const changes = [...writesOf].filter(([entry, writes]) => writes !== entry.content.writes);
  return { changes, aside };
}

/**
 * A later write that was not made on the one before decides the conflict where both are the same tab's: it
 * knew what it replaces. That of another tab does not, and the conflict is set aside.
 *
 * @param writesOf Of the later entries, without what is in conflict, too, from now on.
 * @returns the newest of what was made on the write; none where the conflict is decided.
 */
function inConflict<K extends KindName>(
  policy: Policy<K>,
  write: Write<K>,
  writer: string,
  writesOf: Map<Entry<K>, readonly Write<K>[]>,
): readonly Write<K>[] {
  let newest = write;
  let newestBy = writer;
  for (const [entry, writes] of writesOf) {
    const next = writes.find((other) => policy.keyOf(other) === policy.keyOf(write));
    if (!next) continue;
    if (!policy.isMadeOn(next, newest)) return entry.row.writer === newestBy ? [] : [newest];
    newestBy = entry.row.writer;
    newest = policy.rebased(next, write.base);
    writesOf.set(
      entry,
      writes.filter((other) => other !== next),
    );
  }
  return [newest];
}
