import type { Container, LocalStoreScope } from '@lectern/sdk';
import { AnswerStore, type Kept } from './answer-store.ts';
import type { Course, Exercise } from './course/model.ts';
import { exercisesOf } from './course/model.ts';
import { untilDone } from './retrying.ts';
import { Saver, type SaveState } from './saving.ts';

const nothing: Kept = { value: undefined, done: false };

export type AnswerStatus =
  /** What was saved is on its way; until it is here nothing may be entered. */
  | { readonly kind: 'loading' }
  /** As before, after at least one failure. */
  | { readonly kind: 'loading-again' }
  /** There is no container: everything can be tried, nothing is kept. */
  | { readonly kind: 'practice' }
  /** Loading failed for good. Nothing is saved, so that the unknown answer is not overwritten. */
  | { readonly kind: 'unreadable'; readonly error: unknown }
  | SaveState;

/**
 * The learner's answer to one exercise, from the first look to the container's confirmation. It
 * outlives the exercise's page, so that leaving a page never interrupts a save. Fires `change` when
 * its status or `done` changes.
 */
export class Answer extends EventTarget {
  readonly exercise: Exercise;
  readonly #scope: LocalStoreScope;
  #kept = nothing;
  #status: AnswerStatus = { kind: 'loading' };
  #store: AnswerStore | undefined;
  #saver: Saver<Kept> | undefined;

  constructor(course: Course, exercise: Exercise) {
    super();
    this.exercise = exercise;
    this.#scope = {
      course_id_dto: { course_id: course.courseId },
      issue_id_dto: { issue_id: course.issueId },
      exercise_dto: { exercise_id: exercise.id },
    };
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

  get isUnsaved(): boolean {
    return this.#saver?.isUnsaved ?? false;
  }

  /** Brings what is saved, trying until it is here. */
  async load(container: Container): Promise<void> {
    this.#store = new AnswerStore(container, this.#scope, this.exercise.answerType);
    await this.#restore(this.#store);
  }

  async #restore(store: AnswerStore): Promise<void> {
    let saved: Kept | undefined;
    try {
      saved = await untilDone(
        () => store.read(),
        () => this.#become({ kind: 'loading-again' }),
      );
    } catch (error) {
      this.#become({ kind: 'unreadable', error });
      return;
    }
    this.#kept = saved ?? nothing;
    this.#saver = new Saver(
      (kept) => store.write(kept),
      (state) => this.#become(state),
    );
    this.#become({ kind: saved ? 'saved' : 'idle' });
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
    void this.flush();
    this.dispatchEvent(new Event('change'));
    return true;
  }

  /** Saves now; resolves with whether nothing is left to save. */
  async flush(): Promise<boolean> {
    return this.#saver ? this.#saver.flush() : true;
  }

  /** Settles a conflict: what is here replaces what was stored elsewhere. */
  keepOwn(): void {
    if (this.#status.kind !== 'conflict' || !this.#store) return;
    const other = this.#store.overrule();
    this.#keep({ ...this.#kept, done: this.#kept.done || other?.done === true });
    this.#saver?.resume();
  }

  /** Settles a conflict: what is stored by now replaces what is here. */
  async takeStored(): Promise<void> {
    if (this.#status.kind !== 'conflict' || !this.#store) return;
    const wasDone = this.#kept.done;
    this.#saver = undefined;
    this.#become({ kind: 'loading' });
    await this.#restore(this.#store);
    if (wasDone) this.finish();
  }

  stopSaving(error: unknown): void {
    this.#saver?.stop(error);
  }

  #keep(kept: Kept): void {
    this.#kept = kept;
    this.#saver?.change(kept);
  }

  #become(status: AnswerStatus): void {
    this.#status = status;
    this.dispatchEvent(new Event('change'));
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
