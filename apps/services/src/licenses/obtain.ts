import { randomUUID } from 'node:crypto';
import type { Contract, ErrorCode } from '@lectern/contracts';
import type { Handlers } from '../http/routes.ts';
import { inTransaction } from '../storage/prepared.ts';
import type { LicensesParts } from './calls.ts';
import { prepareObtaining, type Situation } from './obtain-statements.ts';
import { subjectLock } from './subject-lock.ts';
import { usageOf } from './usage-row.ts';

type ObtainCall = Contract['lima']['licenseObtainLicenseUsage'];

/**
 * `/license/obtainLicenseUsage`. Seats are counted under the lock of the licence, by the clock of the
 * database, read once the lock is held: so there are never more usages than seats, in however many
 * processes. A licence without seats is locked by nobody.
 */
export function obtainHandlers({
  pool,
  usageTimes,
}: LicensesParts): Handlers<Pick<Contract['lima'], 'licenseObtainLicenseUsage'>> {
  const statements = prepareObtaining(pool);

  return {
    licenseObtainLicenseUsage: async ({ body, refusal }) => {
      const { subject, license_code, mandant_identifier, product_reference } = body;
      const asked = [
        subject,
        license_code,
        mandant_identifier,
        product_reference,
        body.device_identifier,
      ];
      const id = randomUUID();
      const attempt = () =>
        inTransaction(pool, async (connection) => {
          await statements.lockSubject.run(connection, [subjectLock(subject)]);
          const locked = await statements.lockSeats.run(connection, [subject, license_code]);
          const hasLock = locked.length > 0;
          const [situation] = await statements.judge.run(connection, [...asked, hasLock]);
          const code = refusalIn(situation!);
          // Thrown inside the transaction: a refused request leaves nothing behind.
          if (code) throw refusal(code);
          // The licence got its seats in this very moment.
          if (situation!.seats !== null && !hasLock) return undefined;
          const values = [...asked, id, usageTimes.lifetimeInMs];
          const [usage] = await statements.obtain.run(connection, values);
          return usage;
        });
      // What changes between two statements is found changed by the next attempt.
      let usage = await attempt();
      while (!usage) usage = await attempt();
      return {
        license_usage: usageOf(usage, usageTimes),
        ...(usage.license_usage_id !== id && { result_state: 'IA_OK' }),
      };
    },
  };
}

function refusalIn(situation: Situation): ErrorCode<ObtainCall> | undefined {
  const { license_state, seats, device_maximum } = situation;
  if (license_state === null) return 'LICENSE_NOT_FOUND';
  if (license_state !== 'LICENSE_STATE_VALID' || !situation.is_of_product) {
    return 'LICENSE_NOT_VALID';
  }
  if (!situation.has_device) return 'DEVICE_NOT_FOUND';
  const isPlaceFree = device_maximum === null || situation.places < device_maximum;
  if (!situation.has_place && !isPlaceFree) return 'DEVICE_LIMIT_REACHED';
  const isSeatFree = seats === null || situation.taken < seats;
  return situation.has_usage || isSeatFree ? undefined : 'LICENSE_SEATS_TAKEN';
}
