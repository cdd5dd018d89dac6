import {
  BridgeError,
  type Container,
  type Delivery,
  type FailedDelivery,
  type LocalStoreScope,
  type SaveState,
} from '@lectern/sdk';
import type { Course } from '../course/model.ts';
import { placesOf, topicIdOf, type Place } from '../navigation.ts';
import { untilDone } from '../retrying.ts';
import { Saver, type SaveStatus } from '../saving.ts';
import type { Work, WorkStatus } from '../work.ts';
import type { Conflict, Item, Told } from './item.ts';
import { NoteStore, type Edit, type Edits, type Found } from './note-store.ts';

/** How often in a row it is read again, and tried again, what the container does not know any more. */
const rereadsMaximum = 3;

/**
 * What a learner has left on one page: marked passages, notes, bookmarks. It outlives the page on the
 * screen, so that turning it never interrupts a save. Fires `change` when anything of it changes.
 */
export class PageNotes extends EventTarget implements Work {
  readonly place: Place;
  readonly #scope: LocalStoreScope;
  #status: WorkStatus = { kind: 'loading' };
  #store: NoteStore | undefined;
  #saver: Saver<Edits> | undefined;
  #told = new Map<string, Told>();
  #conflicts: readonly Conflict[] = [];
  /** What was changed here and is not accepted yet, or was refused. */
  #edits = new Map<string, Edit>();
  #transfer: SaveState['state'] | undefined;
  #writes = 0;
  #rereads = 0;
  #loading: Promise<void> | undefined;

  constructor(course: Course, place: Place) {
    super();
    this.place = place;
    this.#scope = {
      course_id_dto: { course_id: course.courseId },
      issue_id_dto: { issue_id: course.issueId },
      topic_dto: { topic_id: topicIdOf(place) },
    };
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

  /** Whether something may be marked or written. */
  get isOpen(): boolean {
    return this.#saver !== undefined || this.#status.kind === 'practice';
  }

  /** As they stand, with what was changed here. */
  get items(): readonly Item[] {
    const items = new Map([...this.#told].map(([id, { item }]) => [id, item]));
    for (const [id, { item }] of this.#edits) {
      if (item) items.set(id, item);
      else items.delete(id);
    }
    return [...items.values()];
  }

  /** What the learner has to decide about; `current` is what they have made of it since. */
  get conflicts(): readonly Conflict[] {
    return this.#conflicts.map((conflict) => ({
      ...conflict,
      current: this.#currentOf(conflict.id),
    }));
  }

  /** Brings what is saved, trying until it is here; when it was here already, what is new. */
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
    for (const edit of edits) this.#edits.set(edit.id, edit);
    const settled = new Set(edits.filter(({ settles }) => settles).map(({ id }) => id));
    this.#conflicts = this.#conflicts.filter(({ id }) => !settled.has(id));
    this.#saver?.change(new Map(this.#edits));
    this.dispatchEvent(new Event('change'));
  }

  async flush(): Promise<boolean> {
    return this.#saver ? this.#saver.flush() : true;
  }

  /** Whether annotations of this scope are the page's. */
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
    if (this.#status.kind === 'kept') this.#follow({ kind: 'accepted' });
    if (hasMet) void this.#refresh(store);
  }

  /** A service has refused these changes for good. They stay on the screen, and go along with the next. */
  noteRefusal(failure: Extract<FailedDelivery, { readonly kind: 'annotations' }>): void {
    const refused = new Set(this.#store?.noteRefusal(failure));
    for (const item of this.items)
      if (refused.has(item.id) && !this.#edits.has(item.id))
        this.#edits.set(item.id, { kind: item.kind, id: item.id, item });
    if (this.isUnsaved) return;
    this.#become({
      kind: 'failed',
      error: new BridgeError('REFUSED', 'saveAnnotations', failure.message),
    });
  }

  noteTransfer(transfer: SaveState['state']): void {
    this.#transfer = transfer;
    if (this.#status.kind === 'kept') this.#follow({ kind: 'accepted' });
  }

  #currentOf(id: string): Told | undefined {
    const edit = this.#edits.get(id);
    if (!edit) return this.#told.get(id);
    const updatedAt = new Date().toISOString();
    return edit.item && { item: edit.item, version: 0, updatedAt, delivered: false };
  }

  async #loadFirst(container: Container): Promise<void> {
    const store = new NoteStore(container, this.#scope);
    try {
      this.#take(
        store,
        await untilDone(
          () => store.read(),
          () => this.#become({ kind: 'loading-again' }),
        ),
      );
    } catch (error) {
      this.#become({ kind: 'unreadable', error });
      return;
    }
    this.#store = store;
    this.#saver = new Saver(
      (edits) => {
        this.#writes += 1;
        return store.write(edits);
      },
      (status) => this.#follow(status),
    );
    this.#follow({ kind: this.#told.size > 0 ? 'accepted' : 'idle' });
  }

  /** Looks what is new. What fails here is asked again at the next occasion. */
  async #refresh(store: NoteStore): Promise<void> {
    const writes = this.#writes;
    if (this.isUnsaved || this.#edits.size > 0) return;
    const found = await store.read().catch(() => undefined);
    // What was written meanwhile may be newer than what was read.
    if (!found || writes !== this.#writes || this.#edits.size > 0) return;
    this.#take(store, found);
    if (this.#status.kind !== 'idle') this.#follow({ kind: 'accepted' });
    else this.dispatchEvent(new Event('change'));
  }

  #take(store: NoteStore, found: Found): void {
    store.standOn(found.items);
    this.#told = new Map(found.items.map((entry) => [entry.item.id, entry]));
    this.#conflicts = found.conflicts;
  }

  #follow(status: SaveStatus): void {
    if (status.kind === 'accepted') {
      this.#rereads = 0;
      this.#settle();
      const isDelivered = this.#store?.isDelivered !== false;
      this.#become(isDelivered ? { kind: 'saved' } : { kind: 'kept', transfer: this.#transfer });
    } else if (status.kind === 'conflict') void this.#readAgain();
    else this.#become(status);
  }

  /** What was accepted is not an edit any more. */
  #settle(): void {
    const updatedAt = new Date().toISOString();
    for (const [id, { item }] of this.#edits) {
      if (item) this.#told.set(id, { item, version: 0, updatedAt, delivered: false });
      else this.#told.delete(id);
    }
    this.#edits.clear();
  }

  /** The container does not know a version any more: what was changed here is made on the newest one. */
  async #readAgain(): Promise<void> {
    const store = this.#store;
    if (!store) return;
    this.#rereads += 1;
    try {
      if (this.#rereads > rereadsMaximum)
        throw new BridgeError('CONFLICT', 'saveAnnotations', 'The versions do not agree.');
      this.#take(
        store,
        await untilDone(
          () => store.read(),
          (error) => this.#become({ kind: 'retrying', error }),
        ),
      );
      this.#saver?.resume(new Map(this.#edits));
    } catch (error) {
      this.#become({ kind: 'failed', error });
    }
  }

  #become(status: WorkStatus): void {
    this.#status = status;
    this.dispatchEvent(new Event('change'));
  }
}

/** The notes of a course by topic id, in reading order. */
export function notesOf(course: Course): ReadonlyMap<string, PageNotes> {
  return new Map(
    placesOf(course).map((place) => [topicIdOf(place), new PageNotes(course, place)] as const),
  );
}
