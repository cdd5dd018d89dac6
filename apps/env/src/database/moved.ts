import { isClosedForChanges, openForChanges } from '@lectern/services/changes';
import { StartProblem } from '../problem.ts';
import { withConnection } from './connection.ts';

/**
 * Makes sure that the embedded database takes changes: `lectern move-to` has closed one that was moved, so that
 * nothing is written to it by mistake.
 *
 * @param isWanted true: one that was moved is opened again
 * @throws {StartProblem}
 */
export function requireOpen(url: string, isWanted: boolean): Promise<void> {
  return withConnection(url, async (client) => {
    if (isWanted) await openForChanges(client);
    else if (await isClosedForChanges(client)) {
      throw new StartProblem(
        'A move of the database of this data folder to another PostgreSQL was begun or done (lectern move-to). After ' +
          'one that broke off, or to go on with this one without what was written to the other: npm start -- ' +
          '--move-back. After one that was done, set DATABASE_URL to the other.',
      );
    }
  });
}
