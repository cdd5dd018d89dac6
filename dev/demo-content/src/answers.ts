import { untilDone, type ExerciseScope, type SaveState, type StoreBridge } from '@lectern/sdk';
import {
  openAnswers,
  type AnswerStore,
  type AnswersContainer,
  type AnswerValue,
  type AnswerValues,
} from '@lectern/sdk/answers';
import { issueOf, type Course, type Exercise } from './course/model.ts';
import { exercisesOf } from './course/model.ts';
import { earlierKept, keptOf, valuesOf, type Kept } from './exercises/answer-values.ts';
import type { Work, WorkStatus } from './work.ts';

export type { Kept };

export type AnswerStatus =
  | Exclude<WorkStatus, { readonly kind: 'conflict' }>
  /** No change is sent until the learner has chosen between the answer here and this one. */
  | { readonly kind: 'conflict'; readonly other: Kept };

type Reading = Extract<WorkStatus, { readonly kind: 'loading' | 'unreadable' }>;

/** Requests about answers, and about the items in which earlier editions kept them. */
export type AnswersHome = AnswersContainer &
  Pick<StoreBridge, 'getLocalStoreItems' | 'setLocalStoreItems'>;

/**
 * The learner's answer to one exercise, in a store of the SDK. It outlives the exercise's page, so that leaving a
 * page never interrupts a save. Fires `change` when its status or `done` changes, and `replaced` when its value has
 * changed otherwise than by input.
 */
export class Answer extends EventTarget implements Work {
  readonly exercise: Exercise;
  readonly #scope: ExerciseScope;
  #kept: Kept = { value: undefined, done: false };
  #store: AnswerStore | undefined;
  #container: AnswersHome | undefined;
  /** Of an earlier edition, and newer than the answer: the learner chooses. */
  #earlier: Kept | undefined;
  /** The one of an earlier edition that the learner has gone on from, as text. */
  #passed: string | undefined;
  #isPractice = false;
  /** How far reading is; undefined: the answer is here. */
  #reading: Reading | undefined = { kind: 'loading' };
  /** The stored answers as they were seen last, as text; undefined: not yet. */
  #seen: string | undefined;
  #transfer: SaveState['state'] | undefined;
  #isSetting = false;
  /** The other version is about to be shown. */
  #isTaking = false;

  constructor(course: Course, exercise: Exercise) {
    super();
    this.exercise = exercise;
    this.#scope = { ...issueOf(course), exercise_dto: { exercise_id: exercise.id } };
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
    const { status, values } = this.#store;
    if (status.kind === 'loading' || status.kind === 'unreadable') return status;
    if (this.#reading) return this.#reading;
    if (this.#isTaking)
      return status.kind === 'retrying' ? { ...status, kind: 'loading' } : { kind: 'loading' };
    if (status.kind === 'conflict')
      return { kind: 'conflict', other: keptOf(this.exercise, status.other) };
    if (this.#earlier) return { kind: 'conflict', other: this.#earlier };
    if (status.kind === 'kept') return { kind: 'kept', transfer: this.#transfer };
    if (status.kind === 'saved' && Object.keys(values).length === 0) return { kind: 'idle' };
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
  async load(container: AnswersHome): Promise<void> {
    const store = openAnswers(container, this.#scope, { merge });
    this.#store = store;
    this.#container = container;
    store.subscribe(() => this.#follow(store));
    try {
      await store.load();
    } catch {
      // Its status says why it cannot be read.
      return;
    }
    if (Object.keys(store.values).length === 0) await this.#takeEarlier(container, store);
    else {
      this.#reading = undefined;
      void this.#offerEarlier(container);
    }
    this.#follow(store);
    container.on('delivered', (delivery) => {
      const isHere =
        delivery.kind === 'items' &&
        'exercise_dto' in delivery &&
        delivery.exercise_dto.exercise_id === this.exercise.id;
      if (isHere) void this.#offerEarlier(container);
    });
  }

  /** There is no container to load from. */
  practise(): void {
    this.#isPractice = true;
    this.#changed();
  }

  /** Takes a value that the learner has just entered. */
  enter(value: unknown): void {
    this.#keep({ ...this.#kept, value, score: undefined });
  }

  /**
   * Notes that the learner says to be finished.
   *
   * @param isDone Whether the exercise is done with that.
   * @param score In percent, where it was checked.
   * @returns true where it is done for the first time.
   */
  finish(isDone: boolean, score?: number): boolean {
    const { value, done } = this.#kept;
    if (value === undefined) return false;
    const isNew = isDone && !done;
    this.#keep({ value, shared: value, done: done || isDone, score });
    if (isNew) this.#changed();
    return isNew;
  }

  async flush(): Promise<boolean> {
    return this.#store ? this.#store.flush() : true;
  }

  /** Settles a conflict: the answer here replaces the other one. */
  async keepOwn(): Promise<void> {
    const isEarlier = this.#store?.status.kind !== 'conflict' && this.#earlier !== undefined;
    await this.#choose(this.#kept);
    if (isEarlier) await this.#replaceEarlier();
  }

  /** Settles a conflict: the other answer, as the learner was shown it, replaces the one here. */
  async takeOther(): Promise<void> {
    const { status } = this;
    if (status.kind !== 'conflict') return;
    // The exercise closes, so that it shows the other answer when it opens.
    this.#isTaking = true;
    await this.#choose(status.other);
    this.#isTaking = false;
    this.#changed();
  }

  noteTransfer(transfer: SaveState['state']): void {
    this.#transfer = transfer;
    if (this.status.kind === 'kept') this.#changed();
  }

  /** What is done stays done, on whichever device that was. */
  async #choose(kept: Kept): Promise<void> {
    const { status } = this;
    const isDone = this.#kept.done || (status.kind === 'conflict' && status.other.done);
    this.#kept = { ...kept, done: kept.done || isDone };
    const store = this.#store;
    if (!store) return;
    if (store.status.kind === 'conflict') {
      await this.#set(store, (values) => store.settle(values));
      return;
    }
    this.#earlier = undefined;
    this.#set(store, (values) => store.set(values));
    await store.flush();
    this.#changed();
  }

  /** Earlier editions kept answers in local store items: where there is no answer yet, such a one becomes it. */
  async #takeEarlier(container: AnswersHome, store: AnswerStore): Promise<void> {
    const { exercise } = this;
    try {
      const items = await untilDone(
        () => container.getLocalStoreItems(this.#scope),
        (error) => this.#read({ kind: 'loading', error }),
      );
      const earlier = earlierKept(exercise, items);
      if (earlier) {
        this.#passed = this.#textOf(earlier);
        store.set(valuesOf(exercise, earlier));
      }
    } catch (error) {
      // Nothing is saved, so that nothing unknown is hidden by it.
      return this.#read({ kind: 'unreadable', error });
    }
    this.#reading = undefined;
  }

  /** Where one of an earlier edition is newer than the answer, as from a device that was offline, the learner chooses. */
  async #offerEarlier(container: AnswersHome): Promise<void> {
    const { exercise_dto, ...issue } = this.#scope;
    try {
      const items = await untilDone(() => container.getLocalStoreItems(this.#scope));
      const earlier = earlierKept(this.exercise, items);
      if (!earlier) return;
      const text = this.#textOf(earlier);
      if (text === this.#passed || text === this.#textOf(this.#kept)) return;
      const { answers } = await untilDone(() =>
        container.getAnswers(issue, [exercise_dto.exercise_id]),
      );
      const isOlder = answers.some(
        ({ updated_at }) => Date.parse(updated_at) >= Date.parse(earlier.updated_at),
      );
      if (isOlder) return;
      this.#earlier = earlier;
      this.#passed = text;
      this.#changed();
    } catch {
      // The answer counts; the next visit looks again.
    }
  }

  /** An answer that the learner has decided about is offered on no other visit. */
  async #replaceEarlier(): Promise<void> {
    const { answerType: segment } = this.exercise;
    const item = { segment, key: 'answer', value: JSON.stringify(this.#kept.value) };
    // Where it fails, the next visit asks once more.
    await this.#container?.setLocalStoreItems(this.#scope, [item]).catch(() => {});
  }

  #textOf({ value }: Kept): string {
    return JSON.stringify(valuesOf(this.exercise, { value, done: false }));
  }

  #read(reading: Reading): void {
    this.#reading = reading;
    this.#changed();
  }

  #keep(kept: Kept): void {
    this.#kept = kept;
    if (this.#store && !this.#reading) this.#set(this.#store, (values) => this.#store?.set(values));
  }

  /** Hands the answer here to the store; what the store tells meanwhile is no news. */
  #set<T>(store: AnswerStore, hand: (values: AnswerValues) => T): T {
    this.#isSetting = true;
    const handed = hand(valuesOf(this.exercise, this.#kept));
    this.#seen = JSON.stringify(store.values);
    this.#isSetting = false;
    return handed;
  }

  #follow({ values }: AnswerStore): void {
    const seen = JSON.stringify(values);
    if (!this.#reading && !this.#isSetting && seen !== this.#seen) {
      const isFirst = this.#seen === undefined;
      this.#seen = seen;
      this.#kept = keptOf(this.exercise, values);
      // A service has united it with what was written elsewhere.
      if (!isFirst) this.dispatchEvent(new Event('replaced'));
    }
    this.#changed();
  }

  #changed(): void {
    this.dispatchEvent(new Event('change'));
  }
}

/** Equal answers of which one is done are one that is done. About others the learner decides. */
function merge(_id: string, own: AnswerValue, other: AnswerValue): AnswerValue | undefined {
  if (JSON.stringify(own.content) !== JSON.stringify(other.content)) return undefined;
  return { ...own, is_done: own.is_done || other.is_done };
}

/** The answers of a course by exercise id, in reading order. */
export function answersOf(course: Course): ReadonlyMap<string, Answer> {
  return new Map(
    course.themen
      .flatMap((thema) => thema.pages.flatMap(exercisesOf))
      .map((exercise) => [exercise.id, new Answer(course, exercise)]),
  );
}

/** Loads answers; those of the page that is open first, because somebody waits for them. */
export async function loadAnswers(
  answers: Iterable<Answer>,
  idsHere: readonly string[],
  container: AnswersHome,
): Promise<void> {
  const isHere = ({ exercise }: Answer) => idsHere.includes(exercise.id);
  const all = [...answers];
  await Promise.all(all.filter(isHere).map((answer) => answer.load(container)));
  await Promise.all(
    all.filter((answer) => !isHere(answer)).map((answer) => answer.load(container)),
  );
}
