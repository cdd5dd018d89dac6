import type { Annotations } from '@lectern/sdk/protocol';
import type { AnnotationsLane } from '../disk/lanes.ts';
import type { Became } from '../model/stored-versions.ts';
import { idIn, keyOf, lists, withId, type ListName, type PendingChange } from '../model/change.ts';

type Kept = Pick<AnnotationsLane, 'queue' | 'aside'>;

/** What a service has of a scope, in the three lists, as it has said it. */
export interface StoredAnnotations extends StoredLists {
  readonly conflict_copies?: StoredLists | undefined;
}
export type StoredLists = Readonly<Record<ListName, readonly StoredThing[]>>;
interface StoredThing {
  readonly version: number;
  readonly updated_at: string;
}

/** What the service has said, with nothing over it. */
export function asDelivered(stored: StoredAnnotations): Annotations {
  const marked = (found: StoredLists) =>
    Object.fromEntries(
      lists.map((list) => [list, found[list].map((thing) => ({ ...thing, delivered: true }))]),
    );
  const { conflict_copies: copies } = stored;
  // The contract's answer has the members that the protocol names.
  return {
    ...marked(stored),
    ...(copies && { conflict_copies: marked(copies) }),
  } as unknown as Annotations;
}

/**
 * Lays what is kept here over what the service has said. While it was asked, changes may have been
 * delivered that its answer does not show yet: what waited before is laid over first.
 */
export function layOver(
  stored: StoredAnnotations,
  before: Kept,
  after: Kept,
  became: Became,
): Annotations {
  const things = new Map<string, object>();
  const versions = new Map<string, number>();
  for (const list of lists)
    for (const thing of stored[list]) {
      const key = keyOf({ list, id: idIn(list, thing) });
      things.set(key, { ...thing, delivered: true });
      versions.set(key, thing.version);
    }
  const lay = (change: PendingChange, version: number) => {
    if (change.content) things.set(keyOf(change), asKept(change, version));
    else things.delete(keyOf(change));
  };

  const stays = new Set(after.queue.map(({ row }) => row.id));
  for (const change of before.queue.flatMap(({ row, content }) =>
    stays.has(row.id) ? [] : content.changes,
  )) {
    const version = became.of(change, change.version);
    // Only where the answer is certainly from before the delivery.
    if (version === undefined || (versions.get(keyOf(change)) ?? 0) < version)
      lay(change, version ?? change.version);
  }
  // Nothing newer is hidden by what was refused: it was made on what is stored.
  for (const change of after.aside.flatMap(({ content }) => content.changes))
    if (change.base === (versions.get(keyOf(change)) ?? 0)) lay(change, change.base);
  const waiting = after.queue.flatMap(({ content }) => content.changes);
  for (const change of waiting) lay(change, change.version);

  const settled = new Set(
    waiting.flatMap((change) => change.settled.map((version) => `${keyOf(change)} ${version}`)),
  );
  const copies = stored.conflict_copies;
  const unsettled = (list: ListName) =>
    copies?.[list].flatMap((copy) =>
      settled.has(`${keyOf({ list, id: idIn(list, copy) })} ${copy.version}`)
        ? []
        : [{ ...copy, delivered: true }],
    );
  return {
    ...inOrder(things),
    ...(copies && {
      conflict_copies: Object.fromEntries(lists.map((list) => [list, unsettled(list)])),
    }),
  } as unknown as Annotations;
}

function inOrder(things: ReadonlyMap<string, object>): Record<string, object[]> {
  return Object.fromEntries(
    lists.map((list) => [
      list,
      [...things].flatMap(([key, thing]) => (key.startsWith(`${list} `) ? [thing] : [])),
    ]),
  );
}

function asKept({ list, id, content, updated_at }: PendingChange, version: number): object {
  return { ...withId(list, id), ...content, version, updated_at, delivered: false };
}
