import type { ExerciseScope, SaveState } from '@lectern/sdk';
import {
  openAnswers,
  type AnswerItem,
  type AnswerStore,
  type AnswersContainer,
  type AnswerValue,
  type AnswerValues,
} from '@lectern/sdk/answers';
import { issueOf, type Course, type Exercise } from './course/model.ts';
import { exercisesOf } from './course/model.ts';
import { answerId, keptOf, valuesOf, type Kept } from './exercises/answer-values.ts';
import type { Work, WorkStatus } from './work.ts';

export type { Kept };

export type AnswerStatus =
  | Exclude<WorkStatus, { readonly kind: 'conflict' }>
  /** No change is sent until the learner has chosen between the answer here and this one. */
  | { readonly kind: 'conflict'; readonly other: Kept };

/**
 * The learner's answer to one exercise, in a store of the SDK. It outlives the exercise's page, so that leaving a
 * page never interrupts a save. Fires `change` when its status or `isDone` changes, `replaced` when its value has
 * changed otherwise than by input, and `finish` each time the learning records are told of an end.
 */
export class Answer extends EventTarget implements Work {
  readonly exercise: Exercise;
  readonly #scope: ExerciseScope;
  #kept: Kept = { value: undefined, done: false };
  #store: AnswerStore | undefined;
  #isPractice = false;
  /** The stored answers as they were seen last, as text; undefined: not yet. */
  #seen: string | undefined;
  #transfer: SaveState['state'] | undefined;
  /** The version that teachers may read, as far as it is known. */
  #told: { readonly at: string; readonly shared: string | undefined } | undefined;
  #isSetting = false;
  /** The other version is about to be shown. */
  #isTaking = false;
  #isHandedBack = false;
  /** Finished since {@link takeFinish} was called last. */
  #isFinished = false;

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

  /** Done, and not handed back since: the badge and all counts say this. */
  get isDone(): boolean {
    return this.#kept.done && !this.#isHandedBack;
  }

  /** Something was entered, or done: also where it was handed back since. */
  get isBegun(): boolean {
    return this.#kept.done || this.#kept.value !== undefined;
  }

  /** The part for classes says it, once that has loaded. */
  set isHandedBack(isHandedBack: boolean) {
    if (this.#isHandedBack === isHandedBack) return;
    this.#isHandedBack = isHandedBack;
    this.#changed();
  }

  get status(): AnswerStatus {
    if (this.#isPractice) return { kind: 'practice' };
    if (!this.#store) return { kind: 'loading' };
    const { status, values } = this.#store;
    if (status.kind === 'loading' || status.kind === 'unreadable') return status;
    if (this.#isTaking)
      return status.kind === 'retrying' ? { ...status, kind: 'loading' } : { kind: 'loading' };
    if (status.kind === 'conflict')
      return { kind: 'conflict', other: keptOf(this.exercise, status.other) };
    if (status.kind === 'kept') return { kind: 'kept', transfer: this.#transfer };
    if (status.kind === 'saved' && Object.keys(values).length === 0) return { kind: 'idle' };
    return status;
  }

  /**
   * When a service stored the version that teachers may read. Empty: it does not say; undefined: there is none yet, or a
   * newer one is on its way.
   */
  get sharedAt(): string | undefined {
    const isNone = this.#told?.shared === undefined || (this.#isNewer && !this.isWaiting);
    return isNone ? undefined : this.#told?.at;
  }

  /** A newer version that teachers may read waits here, and does not get on for now. */
  get isWaiting(): boolean {
    const { status } = this;
    const isStuck =
      status.kind === 'kept'
        ? status.transfer === 'waiting' || status.transfer === 'refused'
        : ['conflict', 'failed', 'retrying'].includes(status.kind);
    return isStuck && this.#isNewer;
  }

  /** How far a text is: teachers are shown what was last said to be finished. Undefined for other answers. */
  get textState(): 'unfinished' | 'changed' | 'emptied' | 'finished' | undefined {
    const { shared, value } = this.#kept;
    if (this.exercise.answerType !== 'essay') return undefined;
    if (shared === undefined) return 'unfinished';
    if (typeof value === 'string' && value.trim() === '') return 'emptied';
    return shared === value ? 'finished' : 'changed';
  }

  /** True where the learner may enter something. */
  get isOpen(): boolean {
    return this.status.kind !== 'loading';
  }

  get isUnsaved(): boolean {
    return this.#store?.isUnsaved ?? false;
  }

  /** Loads the stored answer, and tries until it is here. */
  async load(container: AnswersContainer): Promise<void> {
    const store = openAnswers(container, this.#scope, { merge });
    this.#store = store;
    store.subscribe(() => this.#follow(store));
    try {
      await store.load();
    } catch {
      // Its status says why it cannot be read.
      return;
    }
    this.#follow(store);
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
   * @returns true where it is done, and was not before.
   */
  finish(isDone: boolean, score?: number): boolean {
    const { value, done } = this.#kept;
    if (value === undefined) return false;
    const wasDone = this.isDone;
    const isEnd = isDone || score !== undefined;
    if (isEnd) this.#isHandedBack = false;
    this.#keep({ value, shared: value, done: done || isDone, score });
    const isNew = this.isDone && !wasDone;
    if (isNew) this.#changed();
    if (isEnd) {
      this.#isFinished = true;
      this.dispatchEvent(new Event('finish'));
    }
    return isNew;
  }

  /** True once after each end: the part for classes may load later than «Fertig» is pressed. */
  takeFinish(): boolean {
    const isFinished = this.#isFinished;
    this.#isFinished = false;
    return isFinished;
  }

  async flush(): Promise<boolean> {
    return this.#store ? this.#store.flush() : true;
  }

  /** Settles a conflict: the answer here replaces the other one. */
  async keepOwn(): Promise<void> {
    await this.#choose(this.#kept);
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

  /** Compares what the store has: without the characters that it leaves out. */
  get #isNewer(): boolean {
    // Read while a change waited: the version that a service has is not known.
    const isChanged = this.textState === 'changed' || this.textState === 'emptied';
    if (!this.#told && isChanged) return false;
    const shared = sharedOf(this.#store?.values[answerId]);
    return shared !== undefined && shared !== this.#told?.shared;
  }

  /** A finished answer stays finished, on whichever device that was. */
  async #choose(kept: Kept): Promise<void> {
    const { status } = this;
    const isDone = this.#kept.done || (status.kind === 'conflict' && status.other.done);
    this.#kept = { ...kept, done: kept.done || isDone };
    const store = this.#store;
    if (store?.status.kind === 'conflict') await this.#set(store, (values) => store.settle(values));
  }

  #keep(kept: Kept): void {
    this.#kept = kept;
    if (this.#store) this.#set(this.#store, (values) => this.#store?.set(values));
  }

  /** Hands the answer here to the store; what the store tells meanwhile is no news. */
  #set<T>(store: AnswerStore, hand: (values: AnswerValues) => T): T {
    this.#isSetting = true;
    const handed = hand(valuesOf(this.exercise, this.#kept));
    this.#seen = JSON.stringify(store.values);
    this.#isSetting = false;
    return handed;
  }

  #follow({ status, values }: AnswerStore): void {
    const item = this.#store?.items.find(({ key }) => key === answerId);
    if (item?.delivered) this.#told = toldOf(item);
    const seen = JSON.stringify(values);
    const isRead = status.kind !== 'loading' && status.kind !== 'unreadable';
    if (isRead && !this.#isSetting && seen !== this.#seen) {
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

function toldOf({ value, conflict, shared_at, updated_at }: AnswerItem) {
  // In conflict the value is a copy beside it.
  const stored = JSON.parse(conflict?.value ?? value) as AnswerValue;
  // Teachers may read every version of other answers.
  const at = stored.content.basic_answer_type === 'essay' ? '' : updated_at;
  return { at: shared_at ?? at, shared: sharedOf(stored) };
}

/** The part that teachers may read. */
function sharedOf(answer: AnswerValue | undefined): string | undefined {
  return answer?.content.basic_answer_type === 'essay'
    ? answer.content.shared_text
    : answer && JSON.stringify(answer);
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
  container: AnswersContainer,
): Promise<void> {
  const isHere = ({ exercise }: Answer) => idsHere.includes(exercise.id);
  const all = [...answers];
  await Promise.all(all.filter(isHere).map((answer) => answer.load(container)));
  await Promise.all(
    all.filter((answer) => !isHere(answer)).map((answer) => answer.load(container)),
  );
}
