import type { Contract, Device } from '@lectern/contracts';
import type { Selectable } from 'kysely';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';

/** Most devices that are kept for one subject; the contract's error text names it. */
const devicesMaximum = 100;

/** The calls under `/device`. */
export function deviceHandlers(
  database: Database,
): Handlers<Pick<Contract['lima'], 'deviceUpdateForUser'>> {
  return {
    async deviceUpdateForUser({ body: { subject, device }, refusal }) {
      // When a device was first seen is the service's to say, not the device's.
      const { device_identifier, device_registration_date: _, last_app_update, ...rest } = device;
      const traits = {
        ...rest,
        ...(last_app_update && { last_app_update: new Date(last_app_update) }),
      };
      const known = await database
        .updateTable('lima.devices')
        .set({ ...traits, updated_at: new Date() })
        .where('subject', '=', subject)
        .where('device_identifier', '=', device_identifier)
        .returningAll()
        .executeTakeFirst();
      if (known) return { device: toWire(known) };

      const { count } = await database
        .selectFrom('lima.devices')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('subject', '=', subject)
        .executeTakeFirstOrThrow();
      if (Number(count) >= devicesMaximum) throw refusal('DEVICE_LIMIT_REACHED');

      const row = { subject, device_identifier, ...traits };
      const added = await database
        .insertInto('lima.devices')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['subject', 'device_identifier'])
            .doUpdateSet({ ...traits, updated_at: new Date() }),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
      return { device: toWire(added) };
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
