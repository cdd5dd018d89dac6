import { identifierMaximumInBytes } from '@lectern/contracts/calls/limits';
import { decimal, openObject, text } from '@lectern/sdk/shape';
import { seatKey } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';

const longestIntervalInSeconds = 86_400;

/** The seat of this tab, as session storage keeps it over a reload. */
export interface HeldSeat {
  readonly license_code: string;
  readonly license_usage_id: string;
  readonly heartbeat_interval_in_seconds: number;
  /** When it was obtained or kept last, in milliseconds since 1970 by this device. */
  readonly keptAt: number;
}

/** The stored seat, or nothing when there is none or it is damaged. */
export function readHeldSeat(): HeldSeat | undefined {
  const stored = storage('session').readJson(seatKey);
  return heldSeat.faultIn(stored) === undefined ? (stored as HeldSeat) : undefined;
}

const heldSeat = openObject({
  // A text of that many bytes has no more UTF-16 code units.
  license_code: text(identifierMaximumInBytes, 1),
  license_usage_id: text(identifierMaximumInBytes, 1),
  heartbeat_interval_in_seconds: decimal(1, longestIntervalInSeconds),
  keptAt: decimal(0, Number.MAX_SAFE_INTEGER),
});

export function writeHeldSeat(seat: HeldSeat): void {
  storage('session').write(seatKey, JSON.stringify(seat));
}

export function forgetHeldSeat(): void {
  storage('session').remove(seatKey);
}
