import type { Container, LocalStoreItem, LocalStoreScope } from '@lectern/sdk';
import type { Course, Exercise } from './course/model.ts';
import { exercisesOf } from './course/model.ts';
import { untilDone } from './retrying.ts';
import { Saver, type SaveState } from './saving.ts';

/** Keys of the two items of an exercise; their segment is its basic answer type. */
const answerKey = 'answer';
const doneKey = 'done';

/** An answer as it is kept: JSON values only. */
export interface Kept {
  /** In the form of the exercise's own view; undefined: not answered yet. */
  readonly value: unknown;
  /** Solved, or said to be finished. It stays so whatever changes later. */
  readonly done: boolean;
}

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
  #kept: Kept = { value: undefined, done: false };
  #status: AnswerStatus = { kind: 'loading' };
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
    let items: readonly LocalStoreItem[];
    try {
      items = await untilDone(
        () => container.getLocalStoreItems(this.#scope),
        () => this.#become({ kind: 'loading-again' }),
      );
    } catch (error) {
      this.#become({ kind: 'unreadable', error });
      return;
    }
    const { answerType: segment } = this.exercise;
    const valueOf = (key: string) =>
      items.find((item) => item.segment === segment && item.key === key)?.value;
    this.#kept = { value: parsed(valueOf(answerKey)), done: valueOf(doneKey) === 'true' };
    this.#saver = new Saver(
      (kept) => container.setLocalStoreItems(this.#scope, itemsOf(segment, kept)),
      (state) => this.#become(state),
    );
    this.#become({ kind: valueOf(answerKey) === undefined ? 'idle' : 'saved' });
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

  flushForLast(): void {
    this.#saver?.flushForLast();
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

function itemsOf(segment: string, { value, done }: Kept) {
  return [
    { segment, key: answerKey, value: JSON.stringify(value ?? null) },
    { segment, key: doneKey, value: String(done) },
  ];
}

/** JSON text → value; what is no JSON counts as no answer. */
function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
