import {
  BridgeError,
  untilDone,
  type Store,
  type StoreStatus,
  type StoreValues,
} from '@lectern/sdk';
import type { CourseFrame } from '../../src/course.ts';
import {
  essentialsOf,
  nothingReported,
  type MadeStatement,
  type ReportedChanges,
} from '../cmi/statements.ts';
import { storable } from '../cmi/well-formed.ts';
import type { Bridge } from './bridge.ts';

/** Longest value of an item of the local store, in UTF-16 code units. */
export const valueMaximumLength = 262_144;

/** The items of the local store that a state is kept in. */
export interface StateKey {
  readonly segment: string;
  /** Key of the state itself. */
  readonly key: string;
}

/** Key of the statements that were made, and of those still to be sent. */
const statementsKey = 'statements';

/**
 * Where an item's state is kept. Statements are stored together with the state that they tell of, and
 * posted after that, under ids that are made once: a crash in between loses none and doubles none.
 */
export class ItemRecord<State> {
  readonly store: Store;
  readonly #bridge: Bridge;
  readonly #about: string;
  readonly #key: string;
  #stored: State | undefined;
  #render: () => State | undefined = () => this.#stored;
  #beforeSave: () => void = () => {};
  #told: ReportedChanges = nothingReported;
  #pending: readonly MadeStatement[] = [];
  #runBeganAt: string | undefined;
  #posting: Promise<void> | undefined;
  /** The other state counts, and the page is about to be loaded again. */
  #isReplaced = false;

  constructor(
    bridge: Bridge,
    course: CourseFrame,
    storeId: string,
    { segment, key }: StateKey,
    onStatus: (status: StoreStatus) => void,
  ) {
    this.#bridge = bridge;
    this.#about = storeId;
    this.#key = key;
    const scope = {
      course_id_dto: { course_id: course.courseId },
      issue_id_dto: { issue_id: course.issueId },
      exercise_dto: { exercise_id: storeId },
    };
    // A conflict is about the state; its statements go with it.
    const merge = (name: string, own: string) => (name === statementsKey ? own : undefined);
    this.store = bridge.store(scope, { segment, merge });
    this.store.subscribe(() => {
      const { status } = this.store;
      if (status.kind === 'failed')
        console.error('The state of an item could not be saved.', status.error);
      if (this.#mayPost) void this.#post();
      onStatus(status);
    });
  }

  /** The state as it is now: of the last run, also where it is still to be saved. */
  get stored(): State | undefined {
    return this.#render();
  }

  get told(): ReportedChanges {
    return this.#told;
  }

  /**
   * Reads the stored state, and posts the statements that the visit before has left.
   *
   * @returns a run without an end: its page was closed without a last call.
   */
  async load(): Promise<LostRun | undefined> {
    await this.store.load();
    const { items, values } = this.store;
    this.#stored = parse(values[this.#key]) as State | undefined;
    const kept = parse(values[statementsKey]) as Kept | undefined;
    this.#told = kept?.told ?? nothingReported;
    this.#pending = kept?.pending ?? [];
    if (this.#mayPost) void this.#post();
    const state = items.find(({ key }) => key === this.#key);
    return (
      (kept?.runBeganAt &&
        state && { beganAt: new Date(kept.runBeganAt), lastSeenAt: new Date(state.updated_at) }) ||
      undefined
    );
  }

  /** A run begins or ends. Saved with the next change. */
  noteRun(beganAt: Date | undefined): void {
    this.#runBeganAt = beganAt?.toISOString();
  }

  /** Sets the function that renders the state to save. */
  render(render: () => State | undefined): void {
    this.#render = render;
  }

  /** Calls this before each save, so that it notes the results of the changes. */
  onSave(beforeSave: () => void): void {
    this.#beforeSave = beforeSave;
  }

  /** Something has changed: it is saved once the script that changes it has returned. */
  change(): void {
    if (!this.#isReplaced) this.store.set(() => this.#values());
  }

  /** Statements to post, and the facts that they tell. They are saved with the next change. */
  tell(statements: readonly MadeStatement[], told: ReportedChanges = this.#told): void {
    this.#told = told;
    this.#pending = [...this.#pending, ...storable(statements)];
  }

  /** After a conflict: the state here replaces the stored one. */
  async keepOurs(): Promise<boolean> {
    return this.store.settle(this.#values());
  }

  /** After a conflict: the other state counts. Resolves with true once the page can be loaded again for it. */
  async takeTheirs(): Promise<boolean> {
    const { status } = this.store;
    if (status.kind !== 'conflict') return false;
    this.#isReplaced = true;
    const isTaken = await this.store.settle(status.other);
    this.#isReplaced = isTaken;
    return isTaken;
  }

  /** Resolves once nothing is left to save or to tell, or a try has failed. */
  async settle(): Promise<boolean> {
    await this.store.flush();
    await this.#posting;
    // Posting changes the item: its statements are kept no more.
    return (await this.store.flush()) && !this.#isTelling;
  }

  get isUnsaved(): boolean {
    return this.store.isUnsaved || this.#isTelling;
  }

  /** The statements of a run that was replaced are told no more. */
  get #isTelling(): boolean {
    return !this.#isReplaced && this.#pending.length > 0;
  }

  /** A change that is not accepted yet may have statements: they are posted once it is. */
  get #mayPost(): boolean {
    return this.#isTelling && isAccepted(this.store.status);
  }

  #values(): StoreValues {
    this.#beforeSave();
    const state = this.#render();
    this.#stored = state;
    return {
      ...(state && { [this.#key]: JSON.stringify(state) }),
      [statementsKey]: this.#keptValue(),
    };
  }

  /** As many of the statements as one value holds; those after them stay in memory until then. */
  #keptValue(): string {
    for (let count = this.#pending.length; ; count -= 1) {
      const kept: Kept = {
        told: this.#told,
        pending: this.#pending.slice(0, count),
        ...(this.#runBeganAt !== undefined && { runBeganAt: this.#runBeganAt }),
      };
      const value = JSON.stringify(kept);
      if (value.length <= valueMaximumLength || count === 0) return value;
    }
  }

  #post(): Promise<void> {
    this.#posting ??= this.#postAll().finally(() => (this.#posting = undefined));
    return this.#posting;
  }

  async #postAll(): Promise<void> {
    while (this.#mayPost) {
      const statement = this.#pending[0]!;
      try {
        await this.#postOne(statement);
      } catch (error) {
        console.error('A learning statement was refused.', statement, error);
      }
      this.#pending = this.#pending.filter(({ id }) => id !== statement.id);
    }
    // So that the next run does not tell them again.
    this.change();
  }

  /** Content describes its questions in ways that xAPI does not have: that costs the description, not the answer. */
  async #postOne(statement: MadeStatement): Promise<void> {
    const post = (one: MadeStatement) =>
      untilDone(() => this.#bridge.postStatement(this.#about, one));
    try {
      await post(statement);
    } catch (error) {
      if (!(error instanceof BridgeError && error.code === 'BAD_PAYLOAD')) throw error;
      await post(essentialsOf(statement));
    }
  }
}

/** True once the container has accepted everything. */
export function isAccepted({ kind }: StoreStatus): boolean {
  return kind === 'kept' || kind === 'saved';
}

interface Kept {
  readonly told: ReportedChanges;
  readonly pending: readonly MadeStatement[];
  /** While content is in a session: when that began. */
  readonly runBeganAt?: string;
}

/** A run without an end. */
interface LostRun {
  readonly beganAt: Date;
  /** When its state was stored last. */
  readonly lastSeenAt: Date;
}

/** Only this player writes here; a value that it cannot read counts as absent all the same. */
function parse(value: string | undefined): unknown {
  if (value === undefined) return undefined;
  try {
    return JSON.parse(value);
  } catch (error) {
    console.error('The stored state of an item could not be read.', error);
    return undefined;
  }
}
