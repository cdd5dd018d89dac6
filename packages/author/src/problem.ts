/** What the author can mend: the message says what is wrong and what to do, without a stack trace. */
export class AuthorProblem extends Error {
  override readonly name = 'AuthorProblem';
}
