import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { group } from '../group-management/groups.ts';
import { leadersOnly } from '../groups/group.ts';
import { member } from '../groups/membership.ts';
import { license } from '../licenses/license.ts';
import { identifier, subject, text } from '../scalars.ts';

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
  mandant_identifier: z.optional(identifier('Only products of this publisher.')),
  product_reference: z.optional(identifier('Only this product.')),
};

const page = {
  cursor: z.optional(text(1024, '`next_cursor` of the page before.')),
  limit: z.optional(z.int().check(z.gte(1), z.lte(200), z.describe('Default 50.'))),
};

const nextCursor = z.optional(text(1024, 'Absent on the last page.'));

export const groupsCalls = {
  gpGroups: defineCall({
    method: 'POST',
    path: '/v1/gp/groups',
    summary: 'Pages through the groups of a subject with the products that each group has.',
    headers: 'caller',
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
          products: z
            .array(groupProduct)
            .check(z.describe('Also ones whose licence does not hold now: see license_state.')),
        }),
      ),
      next_cursor: nextCursor,
    }),
    errors: {},
    permission: 'group.read',
    permissionForOthers: 'group.read-any',
    repeatSafe: true,
  }),
  gpGroupsStudents: defineCall({
    method: 'POST',
    path: '/v1/gp/groups/students',
    summary:
      "Pages through the students of a group that the subject leads, with the products that the group's licences open to each now.",
    headers: 'caller',
    body: z.strictObject({
      subject,
      group_id: identifier('The group.'),
      ...productFilter,
      ...page,
    }),
    answer: z.object({
      students: z.array(
        z.extend(member, {
          products: z
            .array(groupProduct)
            .check(z.describe('Empty where the student is not of type HasLicenses.')),
        }),
      ),
      next_cursor: nextCursor,
    }),
    errors: leadersOnly,
    permission: 'group.read',
    permissionForOthers: 'group.read-any',
    repeatSafe: true,
  }),
} as const;
