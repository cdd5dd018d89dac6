import { randomUUID } from 'node:crypto';
import type { Contract, ErrorCode } from '@lectern/contracts';
import type { Handlers } from '../http/routes.ts';
import { inTransaction } from '../storage/prepared.ts';
import type { LicensesParts } from './calls.ts';
import { prepareLookAtDue } from './due-usages.ts';
import { prepareObtaining, type Situation } from './obtain-statements.ts';
import { licenseLock, subjectLock } from './subject-lock.ts';
import { usageOf, type UsageRow } from './usage-row.ts';

type ObtainCall = Contract['lima']['licenseObtainLicenseUsage'];

/** Usages that are due, at once: where a seat is free, and to find one. */
const [lookedAtInPassing, lookedAtForSeat] = [8, 500];

/** What came of an attempt; `undefined`: it is made again. */
type Attempted =
  | { readonly usage: UsageRow }
  | { readonly refused: 'LICENSE_SEATS_TAKEN' | 'LICENSE_USED_ELSEWHERE' };

/**
 * `/license/obtainLicenseUsage`. Seats are counted under the lock of the licence, by the clock of the
 * database, read once the lock is held: so there are never more usages than seats, in however many
 * processes. It costs the same however many there are. Nobody waits for a licence without seats.
 *
 * A subject that a group entitles has one seat at a time: its usages are counted under its own lock.
 */
export function obtainHandlers({
  pool,
  usageTimes,
}: LicensesParts): Handlers<Pick<Contract['lima'], 'licenseObtainLicenseUsage'>> {
  const statements = prepareObtaining(pool);
  const lookAtDue = prepareLookAtDue(pool);

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
      let isCounted = true;
      const attempt = () =>
        inTransaction(pool, async (connection): Promise<Attempted | undefined> => {
          const locks = [subjectLock(subject), licenseLock(license_code)];
          const ofLicense = [subject, license_code];
          await (isCounted ? statements.lock : statements.lockAlone).run(connection, locks);
          if (!isCounted) await statements.beginCounting.run(connection, ofLicense);
          const locked = await statements.lockSeats.run(connection, ofLicense);
          const [situation] = await statements.judge.run(connection, asked);
          const { seats, taken, has_due } = situation!;
          const code = refusalIn(situation!);
          // Thrown inside the transaction: a refused request leaves nothing behind.
          if (code) throw refusal(code);
          // The first that asks for its seats, or it got them in this very moment.
          isCounted = seats === null || locked.length > 0;
          if (!isCounted) return undefined;
          const isFree = situation!.has_usage || seats === null || taken < seats;
          const limit = isFree ? lookedAtInPassing : lookedAtForSeat;
          const [due] = has_due
            ? await lookAtDue.run(connection, [license_code, limit])
            : [{ looked_at: 0, ended: 0 }];
          if (!isFree && taken - due!.ended >= seats) {
            // What was looked at is kept, and others have their turn in between.
            if (due!.looked_at === limit) return undefined;
            const { has_other_usage } = situation!;
            return { refused: has_other_usage ? 'LICENSE_USED_ELSEWHERE' : 'LICENSE_SEATS_TAKEN' };
          }
          const values = [...asked, id, usageTimes.lifetimeInMs];
          const [usage] = await statements.obtain.run(connection, values);
          return usage && { usage };
        });
      // What changes between two statements is found changed by the next attempt.
      let attempted = await attempt();
      while (!attempted) attempted = await attempt();
      if ('refused' in attempted) throw refusal(attempted.refused);
      const { usage } = attempted;
      return {
        license_usage: usageOf(usage, usageTimes),
        ...(usage.license_usage_id !== id && { result_state: 'IA_OK' }),
      };
    },
  };
}

/** Why nothing is obtained, whether or not a seat is free. */
function refusalIn(situation: Situation): ErrorCode<ObtainCall> | undefined {
  const { license_state, device_maximum } = situation;
  if (license_state === null) return 'LICENSE_NOT_FOUND';
  if (license_state !== 'LICENSE_STATE_VALID' || !situation.is_of_product) {
    return 'LICENSE_NOT_VALID';
  }
  if (!situation.has_device) return 'DEVICE_NOT_FOUND';
  const isPlaceFree = device_maximum === null || situation.places < device_maximum;
  if (!situation.has_place && !isPlaceFree) return 'DEVICE_LIMIT_REACHED';
  // After what giving the other seat back would not help.
  const hasOneSeat = situation.seats !== null && !situation.is_owner;
  return hasOneSeat && situation.has_other_usage && !situation.has_usage
    ? 'LICENSE_USED_ELSEWHERE'
    : undefined;
}
