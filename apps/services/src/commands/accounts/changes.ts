import { sql } from 'kysely';
import { announce } from '../../authorization/announcements.ts';
import type { Database } from '../../storage/database.ts';
import { recordCommand } from '../operator.ts';

/* Effects of every change of an account. */

/** Removes sessions, grants and tokens of a subject; the provider stores them as JSON with its `accountId`. */
export async function endSessions(transaction: Database, subject: string): Promise<void> {
  const { rows } = await sql<{ table: string | null }>`
    select to_regclass('identity_provider.artifact')::text as table
  `.execute(transaction);
  if (!rows[0]?.table) return;
  await sql`
    delete from identity_provider.artifact
    where strpos(payload::text, ${`"accountId":${JSON.stringify(subject)}`}) > 0
  `.execute(transaction);
  await announce(transaction, { kind: 'subjects', subjects: [subject] });
}

export function recordChange(
  transaction: Database,
  subject: string,
  change: Readonly<Record<string, unknown>>,
): Promise<void> {
  return recordCommand(transaction, 'accounts', change, { subject });
}
