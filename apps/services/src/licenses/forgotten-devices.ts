import { devicesMaximum } from '@lectern/contracts/calls/licenses/device';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { endUsages } from './ended-usages.ts';

/**
 * Forgets the devices of a subject that are too many, those that were unused longest: with their seats
 * and their places in the limits of products, which nobody could free any more. The subject is locked.
 */
export async function forgetDevices(transaction: Database, subject: string): Promise<void> {
  const { rows } = await sql<{ device_identifier: string }>`
    delete from lima.devices
    where subject = ${subject} and device_identifier in (
      select device_identifier from lima.devices where subject = ${subject}
      order by updated_at desc offset ${devicesMaximum}
    )
    returning device_identifier
  `.execute(transaction);
  if (rows.length === 0) return;
  const forgotten = rows.map(({ device_identifier }) => device_identifier);
  await endUsages(
    transaction,
    sql`usage.subject = ${subject} and usage.device_identifier = any(${forgotten}::text[])`,
  );
  await transaction
    .deleteFrom('lima.device_products')
    .where('subject', '=', subject)
    .where('device_identifier', 'in', forgotten)
    .execute();
}
