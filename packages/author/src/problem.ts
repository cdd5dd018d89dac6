/** A problem that the author can mend: the message says what is wrong and what to do, without a stack trace. */
export class AuthorProblem extends Error {
  override readonly name = 'AuthorProblem';
}

/** The command was called in another way than its help says. */
export class UsageProblem extends Error {
  override readonly name = 'UsageProblem';
}

/**
 * The word that a command takes beside its flags.
 *
 * @throws {UsageProblem} for more than one, mostly a name with spaces
 */
export function onlyWord([word, ...others]: readonly string[]): string | undefined {
  if (others.length === 0) return word;
  throw new UsageProblem(
    `One word is taken beside the flags, and "${others.join(' ')}" follows "${word}". Put a name with spaces into quotes.`,
  );
}
