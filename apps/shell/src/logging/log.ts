import { persistentLogsKey } from '../storage-keys.ts';

export type Level = 'info' | 'warning' | 'error';

/** One stored log entry. It holds no token and nothing of the user. */
interface LogEntry {
  /** RFC 3339. */
  readonly time: string;
  readonly level: Level;
  readonly message: string;
}

/** How many entries are kept (specification, section 9). */
const keptEntries = 100;

const consoleMethod = { info: 'info', warning: 'warn', error: 'error' } as const;

/**
 * Writes to the console and to the last {@link keptEntries} entries under `persistentLogs`.
 *
 * @param message A fixed text, or one with nothing of the user and no payload in it.
 * @param cause Only its name and its codes are written: errors of sign-in carry tokens, errors of
 *   services may quote what was sent.
 */
export function log(level: Level, message: string, cause?: unknown): void {
  const text = cause === undefined ? message : `${message} (${describe(cause)})`;
  console[consoleMethod[level]](text);
  const entry: LogEntry = { time: new Date().toISOString(), level, message: text };
  try {
    const entries = storedEntries().slice(1 - keptEntries);
    localStorage.setItem(persistentLogsKey, JSON.stringify([...entries, entry]));
  } catch {
    // Storage is full or switched off: the console has the entry, and logging must never fail.
  }
}

function storedEntries(): LogEntry[] {
  const stored: unknown = JSON.parse(localStorage.getItem(persistentLogsKey) ?? '[]');
  return Array.isArray(stored) ? stored : [];
}

const describedFields = ['name', 'call', 'code', 'status', 'correlationId', 'field'] as const;

function describe(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null) return typeof cause;
  return describedFields
    .flatMap((field) => {
      const value: unknown = Reflect.get(cause, field);
      return typeof value === 'string' || typeof value === 'number' ? [`${field}: ${value}`] : [];
    })
    .join(', ');
}
