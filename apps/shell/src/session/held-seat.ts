import { seatKey } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';

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
  try {
    const seat = JSON.parse(storage('session').read(seatKey) ?? 'null') as Partial<HeldSeat> | null;
    return typeof seat?.license_code === 'string' &&
      typeof seat.license_usage_id === 'string' &&
      typeof seat.heartbeat_interval_in_seconds === 'number' &&
      typeof seat.keptAt === 'number'
      ? (seat as HeldSeat)
      : undefined;
  } catch {
    return undefined;
  }
}

export function writeHeldSeat(seat: HeldSeat): void {
  storage('session').write(seatKey, JSON.stringify(seat));
}

export function forgetHeldSeat(): void {
  storage('session').remove(seatKey);
}
