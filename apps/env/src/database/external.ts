import {
  DatabaseUnusable,
  requireUsableDatabase as requireUsable,
} from '@lectern/services/database';
import { StartProblem } from '../problem.ts';

/**
 * Makes sure that the database of `DATABASE_URL` can be used.
 *
 * @throws {StartProblem} when it cannot be reached, refuses the user, is too old, has another encoding
 *   than UTF-8, or is behind a pooler without sessions
 */
export async function requireUsableDatabase(url: string): Promise<void> {
  try {
    await requireUsable(
      url,
      'Start it or correct DATABASE_URL; without DATABASE_URL Lectern brings its own.',
    );
  } catch (cause) {
    if (!(cause instanceof DatabaseUnusable)) throw cause;
    throw new StartProblem(cause.message, { cause });
  }
}
