/**
 * A failure that the person at the terminal can mend. The message says what is wrong and what to do; no
 * stack trace belongs beside it.
 */
export class CommandProblem extends Error {
  override readonly name: string = 'CommandProblem';
  readonly exitCode: 1 | 2 = 1;
}

/** The reader of the output has stopped, as `head` and a pager do: no fault, and no message. */
export class OutputClosed extends Error {
  override readonly name = 'OutputClosed';
}

/** Wrong arguments: nothing has been touched yet. */
export class UsageProblem extends CommandProblem {
  override readonly name = 'UsageProblem';
  override readonly exitCode = 2;
}
