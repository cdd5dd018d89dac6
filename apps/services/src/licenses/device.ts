import type { Device } from '@lectern/contracts';
import type { deviceCalls } from '@lectern/contracts/calls/licenses/device';
import { sql, type Selectable } from 'kysely';
import type { Handlers } from '../http/routes.ts';
import { namesOf } from '../authorization/person-names.ts';
import { isOfMandants, sightOf } from '../orders/public.ts';
import type { Tables } from '../storage/tables.ts';
import type { Database } from '../storage/database.ts';
import { forgetDevices } from './forgotten-devices.ts';
import { endUsages } from './ended-usages.ts';
import { lockSubjects } from './license-locks.ts';

type DeviceRow = Selectable<Tables['lima.devices']>;
type PlaceRow = Selectable<Tables['lima.device_products']>;

export function deviceHandlers(database: Database): Handlers<typeof deviceCalls> {
  return {
    async deviceGetForUser({ body: { subject }, caller }) {
      const sight = await sightOf(database, caller, subject);
      const rows = await database
        .selectFrom('lima.devices')
        .selectAll()
        .where('subject', '=', subject)
        .orderBy('updated_at', 'desc')
        .orderBy('device_identifier')
        .execute();
      const places = await database
        .selectFrom('lima.device_products')
        .selectAll()
        .where('subject', '=', subject)
        .where(isOfMandants(sight))
        .orderBy('mandant_identifier')
        .orderBy('product_reference')
        .execute();
      const byDevice = Map.groupBy(places, ({ device_identifier }) => device_identifier);
      return {
        devices: rows.map((row) => ({
          ...deviceOf(row),
          last_seen_at: row.updated_at.toISOString(),
          products: (byDevice.get(row.device_identifier) ?? []).map(placeOf),
        })),
      };
    },

    async deviceUpdateForUser({ body: { subject, device } }) {
      // When a device was first seen is the service's to say, not the device's.
      const { device_identifier, device_registration_date: _, last_app_update, ...rest } = device;
      const traits = {
        ...rest,
        ...(last_app_update && { last_app_update: new Date(last_app_update) }),
      };
      return database.transaction().execute(async (transaction) => {
        // One subject's devices are counted by one writer at a time.
        await lockSubjects(transaction, [subject]);
        const kept = await transaction
          .insertInto('lima.devices')
          .values({ subject, device_identifier, ...traits })
          .onConflict((conflict) =>
            conflict
              .columns(['subject', 'device_identifier'])
              .doUpdateSet({ ...traits, updated_at: sql`now()` }),
          )
          .returningAll()
          .executeTakeFirstOrThrow();
        await forgetDevices(transaction, subject);
        return { device: deviceOf(kept) };
      });
    },

    async deviceUnregisterForLicenses({ query: { deviceIdentifier }, caller, refusal }) {
      const { subject } = caller;
      return database.transaction().execute(async (transaction) => {
        const names = await namesOf(transaction, subject);
        await lockSubjects(transaction, names);
        const device = await transaction
          .selectFrom('lima.devices')
          .select('device_identifier')
          .where('subject', 'in', names)
          .where('device_identifier', '=', deviceIdentifier)
          .executeTakeFirst();
        if (!device) throw refusal('DEVICE_NOT_FOUND');
        const pruned_license_usages = await endUsages(
          transaction,
          sql`usage.subject = any(${names}::text[]) and usage.device_identifier = ${deviceIdentifier}`,
        );
        const places = await transaction
          .deleteFrom('lima.device_products')
          .where('subject', 'in', names)
          .where('device_identifier', '=', deviceIdentifier)
          .returningAll()
          .execute();
        const answer = { pruned_license_usages, products: places.map(placeOf) };
        const hadNone = pruned_license_usages === 0 && places.length === 0;
        return hadNone ? { ...answer, result_state: 'IA_OK' } : answer;
      });
    },
  };
}

function placeOf({ mandant_identifier, product_reference, registered_at }: PlaceRow) {
  return { mandant_identifier, product_reference, registered_at: registered_at.toISOString() };
}

function deviceOf({ subject: _, updated_at: __, ...row }: DeviceRow): Device {
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
