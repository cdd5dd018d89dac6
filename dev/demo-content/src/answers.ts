import type { LocalStoreScope, SaveState, Store, Stores, StoreValues } from '@lectern/sdk';
import type { Course, Exercise } from './course/model.ts';
import { exercisesOf } from './course/model.ts';
import type { Work, WorkStatus } from './work.ts';

/** An answer as it is kept: JSON values only. */
export interface Kept {
  /** In the form of the exercise's own view; undefined: not answered yet. */
  readonly value: unknown;
  /** Solved, or said to be finished. It stays so whatever changes later. */
  readonly done: boolean;
}

export type AnswerStatus =
  | Exclude<WorkStatus, { readonly kind: 'conflict' }>
  /** No change is sent until the learner has chosen between the answer here and this one. */
  | { readonly kind: 'conflict'; readonly other: Kept };

/**
 * The learner's answer to one exercise, in a store of two values: `answer`, JSON, and `done`. It outlives the
 * exercise's page, so that leaving a page never interrupts a save. Fires `change` when its status or `done`
 * changes.
 */
export class Answer extends EventTarget implements Work {
  readonly exercise: Exercise;
  readonly #scope: LocalStoreScope;
  #kept: Kept = { value: undefined, done: false };
  #store: Store | undefined;
  #isPractice = false;
  #isRead = false;
  #transfer: SaveState['state'] | undefined;
  /** The other version is about to be shown. */
  #isTaking = false;

  constructor(course: Course, exercise: Exercise) {
    super();
    this.exercise = exercise;
    this.#scope = {
      course_id_dto: { course_id: course.courseId },
      issue_id_dto: { issue_id: course.issueId },
      exercise_dto: { exercise_id: exercise.id },
    };
  }

  get name(): string {
    return this.exercise.title;
  }

  get kept(): Kept {
    return this.#kept;
  }

  get status(): AnswerStatus {
    if (this.#isPractice) return { kind: 'practice' };
    if (!this.#store) return { kind: 'loading' };
    const { status, items } = this.#store;
    if (this.#isTaking)
      return status.kind === 'retrying' ? { ...status, kind: 'loading' } : { kind: 'loading' };
    if (status.kind === 'conflict') return { kind: 'conflict', other: keptIn(status.other) };
    if (status.kind === 'kept') return { kind: 'kept', transfer: this.#transfer };
    if (status.kind === 'saved' && items.length === 0) return { kind: 'idle' };
    return status;
  }

  /** True where the learner may enter something. */
  get isOpen(): boolean {
    return this.status.kind !== 'loading';
  }

  get isUnsaved(): boolean {
    return this.#store?.isUnsaved ?? false;
  }

  /** Loads the stored answer, and tries until it is here. */
  async load(container: Pick<Stores, 'store'>): Promise<void> {
    const store = container.store(this.#scope, { segment: this.exercise.answerType, merge });
    this.#store = store;
    store.subscribe(() => this.#follow(store));
    // Its status says why it cannot be read.
    await store.load().catch(() => {});
  }

  /** There is no container to load from. */
  practise(): void {
    this.#isPractice = true;
    this.#changed();
  }

  /** Takes a value that the learner has just entered. */
  enter(value: unknown): void {
    this.#keep({ ...this.#kept, value });
  }

  /** Notes that the exercise is done; false when it was already. */
  finish(): boolean {
    if (this.#kept.done) return false;
    this.#keep({ ...this.#kept, done: true });
    this.#changed();
    return true;
  }

  async flush(): Promise<boolean> {
    return this.#store ? this.#store.flush() : true;
  }

  /** Settles a conflict: the answer here replaces the other one. */
  async keepOwn(): Promise<void> {
    await this.#store?.settle(this.#store.values);
  }

  /** Settles a conflict: the other answer, as the learner was shown it, replaces the one here. */
  async takeOther(): Promise<void> {
    const { status } = this;
    if (status.kind !== 'conflict') return;
    const { value, done } = status.other;
    this.#kept = { value, done: done || this.#kept.done };
    // The exercise closes, so that it shows the other answer when it opens.
    this.#isTaking = true;
    await this.#store?.settle(valuesOf(this.#kept));
    this.#isTaking = false;
    this.#changed();
  }

  noteTransfer(transfer: SaveState['state']): void {
    this.#transfer = transfer;
    if (this.status.kind === 'kept') this.#changed();
  }

  #keep(kept: Kept): void {
    this.#kept = kept;
    this.#store?.set(valuesOf(kept));
  }

  #follow({ status, values }: Store): void {
    if (status.kind !== 'loading' && status.kind !== 'unreadable') {
      const kept = keptIn(values);
      // Later the learner's own input is the newest; another device may have done the exercise, though.
      this.#kept = this.#isRead ? { ...this.#kept, done: this.#kept.done || kept.done } : kept;
      this.#isRead = true;
    }
    this.#changed();
  }

  #changed(): void {
    this.dispatchEvent(new Event('change'));
  }
}

/** Done stays done, on whichever device that was. */
function merge(key: string, own: string, other: string): string | undefined {
  return key === 'done' ? String(own === 'true' || other === 'true') : undefined;
}

function valuesOf({ value, done }: Kept): StoreValues {
  return { answer: JSON.stringify(value ?? null), done: String(done) };
}

function keptIn({ answer, done }: StoreValues): Kept {
  return { value: answer === undefined ? undefined : parsed(answer), done: done === 'true' };
}

/** JSON text → value; invalid JSON counts as no answer. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The answers of a course by exercise id, in reading order. */
export function answersOf(course: Course): ReadonlyMap<string, Answer> {
  return new Map(
    course.themen
      .flatMap((thema) => thema.pages.flatMap(exercisesOf))
      .map((exercise) => [exercise.id, new Answer(course, exercise)]),
  );
}
