import { flatten, type Course, type CourseItem } from '../../src/course.ts';
import type { ItemStatus } from '../keeping/course-record.ts';
import { Scorm2004 } from '../runtime/scorm2004.ts';
import { pathUp, type ObjectiveState } from '../sequencing/activities.ts';
import type { Request } from '../sequencing/requests.ts';
import { Sequencer, type Outcome } from '../sequencing/sequencer.ts';
import { readWay, type KeptWay } from './kept-way.ts';
import type { Navigation } from './navigation.ts';

/**
 * SCORM 2004: the definitions of the manifest decide where to go (SN, section 4).
 *
 * The player leaves an item before it asks where to go on: its content ends its session and reports, and the
 * request ends the attempt, in which rules may ask for something else.
 */
export class SequencedNavigation implements Navigation {
  readonly runtime: Scorm2004;
  readonly #sequencer: Sequencer;
  readonly #leaves: readonly CourseItem[];
  readonly #onEnd: (isSuspended: boolean) => void;
  /** The table of contents asks for all items in a row. */
  #choices: { readonly version: number; readonly ids: ReadonlySet<string> } | undefined;

  /**
   * @param onDelivery content has asked for an item by ending its session.
   * @param onEnd the course was ended as a whole, or suspended.
   */
  constructor(
    course: Course,
    onDelivery: (item: CourseItem) => void,
    onEnd: (isSuspended: boolean) => void,
  ) {
    this.#leaves = flatten(course.items).filter(({ launch }) => launch !== undefined);
    this.#sequencer = new Sequencer(course);
    this.#onEnd = onEnd;
    this.runtime = new Scorm2004(this.#sequencer, (request) => {
      this.#choices = undefined;
      const { delivered, end } = this.#sequencer.process(request);
      const item = this.#leaf(delivered);
      if (item) onDelivery(item);
      else if (end) onEnd(end === 'suspended');
    });
  }

  /**
   * Goes on where `render` has left off, or with what is known where that cannot be read.
   *
   * @param statusOf status of an item, as the table of contents has shown it.
   */
  restore(
    state: string | undefined,
    statusOf: (item: CourseItem) => ItemStatus | undefined = () => undefined,
  ): void {
    const { sequencing, shared = {} } = readWay(state);
    this.#choices = undefined;
    this.runtime.shared = shared;
    if (this.#sequencer.restore(sequencing)) return;
    const leaves = new Map<string, ObjectiveState>();
    for (const leaf of this.#leaves) {
      const { completion, success } = statusOf(leaf) ?? {};
      const isCompleted = completion === 'completed';
      const state: ObjectiveState = {
        ...((isCompleted || completion === 'incomplete') && { completed: isCompleted }),
        ...((success === 'passed' || success === 'failed') && { satisfied: success === 'passed' }),
      };
      if (Object.keys(state).length > 0) leaves.set(leaf.id, state);
    }
    this.#sequencer.begin(leaves);
  }

  start(wanted: CourseItem | undefined): CourseItem | undefined {
    const current = this.#leaf(this.#sequencer.current?.id);
    if (current && (!wanted || wanted === current)) return current;
    if (wanted) {
      const chosen = this.#ask({ kind: 'choice', target: wanted.id });
      if (chosen) return chosen;
    }
    if (current) return current;
    const begun = this.#ask({ kind: 'resumeAll' }) ?? this.#ask({ kind: 'start' });
    if (begun) return begun;
    // Where nothing flows, the learner is to choose; the first item that can be chosen is a beginning.
    for (const item of this.#leaves) {
      const chosen = this.#ask({ kind: 'choice', target: item.id });
      if (chosen) return chosen;
    }
    return undefined;
  }

  next(): CourseItem | undefined {
    return this.#ask({ kind: 'continue' });
  }

  previous(): CourseItem | undefined {
    return this.#ask({ kind: 'previous' });
  }

  choose({ id }: CourseItem): CourseItem | undefined {
    return this.#ask({ kind: 'choice', target: id });
  }

  get canGoOn(): boolean {
    return this.#can('continue');
  }

  get canGoBack(): boolean {
    return this.#can('previous');
  }

  canChoose({ id, launch }: CourseItem): boolean {
    if (launch === undefined) return false;
    const { version } = this.runtime;
    if (this.#choices?.version !== version)
      this.#choices = { version, ids: this.#sequencer.choices(this.runtime.reported) };
    return this.#choices.ids.has(id);
  }

  render(): string {
    const kept: KeptWay = { sequencing: this.#sequencer.state, shared: this.runtime.shared };
    return JSON.stringify(kept, (_name, value: unknown) =>
      value instanceof Map ? Object.fromEntries(value) : value,
    );
  }

  #leaf(id: string | undefined): CourseItem | undefined {
    return this.#leaves.find((item) => item.id === id);
  }

  #ask(request: Request): CourseItem | undefined {
    this.#choices = undefined;
    const { delivered, end }: Outcome = this.#sequencer.process(request);
    if (end) this.#onEnd(end === 'suspended');
    return this.#leaf(delivered);
  }

  #can(kind: 'continue' | 'previous'): boolean {
    const hidden = pathUp(this.#sequencer.current).flatMap(
      ({ definition }) => definition.hideLmsUi ?? [],
    );
    return !hidden.includes(kind) && this.#sequencer.mayProcess({ kind }, this.runtime.reported);
  }
}
