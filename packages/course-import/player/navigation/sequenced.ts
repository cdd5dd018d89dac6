import { flatten, type Course, type CourseItem } from '../../src/course.ts';
import { Scorm2004 } from '../runtime/scorm2004.ts';
import type { Navigation } from './navigation.ts';

/**
 * SCORM 2004: the library's sequencing decides, by the definitions of the manifest (SN, section 4).
 *
 * The player leaves an item before it asks where to go on: its content ends its session, which ends the
 * attempt, and only then is the tracking data there that rules look at.
 */
export class SequencedNavigation implements Navigation {
  readonly runtime: Scorm2004;
  readonly #leaves: readonly CourseItem[];
  #delivered: CourseItem | undefined;
  #isAsked = false;

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
    this.runtime = new Scorm2004(
      course,
      (id) => {
        this.#delivered = this.#leaves.find((item) => item.id === id);
        if (!this.#isAsked && this.#delivered) onDelivery(this.#delivered);
      },
      (isSuspended) => {
        if (!this.#isAsked) onEnd(isSuspended);
      },
    );
  }

  /** Goes on where `render` has left off. */
  restore(state: string): void {
    this.runtime.api.deserializeSequencingState(state);
  }

  start(wanted: CourseItem | undefined): CourseItem | undefined {
    const current = this.#current();
    if (current && (!wanted || wanted === current)) return current;
    if (wanted) {
      const chosen = this.#ask('choice', wanted);
      if (chosen) return chosen;
    }
    if (current) return current;
    const begun = this.#ask('resumeAll') ?? this.#ask('start');
    if (begun) return begun;
    // Where nothing flows, the learner is to choose; the first item that can be chosen is a beginning.
    for (const item of this.#leaves) {
      const chosen = this.#ask('choice', item);
      if (chosen) return chosen;
    }
    return undefined;
  }

  next(): CourseItem | undefined {
    return this.#ask('continue');
  }

  previous(): CourseItem | undefined {
    return this.#ask('previous');
  }

  choose(item: CourseItem): CourseItem | undefined {
    return this.#ask('choice', item);
  }

  get canGoOn(): boolean {
    return this.#can('continue');
  }

  get canGoBack(): boolean {
    return this.#can('previous');
  }

  canChoose({ id, launch }: CourseItem): boolean {
    if (launch === undefined) return false;
    return this.#process?.predictChoiceEnabled(id) ?? false;
  }

  render(): string {
    return this.runtime.api.serializeSequencingState();
  }

  get #process() {
    return this.runtime.api.getSequencingService()?.getOverallSequencingProcess() ?? undefined;
  }

  #current(): CourseItem | undefined {
    const id = this.runtime.api.getSequencingState().currentActivity?.id as string | undefined;
    return this.#leaves.find((item) => item.id === id);
  }

  #ask(request: string, target?: CourseItem): CourseItem | undefined {
    this.#delivered = undefined;
    this.#isAsked = true;
    try {
      this.runtime.api.processNavigationRequest(request, target?.id);
      return this.#delivered;
    } finally {
      this.#isAsked = false;
    }
  }

  /** The library looks ahead with what the running content has reported; else by the tree alone. */
  #can(request: 'continue' | 'previous'): boolean {
    const process = this.#process;
    if (!process || process.getEffectiveHideLmsUi(null).includes(request)) return false;
    const { outcome } = this.runtime.api.previewNavigationRequest(request);
    if (outcome !== 'unknown') return outcome === 'allowed';
    return request === 'continue'
      ? process.predictContinueEnabled()
      : process.predictPreviousEnabled();
  }
}
