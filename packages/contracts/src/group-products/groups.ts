import * as z from 'zod/mini';
import { cursorErrors, nextCursor, pageOf } from '../annotations/paging.ts';
import { defineCall } from '../define.ts';
import { group } from '../group-management/groups.ts';
import { leadersOnly } from '../groups/group.ts';
import { member } from '../groups/membership.ts';
import { license } from '../licenses/license.ts';
import { identifier, list, reference, subject } from '../scalars.ts';

/** A product that a licence of strategy group opens to a group's members of type HasLicenses. */
export const groupProduct = z.pick(license, {
  mandant_identifier: true,
  product_reference: true,
  license_code: true,
  license_state: true,
  valid_from: true,
  valid_until: true,
});

const productFilter = {
  mandant_identifier: z.optional(reference('Only products of this publisher.')),
  product_reference: z.optional(reference('Only this product.')),
};

const page = pageOf(200, 50);

export const groupsCalls = {
  gpGroups: defineCall({
    path: '/v1/gp/groups',
    summary: 'Pages through the groups of a subject with the products that each group has.',
    body: z.strictObject({
      subject,
      provider_id: z.optional(
        identifier('Only groups of this provider; absent: of all providers.'),
      ),
      group_id: z.optional(identifier('Only this group.')),
      ...productFilter,
      ...page,
    }),
    answer: z.object({
      groups: z.array(
        z.extend(group, {
          products: list(
            'Also ones whose licence does not hold now: see license_state.',
            groupProduct,
          ),
        }),
      ),
      next_cursor: nextCursor,
    }),
    errors: cursorErrors,
    permission: 'group.read',
    permissionForOthers: 'group.read-any',
    repeatSafe: true,
  }),
  gpGroupsStudents: defineCall({
    path: '/v1/gp/groups/students',
    summary:
      "Pages through the students of a group that the subject leads, with the permission group.lead, with the products that the group's licences open to each now.",
    body: z.strictObject({
      subject,
      group_id: identifier('The group.'),
      ...productFilter,
      ...page,
    }),
    answer: z.object({
      students: z.array(
        z.extend(member, {
          products: list('Empty where the student is not of type HasLicenses.', groupProduct),
        }),
      ),
      next_cursor: nextCursor,
    }),
    errors: { ...leadersOnly, ...cursorErrors },
    permission: 'group.read',
    permissionForOthers: 'group.read-any',
    repeatSafe: true,
  }),
} as const;
