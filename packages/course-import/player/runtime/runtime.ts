import type { BridgeUser } from '@lectern/sdk';
import type { CourseItem } from '../../src/course.ts';
import type { CmiDocument } from '../cmi/progress.ts';

/* Interface between the player and a run-time environment, the same for both standards. */

/** Events of a run for the player. Called while the content waits for the answer. */
export interface RunHost {
  began(isResumed: boolean): void;
  changed(): void;
  /**
   * The content wants its state to be stored, for the last time or in between.
   *
   * @returns why it will not be; nothing where it has been handed over.
   */
  commit(isLast: boolean): string | undefined;
  /** The session has ended. */
  ended(): void;
  /** The content wants to begin a session and cannot: nothing that it does is recorded. */
  refused(): void;
  /** True where another page has come in the place of the one that began the session. Absent: there is one page. */
  isNewPage?(): boolean;
  /** The content asks to go on, or back, without any sequencing to decide it. */
  navigate(direction: 'next' | 'previous'): void;
}

/** One launch of an item. */
export interface Run {
  /** Under this name the content looks for `api` (SCORM 1.2 RTE, section 3.3; 2004 RTE, section 3.3). */
  readonly apiName: 'API' | 'API_1484_11';
  readonly api: object;
  readonly state: 'not begun' | 'running' | 'ended';
  /** True where the next run goes on where this one was left. */
  readonly isSuspended: boolean;
  /** The state as it is to be stored: its total time counts this run. */
  render(): CmiDocument;
  /** The same, with the answers that have given way to make it fit. */
  renderWhole(): CmiDocument;
  /** The item is about to be taken away: what the content ends now is suspended, unless it says otherwise. */
  leave(): void;
  /** Ends the run where the content has not: as suspended. Later calls of the content fail. */
  close(): void;
}

export interface Learner {
  readonly id: string;
  /** As both standards write it, "family name, given name"; empty where it is not known. */
  readonly name: string;
}

export interface Runtime {
  launch(item: CourseItem, stored: CmiDocument | undefined, learner: Learner, host: RunHost): Run;
}

export function learnerOf({ subject, given_name, family_name }: BridgeUser): Learner {
  return { id: subject, name: [family_name, given_name].filter(Boolean).join(', ') };
}

/** Answer to a commit that was not taken over. */
export function refusal(errorCode: number, errorMessage: string) {
  return { result: 'false', errorCode, errorMessage };
}
