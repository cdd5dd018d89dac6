import { persistentLogsKey } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';
import { errorDetail, type Detail, type FixedText } from './detail.ts';

/** From the least to the most serious. */
export const levels = ['debug', 'info', 'warning', 'error'] as const;
export type Level = (typeof levels)[number];

/** One log entry. It holds no token and nothing of the user. */
export interface LogEntry {
  /** RFC 3339. */
  readonly time: string;
  readonly level: Level;
  /** A text of the program's own. */
  readonly message: string;
  /** Facts of the cause, field by field. */
  readonly detail?: Detail;
}

/** How many entries are kept (specification, section 9). */
export const keptEntries = 100;

/**
 * How long entries are gathered before they are stored, in milliseconds: storing rewrites all of
 * them, which a burst of entries must not do once each.
 */
const storingDelayInMs = 250;

/** Entries that are not stored yet, and when they will be. */
let gathered: LogEntry[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Entries below it are not written (specification, section 9: log level info). */
let lowest: Level = 'info';
let describe: (cause: unknown) => Detail = errorDetail;
let follow: (entry: LogEntry) => void = () => {};

/**
 * Writes to the console and to the last {@link keptEntries} entries under `persistentLogs`.
 *
 * @param message A fixed text: what is put together from variables does not compile.
 * @param cause Only what is known to be harmless is written of it: errors of sign-in carry tokens,
 *   errors of services may quote what was sent.
 */
export function log<Text extends string>(
  level: Level,
  message: FixedText<Text>,
  cause?: unknown,
): void {
  if (levels.indexOf(level) < levels.indexOf(lowest)) return;
  const entry: LogEntry = {
    time: new Date().toISOString(),
    level,
    message,
    ...(cause === undefined ? {} : { detail: describeSafely(cause) }),
  };
  console[level === 'warning' ? 'warn' : level](textOf(entry));
  follow(entry);
  gathered.push(entry);
  if (gathered.length > keptEntries) gathered.shift();
  if (timer !== undefined) return;
  timer = setTimeout(store, storingDelayInMs);
  addEventListener('pagehide', store, { once: true });
}

/** Settings that the start script does without, and the shell sets once the configuration is known. */
export interface LogSettings {
  readonly level: Level;
  /** Reads the loggable fields of a cause. */
  readonly describe: (cause: unknown) => Detail;
  /** Is given every entry from now on. */
  readonly follow: (entry: LogEntry) => void;
}

export function setUpLog(settings: LogSettings): void {
  ({ level: lowest, describe, follow } = settings);
}

/** Such as `Could not load the devices. (name: CallFailed, status: 503)`. */
function textOf({ message, detail }: LogEntry): string {
  if (!detail) return message;
  const fields = Object.entries(detail).map(([field, value]) => `${field}: ${value}`);
  return `${message} (${fields.join(', ')})`;
}

function describeSafely(cause: unknown): Detail {
  try {
    return describe(cause);
  } catch {
    // A getter or a proxy that throws is no fault of the caller.
    return { name: 'Error' };
  }
}

function store(): void {
  clearTimeout(timer);
  timer = undefined;
  const kept = [...storedEntries(), ...gathered].slice(-keptEntries);
  gathered = [];
  storage('local').write(persistentLogsKey, JSON.stringify(kept));
}

function storedEntries(): unknown[] {
  const stored = storage('local').readJson(persistentLogsKey);
  return Array.isArray(stored) ? stored.filter(isEntry) : [];
}

function isEntry(stored: Partial<LogEntry> | null): boolean {
  return typeof stored?.message === 'string';
}
