import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { identifier, label, subject } from '../scalars.ts';

/** A group (class). */
export const group = z.object({
  group_id: identifier('The group.'),
  provider_id: identifier('Connector id of the provider that the group belongs to.'),
  name: label(255, 'Name that people read.'),
});
export type Group = z.infer<typeof group>;

export const groupsCalls = {
  gmsGroupsGet: defineCall({
    path: '/v1/gms/groups/get',
    summary:
      'Gives the groups that a subject leads, for who has the permission group.lead. Somebody who leads at least one is a teacher; a member is not, nor is a pupil who leads.',
    body: z.strictObject({
      subject,
      provider_id: z.optional(
        identifier('Only groups of this provider; absent: of all providers.'),
      ),
      course_id: z.optional(
        identifier(
          'Only groups that work with this course or share it, or have no members yet; all where the subject has a licence for the course, or it is not published. Absent: of all courses.',
        ),
      ),
    }),
    answer: z.object({ groups: z.array(group) }),
    permission: 'group.read',
    permissionForOthers: 'group.read-any',
    repeatSafe: true,
  }),
} as const;
