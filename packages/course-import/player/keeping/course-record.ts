import { untilDone, type Store, type StoreValues } from '@lectern/sdk';
import type { Course } from '../../src/course.ts';
import type { Progress } from '../cmi/progress.ts';
import type { MadeStatement } from '../cmi/statements.ts';
import type { Bridge } from './bridge.ts';
import { valueMaximumLength } from './item-record.ts';

const segment = 'scorm';
const courseKey = 'course';
/** The sequencing's state in pieces: it grows with the number of activities. */
const sequencingKey = (piece: number) => `sequencing.${piece}`;

/** Status of an item in the table of contents. */
export type ItemStatus = Pick<Progress, 'completion' | 'success'>;

interface CourseState {
  /** Store id of the item that was open last. */
  readonly open?: string | undefined;
  readonly statuses: Readonly<Record<string, ItemStatus>>;
  readonly isCompleted: boolean;
  /** How many pieces the sequencing's state has. */
  readonly sequencingPieces: number;
}

/**
 * Where the state of a course as a whole is kept. The last writer wins: the items' own states, which carry
 * the work, are guarded by their versions.
 */
export class CourseRecord {
  readonly store: Store;
  readonly #bridge: Bridge;
  #state: CourseState = { statuses: {}, isCompleted: false, sequencingPieces: 0 };
  #sequencing: string | undefined;

  constructor(bridge: Bridge, course: Course) {
    this.#bridge = bridge;
    const scope = {
      course_id_dto: { course_id: course.courseId },
      issue_id_dto: { issue_id: course.issueId },
      topic_dto: { topic_id: course.organization.storeId },
    };
    this.store = bridge.store(scope, { segment, merge: 'last-writer-wins' });
  }

  get open(): string | undefined {
    return this.#state.open;
  }

  /** State that the sequencing has rendered last. */
  get sequencing(): string | undefined {
    return this.#sequencing;
  }

  statusOf(storeId: string): ItemStatus | undefined {
    const { statuses } = this.#state;
    return Object.hasOwn(statuses, storeId) ? statuses[storeId] : undefined;
  }

  async load(): Promise<void> {
    await this.store.load();
    const { values } = this.store;
    const stored = values[courseKey];
    if (stored === undefined) return;
    this.#state = { ...this.#state, ...(JSON.parse(stored) as Partial<CourseState>) };
    const pieces = Array.from(
      { length: this.#state.sequencingPieces },
      (_, piece) => values[sequencingKey(piece)],
    );
    if (pieces.length > 0 && pieces.every((piece) => piece !== undefined))
      this.#sequencing = pieces.join('');
  }

  /** Notes which item is open; none once the course has ended. */
  opened(storeId: string | undefined): void {
    this.#change({ open: storeId });
  }

  noteStatus(storeId: string, { completion, success }: ItemStatus): void {
    const stored = this.statusOf(storeId);
    if (stored?.completion === completion && stored.success === success) return;
    this.#change({
      statuses: { ...this.#state.statuses, [storeId]: { completion, success } },
    });
  }

  noteSequencing(state: string): void {
    if (state === this.#sequencing) return;
    this.#sequencing = state;
    this.#save();
  }

  /** Tells once that the whole course is done. The statement goes before the note that it went. */
  async complete(about: string, statement: () => MadeStatement): Promise<void> {
    if (this.#state.isCompleted) return;
    this.#state = { ...this.#state, isCompleted: true };
    const made = statement();
    await untilDone(() => this.#bridge.postStatement(about, made));
    this.#save();
  }

  #change(change: Partial<CourseState>): void {
    this.#state = { ...this.#state, ...change };
    this.#save();
  }

  #save(): void {
    this.store.set(() => this.#values());
  }

  #values(): StoreValues {
    const pieces = piecesOf(this.#sequencing ?? '');
    this.#state = { ...this.#state, sequencingPieces: pieces.length };
    return {
      [courseKey]: JSON.stringify(this.#state),
      ...Object.fromEntries(pieces.map((value, piece) => [sequencingKey(piece), value])),
    };
  }
}

/** A text in values of the local store, none of which ends between the halves of a surrogate pair. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    const longest = text.slice(start, start + valueMaximumLength);
    const piece = /[\uD800-\uDBFF]$/.test(longest) ? longest.slice(0, -1) : longest;
    pieces.push(piece);
    start += piece.length;
  }
  return pieces;
}
