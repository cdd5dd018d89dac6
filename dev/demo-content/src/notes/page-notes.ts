import {
  BridgeError,
  createSaver,
  untilDone,
  type Container,
  type Delivery,
  type FailedDelivery,
  type LocalStoreScope,
  type Saver,
  type SaverStatus,
  type SaveState,
} from '@lectern/sdk';
import { issueOf, type Course } from '../course/model.ts';
import { placesOf, topicIdOf, type Place } from '../navigation.ts';
import type { Work, WorkStatus } from '../work.ts';
import { conflictsIn, type Conflict, type Item, type StoredItem } from './item.ts';
import { NoteStore, type Edit, type Edits, type StoredItems } from './note-store.ts';

/** How often in a row it is read again, and tried again, what the container does not know any more. */
const rereadsMaximum = 3;

/**
 * A learner's marked passages, notes and bookmarks of one page. They outlive the page on the
 * screen, so that turning it never interrupts a save. Fires `change` when anything of it changes.
 */
export class PageNotes extends EventTarget implements Work {
  readonly place: Place;
  readonly #scope: LocalStoreScope;
  #status: WorkStatus = { kind: 'loading' };
  #store: NoteStore | undefined;
  #saver: Saver | undefined;
  #stored = new Map<string, StoredItem>();
  #copies: readonly StoredItem[] = [];
  /** Changes of this tab that are not accepted yet, or were refused. */
  #edits = new Map<string, Edit>();
  /** Handed over last. */
  #handedOver: Edits = new Map();
  #refusal: BridgeError | undefined;
  #transfer: SaveState['state'] | undefined;
  #writes = 0;
  #rereads = 0;
  #isReadingAgain = false;
  /** A delivery has met what another device has stored, and that is to be read. */
  #isOutdated = false;
  #loading: Promise<void> | undefined;

  constructor(course: Course, place: Place) {
    super();
    this.place = place;
    this.#scope = { ...issueOf(course), topic_dto: { topic_id: topicIdOf(place) } };
  }

  get name(): string {
    return `Notizen zu ${this.place.page.title}`;
  }

  get status(): WorkStatus {
    return this.#status;
  }

  get isUnsaved(): boolean {
    return this.#saver?.isUnsaved ?? false;
  }

  /** True where something may be marked or written. */
  get isOpen(): boolean {
    return this.#saver !== undefined || this.#status.kind === 'practice';
  }

  /** As they stand, with what was changed here. */
  get items(): readonly Item[] {
    return [...this.#standing.values()].map(({ item }) => item);
  }

  /** Conflicts that the learner decides about. */
  get conflicts(): readonly Conflict[] {
    return conflictsIn(this.#standing, this.#copies);
  }

  get #standing(): ReadonlyMap<string, StoredItem> {
    const standing = new Map(this.#stored);
    for (const [id, { item }] of this.#edits) {
      if (item) standing.set(id, madeHere(item));
      else standing.delete(id);
    }
    return standing;
  }

  /** Brings what is saved, trying until it is here or refused; when it was here already, what is new. */
  load(container: Container): Promise<void> {
    if (this.#store && this.#saver) return this.#refresh(this.#store);
    return (this.#loading ??= this.#loadFirst(container));
  }

  /** There is no container to load from. */
  practise(): void {
    this.#become({ kind: 'practice' });
  }

  /** Puts items in place of those with their ids. */
  put(...items: readonly Item[]): void {
    this.edit(...items.map((item) => ({ kind: item.kind, id: item.id, item })));
  }

  remove(...items: readonly Item[]): void {
    this.edit(...items.map(({ kind, id }) => ({ kind, id })));
  }

  /** Takes changes that belong together: all are saved, or none. */
  edit(...edits: readonly Edit[]): void {
    if (!this.isOpen) return;
    for (const edit of edits) this.#edits.set(edit.id, after(this.#edits.get(edit.id), edit));
    // Further copies come with the next read: one press more must not decide about them, too.
    const decided = new Set(edits.filter(({ settles }) => settles).map(({ id }) => id));
    this.#copies = this.#copies.filter(({ item }) => !decided.has(item.id));
    this.#saver?.change();
    this.dispatchEvent(new Event('change'));
  }

  async flush(): Promise<boolean> {
    return this.#saver ? this.#saver.flush() : true;
  }

  /** True where annotations of this scope are the page's. */
  isIn(scope: LocalStoreScope): boolean {
    return (
      'topic_dto' in scope &&
      scope.topic_dto.topic_id === topicIdOf(this.place) &&
      JSON.stringify([scope.issue_id_dto, scope.course_id_dto]) ===
        JSON.stringify([this.#scope.issue_id_dto, this.#scope.course_id_dto])
    );
  }

  /** A service has stored these changes. */
  noteDelivered(delivery: Extract<Delivery, { readonly kind: 'annotations' }>): void {
    const store = this.#store;
    if (!store) return;
    const hasMet = store.noteDelivered(delivery);
    // A change that was refused before may be stored now.
    this.#settle((edit) => !store.isOpen(edit));
    const isRefused = this.#status.kind === 'failed' && this.#status.error === this.#refusal;
    this.#isOutdated ||= hasMet;
    if (this.#status.kind === 'kept' || isRefused) this.#follow({ kind: 'accepted' });
    else void this.#refreshOutdated(store);
  }

  /** A service has refused these changes for good. They stay on the screen, and go along with the next. */
  noteRefusal(failure: Extract<FailedDelivery, { readonly kind: 'annotations' }>): void {
    for (const { kind, id } of this.#store?.noteRefusal(failure) ?? []) {
      if (this.#edits.has(id)) continue;
      const item = this.#stored.get(id)?.item;
      this.#edits.set(id, { kind, id, ...(item && { item }) });
    }
    this.#refusal = new BridgeError('REFUSED', 'saveAnnotations', failure.message);
    if (!this.isUnsaved) this.#become({ kind: 'failed', error: this.#refusal });
  }

  noteTransfer(transfer: SaveState['state']): void {
    this.#transfer = transfer;
    if (this.#status.kind === 'kept') this.#follow({ kind: 'accepted' });
  }

  async #loadFirst(container: Container): Promise<void> {
    const store = new NoteStore(container, this.#scope);
    try {
      this.#take(
        store,
        await untilDone(
          () => store.read(),
          (error) => this.#become({ kind: 'loading', error }),
        ),
      );
    } catch (error) {
      this.#loading = undefined;
      this.#become({ kind: 'unreadable', error });
      return;
    }
    this.#store = store;
    this.#saver = createSaver(
      () => new Map(this.#edits),
      (edits: Edits) => {
        this.#writes += 1;
        this.#handedOver = edits;
        return store.write(edits);
      },
      (status) => this.#follow(status),
    );
    if (this.#stored.size > 0) this.#follow({ kind: 'accepted' });
    else this.#become({ kind: 'idle' });
  }

  /** Looks what a delivery has met, once nothing is under way. */
  async #refreshOutdated(store: NoteStore): Promise<void> {
    if (this.#isOutdated) await this.#refresh(store);
  }

  /** Looks what is new. What fails here is asked again at the next occasion. */
  async #refresh(store: NoteStore): Promise<void> {
    const writes = this.#writes;
    if (this.isUnsaved || this.#edits.size > 0) return;
    const stored = await store.read().catch(() => undefined);
    // Items written meanwhile may be newer than those read.
    if (!stored || writes !== this.#writes || this.#edits.size > 0) return;
    this.#isOutdated = false;
    this.#take(store, stored);
    if (this.#status.kind !== 'idle') this.#follow({ kind: 'accepted' });
    else this.dispatchEvent(new Event('change'));
  }

  #take(store: NoteStore, found: StoredItems): void {
    store.standOn(found.items, this.#edits);
    this.#stored = new Map(found.items.map((entry) => [entry.item.id, entry]));
    this.#copies = this.#undecided(found.copies);
  }

  /** Without what an edit decides about that is on its way. */
  #undecided(copies: readonly StoredItem[]): readonly StoredItem[] {
    return copies.filter(
      ({ item, version }) => !this.#edits.get(item.id)?.settles?.includes(version),
    );
  }

  #follow(status: SaverStatus): void {
    if (status.kind === 'accepted') {
      this.#rereads = 0;
      this.#settle((edit) => this.#handedOver.get(edit.id) === edit);
      // The remaining edits were refused while the others were under way.
      if (this.#edits.size > 0) return this.#become({ kind: 'failed', error: this.#refusal });
      const isDelivered = this.#store?.isDelivered !== false;
      this.#become(isDelivered ? { kind: 'saved' } : { kind: 'kept', transfer: this.#transfer });
      if (this.#store) void this.#refreshOutdated(this.#store);
    } else if (status.kind === 'conflict') void this.#readAgain();
    else this.#become(status);
  }

  /** Accepted edits become items. */
  #settle(isAccepted: (edit: Edit) => boolean): void {
    for (const edit of this.#edits.values()) {
      if (!isAccepted(edit)) continue;
      if (edit.item) this.#stored.set(edit.id, madeHere(edit.item));
      else this.#stored.delete(edit.id);
      this.#edits.delete(edit.id);
    }
  }

  /**
   * The container does not know a version any more: what was changed here is made on the newest one. What is
   * changed meanwhile comes along.
   */
  async #readAgain(): Promise<void> {
    const store = this.#store;
    if (!store || this.#isReadingAgain) return;
    this.#isReadingAgain = true;
    this.#rereads += 1;
    try {
      if (this.#rereads > rereadsMaximum)
        throw new BridgeError('CONFLICT', 'saveAnnotations', 'The versions do not agree.');
      const stored = await untilDone(
        () => store.read(),
        (error) => this.#become({ kind: 'retrying', error }),
      );
      this.#take(store, stored);
    } catch (error) {
      this.#rereads = 0;
      this.#become({ kind: 'failed', error });
      return;
    } finally {
      this.#isReadingAgain = false;
    }
    this.#saver?.resume();
  }

  #become(status: WorkStatus): void {
    this.#status = status;
    this.dispatchEvent(new Event('change'));
  }
}

function madeHere(item: Item): StoredItem {
  return { item, version: 0, updatedAt: new Date().toISOString(), delivered: false };
}

/** An edit in place of one that is not accepted yet: what that has decided stays decided. */
function after(before: Edit | undefined, edit: Edit): Edit {
  const settles = [...new Set([...(before?.settles ?? []), ...(edit.settles ?? [])])];
  return settles.length > 0 ? { ...edit, settles } : edit;
}

/** The notes of a course by topic id, in reading order. */
export function notesOf(course: Course): ReadonlyMap<string, PageNotes> {
  return new Map(
    placesOf(course).map((place) => [topicIdOf(place), new PageNotes(course, place)] as const),
  );
}
