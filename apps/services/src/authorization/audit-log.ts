import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

/** Result of a request, as the audit log keeps it. */
export interface AuditEntry {
  readonly kind: 'refusal' | 'acting-for' | 'change';
  /** Address pattern of the call. */
  readonly call: string;
  /** The owner of the token; absent for a token that opens nothing. */
  readonly tokenSubject?: string | undefined;
  /** The subject that the token was issued to, where a link made another one of it. */
  readonly loginSubject?: string | undefined;
  readonly clientId?: string | undefined;
  /** The subject that the call was made for. */
  readonly subject?: string | undefined;
  readonly correlationId: string;
  /** Code of a refusal. */
  readonly code?: string;
  /** The changed fields. */
  readonly change?: Readonly<Record<string, unknown>>;
}

/**
 * Adds an entry; nothing can change it afterwards, or remove it for a year (the table refuses).
 *
 * @param database A change is recorded in its own transaction: there is none without its entry.
 */
export async function recordAudit(database: Database, entry: AuditEntry): Promise<void> {
  await database
    .insertInto('aua.audit_log')
    .values({
      kind: entry.kind,
      call: entry.call,
      token_subject: entry.tokenSubject ?? null,
      login_subject: entry.loginSubject ?? null,
      client_id: entry.clientId ?? null,
      subject: entry.subject ?? null,
      correlation_id: entry.correlationId,
      code: entry.code ?? null,
      change: entry.change ? JSON.stringify(entry.change) : null,
    })
    .execute();
}

/** Younger entries stay, also against an administrator; triggers of the table refuse their removal, too. */
export const pruningAgeInYears = 1;

/**
 * Removes the entries from before a point in time, of those that are old enough.
 *
 * @returns how many there were.
 */
export async function pruneAuditLog(transaction: Database, before: Date): Promise<number> {
  await sql`
    select set_config('lectern.audit_log_pruned_before', ${before.toISOString()}, true)
  `.execute(transaction);
  const { numDeletedRows } = await transaction
    .deleteFrom('aua.audit_log')
    .where(
      'at',
      '<',
      sql<Date>`least(${before}, now() - ${sql.lit(`${pruningAgeInYears} year`)}::interval)`,
    )
    .executeTakeFirst();
  await sql`select set_config('lectern.audit_log_pruned_before', '', true)`.execute(transaction);
  return Number(numDeletedRows);
}
