import type { Api } from '../api.ts';
import type { ProjectConfiguration } from '../configuration.ts';
import type { SessionStore } from './session-store.ts';

/** A device of the user's that counts in the limit of this publication's product. */
export interface CountedDevice extends Omit<
  Awaited<ReturnType<Api['lima']['deviceGetForUser']>>['devices'][number],
  'products'
> {
  /** When the product was first used on it. */
  readonly usedSince: string;
  readonly isThisOne: boolean;
  /** Clearly unseen longer than every other. */
  readonly isUnusedLongest: boolean;
}

/** Devices that were seen last within this time are used alike, in milliseconds. */
const clearDifferenceInMs = 24 * 60 * 60_000;

/** Devices and actions of a user who is over the limit. */
export interface DeviceLimit {
  /**
   * The devices that count, the one unseen longest first: it is missed least.
   *
   * @throws {CallFailed}
   */
  counted(): Promise<readonly CountedDevice[]>;
  /**
   * Frees the place of a device, and its seat. One that had none any more counts as freed.
   *
   * @throws {CallFailed}
   */
  free(deviceIdentifier: string): Promise<void>;
}

export function createDeviceLimit(
  api: Pick<Api, 'lima'>,
  { mandantIdentifier, productReference }: ProjectConfiguration,
  store: SessionStore,
): DeviceLimit {
  function seatless() {
    if (store.state.name === 'seatless') return store.state.session;
    throw new Error('Nobody waits for a seat.');
  }

  return {
    async counted() {
      const { deviceID, user } = seatless();
      const { subject } = user;
      const { devices } = await api.lima.deviceGetForUser({
        xIaSubject: subject,
        body: { subject },
      });
      const counted = devices
        .flatMap(({ products, ...device }) => {
          const place = products.find(
            (product) =>
              product.mandant_identifier === mandantIdentifier &&
              product.product_reference === productReference,
          );
          return place ? [{ ...device, usedSince: place.registered_at }] : [];
        })
        .toSorted((a, b) => Date.parse(a.last_seen_at) - Date.parse(b.last_seen_at));
      const [first, second] = counted.map(({ last_seen_at }) => Date.parse(last_seen_at));
      const isClear = second !== undefined && second - first! >= clearDifferenceInMs;
      return counted.map((device, index) => ({
        ...device,
        isThisOne: device.device_identifier === deviceID,
        isUnusedLongest: isClear && index === 0,
      }));
    },
    async free(deviceIdentifier) {
      await api.lima.deviceUnregisterForLicenses({
        xIaSubject: seatless().user.subject,
        query: { deviceIdentifier },
      });
    },
  };
}
