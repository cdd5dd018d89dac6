import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { recordAudit, type AuditEntry } from '../authorization/audit-log.ts';
import type { Database } from '../storage/database.ts';

/**
 * The person at the terminal, for the audit log: by name, or by user id where the system has no entry of
 * it, as in containers that run as any id.
 */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}

/** Writes to the audit log what a command has changed, or told of somebody (`acting-for`). */
export function recordCommand(
  database: Database,
  command: string,
  change: object = {},
  entry: Partial<Pick<AuditEntry, 'kind' | 'subject'>> = {},
): Promise<void> {
  return recordAudit(database, {
    kind: 'change',
    ...entry,
    call: `command:${command}`,
    correlationId: randomUUID(),
    change: { ...change, operator: operatorName() },
  });
}
