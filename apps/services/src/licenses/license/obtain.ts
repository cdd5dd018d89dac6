import { randomUUID } from 'node:crypto';
import type { Contract, ErrorCode } from '@lectern/contracts';
import type { Handlers } from '../../http/routes.ts';
import { inTransaction } from '../../storage/prepared.ts';
import { prepareLookAtDue, type LookedAt } from '../due-usages.ts';
import { prepareObtaining, type Situation } from './obtain-statements.ts';
import { licenseLock, subjectLock } from '../subject-lock.ts';
import { usageOf, type UsageRow } from '../usage-row.ts';
import type { LicensesDependencies } from '../dependencies.ts';

type ObtainCall = Contract['lima']['licenseObtainLicenseUsage'];

/** Usages that are due, at once: where a seat is free, and to find one. */
const [lookedAtInPassing, lookedAtForSeat] = [8, 500];

const nothingLookedAt: LookedAt = { looked_at: 0, ended: 0, ended_own: 0 };

type SeatRefusal = 'LICENSE_SEATS_TAKEN' | 'LICENSE_USED_ELSEWHERE';

/** Result of an attempt; `undefined`: it is made again. */
type Attempted =
  | { readonly usage: UsageRow; readonly endedOthers: number }
  | { readonly refused: SeatRefusal };

/**
 * `/license/obtainLicenseUsage`. Seats are counted under the lock of the licence, by the clock of the
 * database, read once the lock is held: so there are never more usages than seats, in however many
 * processes. It costs the same however many there are. Nobody waits for a licence without seats.
 *
 * A subject that a group entitles has one seat at a time: its usages are counted under its own lock.
 * Usages that end in favour of the new one end in its transaction, so that no request gets their seats in between.
 */
export function obtainHandlers({
  pool,
  usageTimes,
}: Pick<LicensesDependencies, 'pool' | 'usageTimes'>): Handlers<
  Pick<Contract['lima'], 'licenseObtainLicenseUsage'>
> {
  const statements = prepareObtaining(pool);
  const lookAtDue = prepareLookAtDue(pool);

  return {
    licenseObtainLicenseUsage: async ({ body, refusal }) => {
      const { subject, license_code, mandant_identifier, product_reference } = body;
      const { device_identifier, instead_of_others = false } = body;
      const asked = [
        subject,
        license_code,
        mandant_identifier,
        product_reference,
        device_identifier,
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
          const [judged] = await statements.judge.run(connection, asked);
          const situation = judged!;
          const code = refusalIn(situation);
          // Thrown inside the transaction: a refused request leaves nothing behind.
          if (code) throw refusal(code);
          // The first that asks for its seats, or it got them in this very moment.
          isCounted = situation.seats === null || locked.length > 0;
          if (!isCounted) return undefined;
          const isFree = !seatRefusalIn(situation, instead_of_others, nothingLookedAt);
          const limit = isFree ? lookedAtInPassing : lookedAtForSeat;
          const [due = nothingLookedAt] = situation.has_due
            ? await lookAtDue.run(connection, [license_code, limit, subject])
            : [];
          const refused = seatRefusalIn(situation, instead_of_others, due);
          if (refused) {
            // Progress is kept, and others have their turn in between.
            return due.looked_at === limit ? undefined : { refused };
          }
          const values = [...asked, id, usageTimes.lifetimeInMs];
          const [usage] = await statements.obtain.run(connection, values);
          if (!usage) return undefined;
          const ended = instead_of_others
            ? await statements.endOthers.run(connection, [...ofLicense, device_identifier])
            : [];
          return { usage, endedOthers: ended.length };
        });
      // A change between two statements is seen by the next attempt.
      let attempted = await attempt();
      while (!attempted) attempted = await attempt();
      if ('refused' in attempted) throw refusal(attempted.refused);
      const { usage, endedOthers } = attempted;
      const isUnchanged = usage.license_usage_id !== id && endedOthers === 0;
      return {
        license_usage: usageOf(usage, usageTimes),
        ...(isUnchanged && { result_state: 'IA_OK' }),
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
  return situation.has_place || isPlaceFree ? undefined : 'DEVICE_LIMIT_REACHED';
}

/**
 * Why no seat is obtained, once usages that were due have ended. The subject's other ones are told from
 * those of others: only where giving them up would make room does it hear of them.
 *
 * @param due What was ended since the situation was judged.
 */
function seatRefusalIn(
  { seats, has_usage, is_owner, ...situation }: Situation,
  insteadOfOthers: boolean,
  due: LookedAt,
): SeatRefusal | undefined {
  if (seats === null || has_usage) return undefined;
  const taken = situation.taken - due.ended;
  const others = situation.other_usages - due.ended_own;
  if (taken - others >= seats) return 'LICENSE_SEATS_TAKEN';
  if (insteadOfOthers || others === 0) return undefined;
  return is_owner && taken < seats ? undefined : 'LICENSE_USED_ELSEWHERE';
}
