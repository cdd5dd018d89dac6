import type { SetAside } from '../outbox/model/outcome.ts';
import { saveFile } from '../save-file.ts';

/**
 * Entries that were set aside, as a file for people and programs: everything that is known of them, with ids and
 * times.
 *
 * @param now Milliseconds since 1970.
 * @returns JSON.
 */
export function setAsideFile(entries: readonly SetAside[], now: number): string {
  return JSON.stringify({ saved_at: new Date(now).toISOString(), entries }, null, 2);
}

/** Has the browser keep that file where it keeps what is downloaded. */
export function downloadSetAside(entries: readonly SetAside[]): void {
  const now = Date.now();
  const file = new Blob([setAsideFile(entries, now)], { type: 'application/json' });
  saveFile(file, `lectern-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}.json`);
}
