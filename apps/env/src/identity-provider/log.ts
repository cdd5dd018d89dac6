import { logOutput } from '@lectern/services/log-output';

/** Writes one line. Never pass a token, a code, a password or a query string. */
export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  details?: Readonly<Record<string, unknown>>,
) => void;

/** One JSON object a line on standard output, in the shape of the services', so that one reader understands both. */
export const logToStandardOutput: Log = (level, message, details) => {
  const line = { level, time: Date.now(), name: 'identity-provider', ...details };
  logOutput.write(`${JSON.stringify({ ...line, msg: message })}\n`);
};

/** Fields of a log line for an error; the stack stays in the log and never reaches an answer. */
export function describeError(error: unknown): {
  readonly message: string;
  readonly stack?: string;
} {
  if (!(error instanceof Error)) return { message: String(error) };
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  // A connection to a name with several addresses fails with one error for each, and no message.
  const message = error.message || (first instanceof Error && first.message) || error.name;
  return { message, ...(error.stack ? { stack: error.stack } : {}) };
}
