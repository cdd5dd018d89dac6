import {
  idIn,
  keyOfChange,
  listsOf,
  withId,
  type ChangeKind,
  type ListName,
  type PendingChange,
} from '../model/change.ts';
import type { Entry, Lane } from '../model/entry.ts';
import type { StoredVersions } from '../model/stored-versions.ts';

/** Things of a scope in the lists of their kind, as the service has said them. */
export interface StoredChanges extends StoredLists {
  readonly conflict_copies?: StoredLists | undefined;
}
type StoredLists = Readonly<Partial<Record<ListName, readonly StoredThing[]>>>;
interface StoredThing {
  readonly version: number;
  readonly updated_at: string;
}

/** Things as the content sees them, in the same lists. */
export interface ShownChanges extends ShownLists {
  readonly conflict_copies?: ShownLists;
}
type ShownLists = Readonly<Partial<Record<ListName, readonly object[]>>>;

/** Things as the service has said them, with nothing over them. */
export function asDeliveredChanges(kind: ChangeKind, stored: StoredChanges): ShownChanges {
  const { conflict_copies: copies } = stored;
  return shownFrom(
    kind,
    (list) => stored[list]?.map(asDelivered) ?? [],
    copies && ((list) => copies[list]?.map(asDelivered) ?? []),
  );
}

/** As {@link LaneView.layOver}. */
export function layChangesOver(
  kind: ChangeKind,
  stored: StoredChanges,
  delivered: readonly Entry<ChangeKind>[],
  { queue, aside }: Pick<Lane<ChangeKind>, 'queue' | 'aside'>,
  storedVersions: StoredVersions,
): ShownChanges {
  const shown = new Map<string, object>();
  const versions = new Map<string, number>();
  for (const list of listsOf[kind])
    for (const thing of stored[list] ?? []) {
      const key = keyOfChange({ list, id: idIn(list, thing) });
      shown.set(key, asDelivered(thing));
      versions.set(key, thing.version);
    }
  const lay = (change: PendingChange, version: number) => {
    const { list, id, content, updated_at } = change;
    if (content)
      shown.set(keyOfChange(change), {
        ...withId(list, id),
        ...content,
        version,
        updated_at,
        delivered: false,
      });
    else shown.delete(keyOfChange(change));
  };

  for (const change of writesOf(delivered)) {
    const version = storedVersions.of(keyOfChange(change), change.version);
    const isUnited = storedVersions.baseFor(keyOfChange(change), change.version) !== version;
    // Only where the answer is certainly from before the delivery.
    if (version === undefined || (versions.get(keyOfChange(change)) ?? 0) < version)
      // United, the stored version has parts that this content does not.
      lay(change, isUnited || version === undefined ? change.version : version);
  }
  // Nothing newer is hidden by what was refused: it was made on what is stored.
  for (const change of writesOf(aside))
    if (change.base === (versions.get(keyOfChange(change)) ?? 0)) lay(change, change.base);
  const waiting = writesOf(queue);
  for (const change of waiting) lay(change, change.version);

  const settled = new Set(
    waiting.flatMap((change) =>
      change.settled.map((version) => `${keyOfChange(change)} ${version}`),
    ),
  );
  const { conflict_copies: copies } = stored;
  return shownFrom(
    kind,
    (list) => [...shown].flatMap(([key, thing]) => (key.startsWith(`${list} `) ? [thing] : [])),
    copies &&
      ((list) =>
        (copies[list] ?? [])
          .filter(
            (copy) =>
              !settled.has(`${keyOfChange({ list, id: idIn(list, copy) })} ${copy.version}`),
          )
          .map(asDelivered)),
  );
}

function writesOf(entries: readonly Entry<ChangeKind>[]): readonly PendingChange[] {
  return entries.flatMap(({ content }) => content.writes);
}

function asDelivered(thing: StoredThing): object {
  return { ...thing, delivered: true };
}

type ListOf = (list: ListName) => readonly object[];

function shownFrom(kind: ChangeKind, things: ListOf, copies: ListOf | undefined): ShownChanges {
  const inLists = (of: ListOf): ShownLists =>
    Object.fromEntries(listsOf[kind].map((list) => [list, of(list)]));
  return { ...inLists(things), ...(copies && { conflict_copies: inLists(copies) }) };
}
