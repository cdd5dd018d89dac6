import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { leadersOnly } from '../groups/group.ts';
import { seatsMaximum } from '../licenses/license.ts';
import { identifier, integer, list, reference, subject, timestamp } from '../scalars.ts';
import { groupProduct } from './groups.ts';

const seatCount = (description: string) => integer(0, seatsMaximum, description);

export const seatsCalls = {
  gpGroupsSeats: defineCall({
    path: '/v1/gp/groups/seats',
    summary:
      'Gives the licences of a group that the subject leads, with the permission group.lead, with their seats now and the members who hold one.',
    body: z.strictObject({
      subject,
      group_id: identifier('The group.'),
      mandant_identifier: z.optional(reference('Only licences of this publisher.')),
      product_reference: z.optional(reference('Only licences for this product.')),
    }),
    answer: z.object({
      licenses: z.array(
        z.extend(groupProduct, {
          seats: z.optional(seatCount('Most usages at a time; absent: without limit.')),
          taken_seats: seatCount(
            'Seats in use now, also by members of other groups that the licence entitles.',
          ),
          holders: list(
            'Accepted members of this group who hold a seat now, the longest first; of other groups nobody is named.',
            z.object({
              subject,
              obtained_at: timestamp('When the seat was obtained.'),
            }),
          ),
        }),
      ),
    }),
    errors: leadersOnly,
    permission: 'group.read',
    permissionForOthers: 'group.read-any',
    repeatSafe: true,
  }),
} as const;
