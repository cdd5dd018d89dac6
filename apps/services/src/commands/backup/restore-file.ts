import { randomUUID } from 'node:crypto';
import { recordAudit } from '../../authorization/audit-log.ts';
import { openDatabase } from '../../storage/database.ts';
import { operatorName } from '../operator.ts';
import { readFileAsStream } from './archive-file.ts';
import { restoreBackup, type RestoreResult, type RestoreTargets } from './restore-backup.ts';

export { CommandProblem } from '../problem.ts';

/**
 * Restores a backup, and writes that to the audit log of the restored database.
 *
 * @param path `-`: the standard input
 * @throws {CommandProblem} as {@link restoreBackup}
 */
export async function restoreFile(path: string, targets: RestoreTargets): Promise<RestoreResult> {
  const result = await restoreBackup(await readFileAsStream(path), targets);
  const database = openDatabase(targets.databaseUrl);
  try {
    await recordAudit(database, {
      kind: 'change',
      call: 'command:restore',
      correlationId: randomUUID(),
      change: { created: result.description.created, operator: operatorName() },
    });
  } finally {
    await database.destroy();
  }
  return result;
}
