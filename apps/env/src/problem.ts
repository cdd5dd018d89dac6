/**
 * A failure that the person at the terminal can mend. The message says in a sentence or two what is
 * wrong and what to do; no stack trace belongs beside it.
 */
export class StartProblem extends Error {
  override readonly name: string = 'StartProblem';
  /** Exit code of the starter. */
  readonly exitCode: 1 | 2 = 1;
}

/** Wrong flags or environment: nothing has been touched yet. */
export class UsageProblem extends StartProblem {
  override readonly name = 'UsageProblem';
  override readonly exitCode = 2;
}

/** A server refuses what it was given: started again, it would say the same. */
export class SettingsProblem extends StartProblem {
  override readonly name = 'SettingsProblem';
  override readonly exitCode = 2;
}

/** A kind of place on the disk: what to do when it cannot be written to. */
interface Place {
  readonly whenClosed: string;
  readonly whenFull: string;
}

const dataPlace: Place = {
  whenClosed: 'Make it writable, or choose another data folder with --data.',
  whenFull: 'Free some space, or choose a folder on another disk with --data.',
};

/** Nothing but a build writes here, and one that somebody else has made will do. */
export const checkoutPlace: Place = {
  whenClosed:
    'The browser bundles there are missing or older than their sources: make it writable, or start once as a user who may write there.',
  whenFull: 'Free some space and start again.',
};

/**
 * Puts what the operating system refuses into a {@link StartProblem}; anything else comes back as it
 * is, since a fault of ours must keep its stack.
 *
 * @param path the file or folder that was being worked on
 */
export function explainSystemError(error: unknown, path: string, place = dataPlace): unknown {
  const code = systemErrorCode(error) ?? '';
  if (['ENOSPC', 'EDQUOT'].includes(code)) return diskFull(path, place);
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return new StartProblem(`${path} is not writable for this user. ${place.whenClosed}`);
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StartProblem(
      `${path} cannot be a folder, because it or a part of it is a file. Choose another one with --data.`,
    );
  }
  return error;
}

/** The same for a program that only left its words: PostgreSQL, the bundler. */
export function explainOutput(
  output: string,
  path: string,
  place = dataPlace,
): StartProblem | undefined {
  return saysDiskFull(output) ? diskFull(path, place) : undefined;
}

/** Recognises a full disk in the output of a program, or in the words of a {@link StartProblem}. */
export function saysDiskFull(words: string): boolean {
  return /No space left on device|ENOSPC|Disk quota exceeded|^The disk that holds .* is full/m.test(
    words,
  );
}

function diskFull(path: string, { whenFull }: Place): StartProblem {
  return new StartProblem(`The disk that holds ${path} is full. ${whenFull}`);
}

export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}
