import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { count, flag, list, reference, subject, text, timestamp } from '../scalars.ts';

/** Most devices that are kept of one subject. */
export const devicesMaximum = 100;
/** Section 9: derived from browser traits, at most 32 characters. */
export const deviceIdentifier = text(32, 'Device id derived from coarse browser traits.');

const deviceFields = {
  device_identifier: deviceIdentifier,
  os_name: z.optional(text(64, 'Operating system.')),
  os_version: z.optional(text(64, 'Version of the operating system.')),
  screen_size: z.optional(text(32, 'Width x height in CSS pixels, such as 1280x800.')),
  simple_ui: z.optional(flag('The device shows the simple surface.')),
  locale: z.optional(text(35, 'BCP 47 tag.')),
  app_version: z.optional(text(64, 'Version of the publication that the shell shows.')),
  device_registration_date: z.optional(timestamp('When the device was first seen.')),
  model: z.optional(text(128, 'Model or browser.')),
  last_app_update: z.optional(timestamp('When that version was first opened here.')),
  touch_device: z.optional(flag('The device is used by touch.')),
};

/** Facts of a device; it counts seats and nothing else. */
export const device = z.strictObject(deviceFields);
export type Device = z.infer<typeof device>;

/** A product in whose limit of devices a device counts. */
const deviceProduct = z.object({
  mandant_identifier: reference('The publisher.'),
  product_reference: reference('The product.'),
  registered_at: timestamp('When the product was first used on the device.'),
});

export const deviceNotFound = withStatus(404, {
  DEVICE_NOT_FOUND: 'The subject has no such device. device/updateForUser registers it.',
});

export const deviceCalls = {
  deviceGetForUser: defineCall({
    path: '/device/getForUser',
    summary: 'Gives the devices of a subject, the one seen last first.',
    body: z.strictObject({ subject }),
    answer: z.object({
      devices: z
        .array(
          z.object({
            ...deviceFields,
            last_seen_at: timestamp('When the device was last registered or refreshed.'),
            products: list('Products in whose limits of devices this one counts.', deviceProduct),
          }),
        )
        .check(z.maxLength(devicesMaximum)),
    }),
    permission: 'device.read',
    permissionForOthers: 'device.read-any',
    forPublishers: 'customers',
    repeatSafe: true,
  }),
  deviceUpdateForUser: defineCall({
    path: '/device/updateForUser',
    summary: `Registers a device of a subject, or refreshes what is known of it. Of more than ${devicesMaximum} the one that was unused longest is forgotten.`,
    body: z.strictObject({ subject, device }),
    answer: z.object({ device: z.object(deviceFields) }),
    permission: 'device.write',
    ownTokenOnly: true,
    repeatSafe: true,
  }),
  deviceUnregisterForLicenses: defineCall({
    path: '/device/unregisterForLicenses',
    summary:
      "Gives back the caller's seats on a device and its place in the limits of products. The device itself stays known. IA_OK: it held none.",
    query: z.object({ deviceIdentifier }),
    answer: z.object({
      pruned_license_usages: count('How many seats became free.'),
      products: list('Products in whose limits the device counted until now.', deviceProduct),
    }),
    errors: deviceNotFound,
    permission: 'device.write',
    ownTokenOnly: true,
    repeatSafe: true,
  }),
} as const;
