/** A start that cannot succeed as configured; the message is one sentence that says what to do. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** One sentence for the terminal about a start that failed. */
export function describeFailure(error: unknown): string {
  if (error instanceof StartFailure) return error.message;
  const reason = error instanceof Error ? error.message || codeOf(error) : String(error);
  return `The identity provider could not start: ${reason}.`;
}

/** The code of a system or database error, e.g. `EADDRINUSE` or `57P03`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}
