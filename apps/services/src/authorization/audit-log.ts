import type { Database } from '../storage/database.ts';

/** What came of a request, as the audit log keeps it. */
export interface AuditEntry {
  readonly kind: 'refusal' | 'acting-for' | 'change';
  /** Address pattern of the call. */
  readonly call: string;
  /** Who: the owner of the token; absent for a token that opens nothing. */
  readonly tokenSubject?: string | undefined;
  readonly clientId?: string | undefined;
  /** For whom. */
  readonly subject?: string | undefined;
  readonly correlationId: string;
  /** Code of a refusal. */
  readonly code?: string;
  /** What was changed. */
  readonly change?: Readonly<Record<string, unknown>>;
}

/**
 * Adds an entry; nothing can change or remove it afterwards (the table refuses).
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
      client_id: entry.clientId ?? null,
      subject: entry.subject ?? null,
      correlation_id: entry.correlationId,
      code: entry.code ?? null,
      change: entry.change ? JSON.stringify(entry.change) : null,
    })
    .execute();
}
