import {
  BridgeError,
  type Container,
  type LocalStoreItem,
  type LocalStoreScope,
  type SaveState,
} from '@lectern/sdk';
import { AnswerStore, type Found, type Kept } from './answer-store.ts';
import type { Course, Exercise } from './course/model.ts';
import { exercisesOf } from './course/model.ts';
import { untilDone } from './retrying.ts';
import { Saver, type SaveStatus } from './saving.ts';
import type { Work, WorkStatus } from './work.ts';

const nothing: Kept = { value: undefined, done: false };

export type AnswerStatus =
  | Exclude<WorkStatus, { readonly kind: 'conflict' }>
  /** Nothing is handed over until the learner has chosen between what is here and this. */
  | { readonly kind: 'conflict'; readonly other: Kept };

/**
 * The learner's answer to one exercise, from the first look to the service's confirmation. It outlives
 * the exercise's page, so that leaving a page never interrupts a save. Fires `change` when its status
 * or `done` changes.
 *
 *   saving ─accepted─▶ kept ─delivered─▶ saved
 */
export class Answer extends EventTarget implements Work {
  readonly exercise: Exercise;
  readonly #scope: LocalStoreScope;
  #kept = nothing;
  #status: AnswerStatus = { kind: 'loading' };
  #store: AnswerStore | undefined;
  #saver: Saver<Kept> | undefined;
  /** Answers that no longer need asking about: the last one handed over here, and those decided against. */
  #known: readonly unknown[] = [];
  #transfer: SaveState['state'] | undefined;
  #isLooking = false;

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
    return this.#status;
  }

  /** Whether the learner may enter something. */
  get isOpen(): boolean {
    return this.#status.kind !== 'loading' && this.#status.kind !== 'loading-again';
  }

  /** Whether something would be lost if the page closed now. */
  get isUnsaved(): boolean {
    return this.#saver?.isUnsaved ?? false;
  }

  /** Brings what is saved, trying until it is here. */
  async load(container: Container): Promise<void> {
    const store = new AnswerStore(container, this.#scope, this.exercise.answerType);
    this.#store = store;
    let found: Found;
    try {
      found = await untilDone(
        () => store.read(),
        () => this.#become({ kind: 'loading-again' }),
      );
    } catch (error) {
      this.#become({ kind: 'unreadable', error });
      return;
    }
    this.#saver = new Saver(
      (kept) => store.write(kept),
      (status) => this.#follow(status),
    );
    const { own, stored } = found;
    this.#kept = own ?? stored ?? nothing;
    if (own) {
      this.#known = [own.value];
      this.#settle(found);
    } else this.#follow({ kind: stored ? 'accepted' : 'idle' });
  }

  /** There is no container to load from. */
  practise(): void {
    this.#become({ kind: 'practice' });
  }

  /** Takes what the learner has just entered. */
  enter(value: unknown): void {
    this.#keep({ ...this.#kept, value });
  }

  /** Notes that the exercise is done; false when it was already. */
  finish(): boolean {
    if (this.#kept.done) return false;
    this.#keep({ ...this.#kept, done: true });
    this.dispatchEvent(new Event('change'));
    return true;
  }

  /** Hands over now; resolves with whether everything is accepted. */
  async flush(): Promise<boolean> {
    return this.#saver ? this.#saver.flush() : true;
  }

  /** Settles a conflict: what is here replaces the other answer. */
  async keepOwn(): Promise<void> {
    if (this.#status.kind !== 'conflict') return;
    this.#known = [...this.#known, this.#status.other.value];
    this.#become({ kind: 'saving' });
    await this.#look();
  }

  /** Settles a conflict: the other answer, as the learner was shown it, replaces what is here. */
  async takeOther(): Promise<void> {
    if (this.#status.kind !== 'conflict') return;
    const { value, done } = this.#status.other;
    this.#kept = { value, done: done || this.#kept.done };
    // So that the exercise closes, and shows it when it opens.
    this.#become({ kind: 'loading' });
    await this.#look();
  }

  /** Whether items of this scope are the answer's. */
  isIn(scope: LocalStoreScope): boolean {
    return (
      'exercise_dto' in scope &&
      scope.exercise_dto.exercise_id === this.exercise.id &&
      scope.issue_id_dto.issue_id === this.#scope.issue_id_dto.issue_id &&
      scope.course_id_dto.course_id === this.#scope.course_id_dto.course_id
    );
  }

  /** A service has stored these items of the exercise. */
  noteDelivered(items: readonly LocalStoreItem[]): void {
    this.#store?.noteDelivered(items);
    if (this.#status.kind === 'kept') this.#follow({ kind: 'accepted' });
  }

  /** Something else is stored by now than what was accepted for the exercise. */
  noteConflict(): void {
    // Other tabs hear of it, too, and have nothing to decide.
    if (!this.isUnsaved && this.#store?.isDelivered !== false) return;
    this.#saver?.halt();
  }

  /** A service has refused these items of the exercise for good. */
  noteRefusal(items: readonly LocalStoreItem[], message: string): void {
    // Where something newer was entered, that is tried now.
    if (this.#status.kind !== 'kept' || !this.#store?.isNewest(items)) return;
    const error = new BridgeError('REFUSED', 'setLocalStoreItems', message);
    this.#become({ kind: 'failed', error });
  }

  /** How far the container has come with what it has accepted. */
  noteTransfer(transfer: SaveState['state']): void {
    this.#transfer = transfer;
    if (this.#status.kind === 'kept') this.#follow({ kind: 'accepted' });
  }

  #keep(kept: Kept): void {
    this.#kept = kept;
    this.#saver?.change(kept);
  }

  #follow(status: SaveStatus): void {
    if (status.kind === 'accepted') {
      const isDelivered = this.#store?.isDelivered;
      const isDone = this.#kept.done || this.#store?.stored?.done === true;
      this.#kept = { ...this.#kept, done: isDone };
      this.#become(isDelivered ? { kind: 'saved' } : { kind: 'kept', transfer: this.#transfer });
    } else if (status.kind !== 'conflict') this.#become(status);
    else {
      this.dispatchEvent(new Event('change'));
      if (this.#isLooking || this.#status.kind === 'conflict') return;
      this.#known = [this.#store?.stored?.value];
      void this.#look();
    }
  }

  /** Looks what a conflict is about, trying until it can be told. */
  async #look(): Promise<void> {
    const store = this.#store;
    if (!store) return;
    const isOpen = this.isOpen;
    this.#isLooking = true;
    try {
      const found = await untilDone(
        () => store.read(),
        (error) => this.#become(isOpen ? { kind: 'retrying', error } : { kind: 'loading-again' }),
      );
      this.#settle(found);
    } catch (error) {
      this.#become({ kind: 'failed', error });
    } finally {
      this.#isLooking = false;
    }
  }

  /**
   * Asks the learner where there is another answer that nobody has decided about: one that is stored, or
   * one that another tab could not deliver, which the next write would drop. After a refusal, say, there
   * is none.
   */
  #settle({ own, stored }: Found): void {
    const settled = [...this.#known, this.#kept.value];
    const other = [own, stored].find(
      (kept) => kept && !settled.some((value) => isEqual(value, kept.value)),
    );
    if (other) {
      this.#become({ kind: 'conflict', other });
      this.#saver?.halt();
    } else {
      const isDone = [this.#kept, own, stored].some((kept) => kept?.done);
      this.#kept = { ...this.#kept, done: isDone };
      this.#saver?.resume(this.#kept);
    }
  }

  #become(status: AnswerStatus): void {
    this.#status = status;
    this.dispatchEvent(new Event('change'));
  }
}

/** Whether two answers are the same, as JSON has them. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/** The answers of a course by exercise id, in reading order. */
export function answersOf(course: Course): ReadonlyMap<string, Answer> {
  return new Map(
    course.themen
      .flatMap((thema) => thema.pages.flatMap(exercisesOf))
      .map((exercise) => [exercise.id, new Answer(course, exercise)]),
  );
}
