import type { Annotations } from '@lectern/sdk/protocol';
import {
  idIn,
  keyOfChange,
  lists,
  withId,
  type ListName,
  type PendingChange,
} from '../model/change.ts';
import type { Entry, Lane } from '../model/entry.ts';
import type { StoredVersions } from '../model/stored-versions.ts';

/** Annotations of a scope in the three lists, as the service has said them. */
export interface StoredAnnotations extends StoredLists {
  readonly conflict_copies?: StoredLists | undefined;
}
type StoredLists = Readonly<Record<ListName, readonly StoredThing[]>>;
interface StoredThing {
  readonly version: number;
  readonly updated_at: string;
}

/** Annotations as the service has said them, with nothing over them. */
export function asDeliveredAnnotations(stored: StoredAnnotations): Annotations {
  const { conflict_copies: copies } = stored;
  return annotationsFrom(
    (list) => stored[list].map(asDelivered),
    copies && ((list) => copies[list].map(asDelivered)),
  );
}

/** As {@link LaneView.layOver}. */
export function layAnnotationsOver(
  stored: StoredAnnotations,
  delivered: readonly Entry<'annotations'>[],
  { queue, aside }: Pick<Lane<'annotations'>, 'queue' | 'aside'>,
  storedVersions: StoredVersions,
): Annotations {
  const shown = new Map<string, object>();
  const versions = new Map<string, number>();
  for (const list of lists)
    for (const thing of stored[list]) {
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
    // Only where the answer is certainly from before the delivery.
    if (version === undefined || (versions.get(keyOfChange(change)) ?? 0) < version)
      lay(change, version ?? change.version);
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
  return annotationsFrom(
    (list) => [...shown].flatMap(([key, thing]) => (key.startsWith(`${list} `) ? [thing] : [])),
    copies &&
      ((list) =>
        copies[list]
          .filter(
            (copy) =>
              !settled.has(`${keyOfChange({ list, id: idIn(list, copy) })} ${copy.version}`),
          )
          .map(asDelivered)),
  );
}

function writesOf(entries: readonly Entry<'annotations'>[]): readonly PendingChange[] {
  return entries.flatMap(({ content }) => content.writes);
}

function asDelivered(thing: StoredThing): object {
  return { ...thing, delivered: true };
}

type ListOf = (list: ListName) => readonly object[];

function annotationsFrom(things: ListOf, copies: ListOf | undefined): Annotations {
  const inLists = (of: ListOf) => Object.fromEntries(lists.map((list) => [list, of(list)]));
  // The contract's answer has the members that the protocol names.
  return {
    ...inLists(things),
    ...(copies && { conflict_copies: inLists(copies) }),
  } as Annotations;
}
