import type {
  AcceptedAnnotations,
  AnnotationChanges,
  Container,
  Delivery,
  FailedDelivery,
  LocalStoreScope,
} from '@lectern/sdk';
import { kinds, itemsIn, written, type Item, type Kind, type StoredItem } from './item.ts';

/** A change of an item, or its removal. */
export interface Edit {
  readonly kind: Kind;
  readonly id: string;
  /** Absent: it is removed. */
  readonly item?: Item;
  /** Conflict copies that have been decided about. */
  readonly settles?: readonly number[];
}
/** By item id. */
export type Edits = ReadonlyMap<string, Edit>;

export interface StoredItems {
  readonly items: readonly StoredItem[];
  /** Conflict copies that nobody has decided about. */
  readonly copies: readonly StoredItem[];
}

type DeliveredAnnotations = Extract<Delivery, { readonly kind: 'annotations' }>;
type RefusedAnnotations = Extract<FailedDelivery, { readonly kind: 'annotations' }>;

/** The state of an item in the container. */
interface Known {
  readonly version: number;
  /** The content as text; undefined: removed, or not known. */
  readonly content: string | undefined;
  readonly delivered: boolean;
}

/**
 * The place of one page's annotations in the container. Every change says which version it was made on,
 * that of what was read or accepted last: so what another device has stored meanwhile becomes a conflict
 * copy, and nothing is lost.
 */
export class NoteStore {
  readonly #container: Pick<Container, 'getAnnotations' | 'saveAnnotations'>;
  readonly #scope: LocalStoreScope;
  #known = new Map<string, Known>();
  /** Versions of what was delivered, by those answered before. The news may come before the answer. */
  readonly #delivered = new Map<string, number>();
  /** States of items whose changes were refused, from the time when they waited. */
  readonly #refused = new Map<string, Known>();
  readonly #settled = new Set<string>();

  constructor(
    container: Pick<Container, 'getAnnotations' | 'saveAnnotations'>,
    scope: LocalStoreScope,
  ) {
    this.#container = container;
    this.#scope = scope;
  }

  async read(): Promise<StoredItems> {
    const lists = await this.#container.getAnnotations(this.#scope, { withConflictCopies: true });
    const copies = lists.conflict_copies ? itemsIn(lists.conflict_copies) : [];
    return {
      items: itemsIn(lists),
      copies: copies.filter(({ item, version }) => !this.#settled.has(`${item.id} ${version}`)),
    };
  }

  /**
   * From here on changes are made on what was read: also these edits, but for those of what has become
   * something else meanwhile. Nobody has seen that, so they go on version 0: it becomes a conflict copy.
   */
  standOn(items: readonly StoredItem[], edits: Edits): void {
    const before = this.#known;
    this.#known = new Map(
      items.map(({ item: { id, content: read }, version, delivered }) => {
        const content = written(read);
        const [known, edit] = [before.get(id), edits.get(id)];
        const isSeen =
          !edit ||
          // Written here, its answer was lost; or the same by chance.
          (edit.item && written(edit.item.content) === content) ||
          (known && known.version > 0 && (known.version === version || known.content === content));
        return [id, { version: isSeen ? version : 0, content, delivered }];
      }),
    );
  }

  /**
   * Resolves once the edits are accepted: all of them, or none.
   *
   * @throws {BridgeError} `CONFLICT` when the container does not know a version any more: read again.
   */
  async write(edits: Edits): Promise<void> {
    const open = [...edits.values()].filter((edit) => this.isOpen(edit));
    if (open.length === 0) return;
    const changesOf = (kind: Kind) =>
      open.filter((edit) => edit.kind === kind).map((edit) => this.#changeOf(edit));
    // Each list holds the changes of its own kind alone.
    const changes = Object.fromEntries(
      kinds.map((kind) => [kind, changesOf(kind)]).filter(([, list]) => list!.length > 0),
    ) as AnnotationChanges;
    const accepted = await this.#container.saveAnnotations(this.#scope, changes);
    const versions = versionsIn(accepted);
    for (const { id, item, settles = [] } of open) {
      for (const version of settles) this.#settled.add(`${id} ${version}`);
      const answer = versions.get(id);
      if (!answer) continue;
      this.#refused.delete(id);
      const stored = this.#delivered.get(`${id} ${answer.version}`);
      this.#known.set(id, {
        version: stored ?? answer.version,
        content: item && written(item.content),
        delivered: stored !== undefined || answer.delivered,
      });
    }
  }

  /** True where a service has everything that was read or accepted last. */
  get isDelivered(): boolean {
    return [...this.#known.values()].every(({ delivered }) => delivered);
  }

  /** @returns true where another device has changed something, too: then there is something to read. */
  noteDelivered(delivery: DeliveredAnnotations): boolean {
    let hasMet = false;
    for (const [id, entry] of entriesOf(delivery)) {
      const { version, accepted_version: accepted, outcome, conflict_copy_version: copy } = entry;
      this.#delivered.set(`${id} ${accepted}`, version);
      const refused = this.#refused.get(id);
      const known = refused?.version === accepted ? refused : this.#known.get(id);
      if (known?.version === accepted) this.#known.set(id, { ...known, version, delivered: true });
      hasMet ||= copy !== undefined || outcome === 'merged';
    }
    return hasMet;
  }

  /**
   * A refused change was written last and is stored nowhere; it may be sent once more as it was.
   *
   * @returns the items that it is about.
   */
  noteRefusal(failure: RefusedAnnotations): readonly Pick<Edit, 'kind' | 'id'>[] {
    return entriesOf(failure).map(([id, { version }, kind]) => {
      const known = this.#known.get(id);
      if (known) this.#refused.set(id, known);
      if (version === 0) this.#known.delete(id);
      else this.#known.set(id, { version, content: undefined, delivered: true });
      return { kind, id };
    });
  }

  /** True where an edit asks for something that the container has not accepted. */
  isOpen({ id, item, settles = [] }: Edit): boolean {
    const known = this.#known.get(id);
    const settlesMore = settles.some((version) => !this.#settled.has(`${id} ${version}`));
    return settlesMore || (item ? written(item.content) !== known?.content : known !== undefined);
  }

  #changeOf({ kind, id, item, settles = [] }: Edit): object {
    return {
      [`${kind.slice(0, -1)}_id`]: id,
      // A copy of something that was removed elsewhere has no other version to go by.
      version: this.#known.get(id)?.version ?? Math.max(0, ...settles),
      ...(item ? item.content : { is_removed: true }),
      ...(settles.length > 0 && { settled_versions: settles }),
    };
  }
}

function versionsIn(
  accepted: AcceptedAnnotations,
): ReadonlyMap<string, { readonly version: number; readonly delivered: boolean }> {
  return new Map(entriesOf(accepted).map(([id, entry]) => [id, entry]));
}

interface Lists<A, N, B> {
  readonly annotations: readonly (A & { readonly annotation_id: string })[];
  readonly notes: readonly (N & { readonly note_id: string })[];
  readonly bookmarks: readonly (B & { readonly bookmark_id: string })[];
}

/** The entries of the three lists with their ids and kinds. */
function entriesOf<A, N, B>(
  lists: Lists<A, N, B>,
): readonly (readonly [string, A | N | B, Kind])[] {
  return [
    ...lists.annotations.map((entry) => [entry.annotation_id, entry, 'annotations'] as const),
    ...lists.notes.map((entry) => [entry.note_id, entry, 'notes'] as const),
    ...lists.bookmarks.map((entry) => [entry.bookmark_id, entry, 'bookmarks'] as const),
  ];
}
