/** What the author can mend: the message says what is wrong and what to do, without a stack trace. */
export class AuthorProblem extends Error {
  override readonly name = 'AuthorProblem';
}

/** The command was called in another way than its help says. */
export class UsageProblem extends Error {
  override readonly name = 'UsageProblem';
}
