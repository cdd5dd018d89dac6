export interface Finding {
  /** Of a rule of the bridge, or of this check's own. */
  readonly id: string;
  /** The rule, in a sentence. */
  readonly rule: string;
  readonly state: 'passed' | 'failed' | 'not seen';
  /** Why it failed, or was not seen, in plain words. */
  readonly why?: string;
  /** The next step for the author. */
  readonly toDo?: string;
}

/** The reason of a failure, and the next step. */
export type Cause = Required<Pick<Finding, 'why' | 'toDo'>>;

/** The result of a look. */
export type Verdict = Pick<Finding, 'state' | 'why' | 'toDo'>;

export const passed: Verdict = { state: 'passed' };

export function failed(why: string, toDo: string): Verdict {
  return { state: 'failed', why, toDo };
}

export function notSeen(why: string): Verdict {
  return { state: 'not seen', why };
}
