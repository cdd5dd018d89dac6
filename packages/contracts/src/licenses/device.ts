import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { subject, text, timestamp } from '../scalars.ts';

/** What is known of a device; it counts seats and nothing else. */
export const device = z.strictObject({
  device_identifier: text(32, 'Device id derived from coarse browser traits.'),
  os_name: z.optional(text(64, 'Operating system.')),
  os_version: z.optional(text(64, 'Version of the operating system.')),
  screen_size: z.optional(text(32, 'Width x height in CSS pixels, such as 1280x800.')),
  simple_ui: z.optional(z.boolean()),
  locale: z.optional(text(35, 'BCP 47 tag.')),
  app_version: z.optional(text(64, 'Version of the shell.')),
  device_registration_date: z.optional(timestamp('When the device was first seen.')),
  model: z.optional(text(128, 'Model or browser.')),
  last_app_update: z.optional(timestamp('When the shell was last updated here.')),
  touch_device: z.optional(z.boolean()),
});
export type Device = z.infer<typeof device>;

export const deviceCalls = {
  deviceUpdateForUser: defineCall({
    method: 'POST',
    path: '/device/updateForUser',
    summary:
      'Registers a device of a subject, or refreshes what is known of it. Of more than 100 the one that was unused longest is forgotten.',
    headers: 'caller',
    body: z.strictObject({ subject, device }),
    answer: z.object({ device }),
    errors: {},
    permission: 'device.write',
    repeatSafe: true,
  }),
} as const;
