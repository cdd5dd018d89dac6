import type { Contract, Device } from '@lectern/contracts';
import { sql, type Selectable } from 'kysely';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';

/** How many devices are kept of one subject; then the one that was unused longest goes. */
const devicesMaximum = 100;

/** The calls under `/device`. */
export function deviceHandlers(
  database: Database,
): Handlers<Pick<Contract['lima'], 'deviceUpdateForUser'>> {
  return {
    async deviceUpdateForUser({ body: { subject, device } }) {
      // When a device was first seen is the service's to say, not the device's.
      const { device_identifier, device_registration_date: _, last_app_update, ...rest } = device;
      const traits = {
        ...rest,
        ...(last_app_update && { last_app_update: new Date(last_app_update) }),
      };
      return database.transaction().execute(async (transaction) => {
        // One subject's devices are counted by one writer at a time.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`devices:${subject}`}, 0))`.execute(
          transaction,
        );
        const kept = await transaction
          .insertInto('lima.devices')
          .values({ subject, device_identifier, ...traits })
          .onConflict((conflict) =>
            conflict
              .columns(['subject', 'device_identifier'])
              .doUpdateSet({ ...traits, updated_at: new Date() }),
          )
          .returningAll()
          .executeTakeFirstOrThrow();
        await transaction
          .deleteFrom('lima.devices')
          .where('subject', '=', subject)
          .where('device_identifier', 'in', (query) =>
            query
              .selectFrom('lima.devices')
              .select('device_identifier')
              .where('subject', '=', subject)
              .orderBy('updated_at', 'desc')
              .offset(devicesMaximum),
          )
          .execute();
        return { device: toWire(kept) };
      });
    },
  };
}

function toWire({
  subject: _,
  updated_at: __,
  ...row
}: Selectable<Tables['lima.devices']>): Device {
  const { device_registration_date, last_app_update, ...traits } = row;
  return {
    ...(Object.fromEntries(Object.entries(traits).filter(([, value]) => value !== null)) as Omit<
      Device,
      'device_registration_date' | 'last_app_update'
    >),
    device_registration_date: device_registration_date.toISOString(),
    ...(last_app_update && { last_app_update: last_app_update.toISOString() }),
  };
}
