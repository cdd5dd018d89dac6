import { untilDone, type BridgeUser, type Container } from '@lectern/sdk';

/** How many things teachers have said to the reader, and how many of these it has not seen. */
export interface FeedbackCounts {
  readonly count: number;
  readonly newCount: number;
}

/** The reader. Fires `change` when more is known; until then there is no name and no role. */
export class Learner extends EventTarget {
  #user: BridgeUser | undefined;
  #isTeacher = false;
  #isKnown = false;
  #feedback: FeedbackCounts = { count: 0, newCount: 0 };

  /** The container has said who it is. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  get isTeacher(): boolean {
    return this.#isTeacher;
  }

  get feedback(): FeedbackCounts {
    return this.#feedback;
  }

  set feedback(counts: FeedbackCounts) {
    const { count, newCount } = this.#feedback;
    if (counts.count === count && counts.newCount === newCount) return;
    this.#feedback = counts;
    this.dispatchEvent(new Event('change'));
  }

  /** Label of the way to the feedback; undefined where there is none: teachers have received it only as pupils. */
  get feedbackWords(): string | undefined {
    const { count, newCount } = this.#feedback;
    if (this.#isTeacher && count === 0) return undefined;
    return newCount > 0 ? `Rückmeldungen (${newCount} neu)` : 'Rückmeldungen';
  }

  /** Full name; undefined while unknown, or where the identity provider gives none. */
  get name(): string | undefined {
    const names = [this.#user?.given_name, this.#user?.family_name].filter(Boolean);
    return names.length > 0 ? names.join(' ') : undefined;
  }

  /** Teachers are greeted by their full name, pupils by their first. The words and, where it is known, the name. */
  get greeting(): readonly [words: string, name?: string] {
    if (this.#isTeacher) return this.name ? ['Guten Tag, ', this.name] : ['Guten Tag'];
    return this.#user?.given_name ? ['Hallo ', this.#user.given_name] : ['Hallo'];
  }

  /** Asks the container. A question that is refused for good leaves the reader unknown. */
  async meet(container: Container): Promise<void> {
    try {
      [this.#user, this.#isTeacher] = await Promise.all([
        untilDone(() => container.getUser()),
        untilDone(() => container.isTeacher()),
      ]);
      this.#isKnown = true;
    } catch (error) {
      console.warn('The container does not say who is reading.', error);
    }
    this.dispatchEvent(new Event('change'));
  }
}
