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

/**
 * How long entries are gathered before they are stored, in milliseconds: storing rewrites all of
 * them, which a burst of entries must not do once each.
 */
const storingDelayInMs = 250;

/** Entries that are not stored yet, and when they will be. */
let gathered: LogEntry[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

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
  gathered.push({ time: new Date().toISOString(), level, message: text });
  if (gathered.length > keptEntries) gathered.shift();
  if (timer !== undefined) return;
  timer = setTimeout(store, storingDelayInMs);
  addEventListener('pagehide', store, { once: true });
}

function store(): void {
  clearTimeout(timer);
  timer = undefined;
  const entries = gathered;
  gathered = [];
  try {
    const kept = [...storedEntries(), ...entries].slice(-keptEntries);
    localStorage.setItem(persistentLogsKey, JSON.stringify(kept));
  } catch {
    // Storage is full or switched off: the console has the entries, and logging must never fail.
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
