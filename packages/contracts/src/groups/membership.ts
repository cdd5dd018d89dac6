import * as z from 'zod/mini';
import { identifier, label, list, subject, timestamp } from '../scalars.ts';

/* Membership of a group. The calls of three services answer with it: groups, group-products and group-management. */

/**
 * Most members of one group. As many can be invited, and as many ask to join: neither takes the room of members, nor of
 * the other.
 */
export const groupMembersMaximum = 500;

/** A leader is a teacher of the group, a member a student. */
export const groupRole = z.enum(['leader', 'member']);

/**
 * Use of a membership (specification, section 3). MaySupport: the member may help others of the group.
 * HasLicenses: the group's licences entitle the member.
 */
export const membershipType = z.enum(['MaySupport', 'HasLicenses']);

/**
 * A membership is requested by its subject and accepted by a leader, or the other way round: a leader
 * invites, and the subject accepts. Either revokes it.
 */
export const membershipState = z.enum(['requested', 'invited', 'accepted', 'revoked']);

/** How long an invitation can be accepted, to a group as to lead one. */
export const invitationLifetimeInDays = 14;

/** Sharings of a member with the leaders of a group (specification, section 3). */
export const sharingType = z.enum([
  'UserTopics',
  'Notes',
  'Answers',
  'Scenarios',
  'Media',
  'Permissions',
]);

/** Role of an invitation; a member's, to lead, leaves it the member that it is until it accepts. */
export const invitedAs = groupRole.check(
  z.describe('What the subject is invited as, and has not accepted.'),
);

export const membershipTypes = list('What the membership is good for.', membershipType).check(
  z.maxLength(2),
  z.refine((types) => new Set(types).size === types.length, 'A type appears twice.'),
);

/** They turn the direction of writing of what stands after a name, too. */
export const turningSigns = /[\u202A-\u202E\u2066-\u2069]/g;

/** Most marks over and under a letter: pointed Hebrew has four, composed Vietnamese and Thai two. More draw over the lines around. */
const marksMaximum = 4;
const mark = /[\p{Mn}\p{Me}]/u;
/** Signs between a letter and its marks: they have no room for marks of their own, or are beside the letter. */
const amongMarks = /[\p{Mc}\p{Default_Ignorable_Code_Point}]/u;

/** A name with no more marks on a letter than a script writes; the name is in NFC. */
export function withFewMarks(name: string): string {
  let marks = 0;
  const kept = Array.from(name).filter((sign) => {
    if (mark.test(sign)) return (marks += 1) <= marksMaximum;
    if (!amongMarks.test(sign)) marks = 0;
    return true;
  });
  return kept.join('');
}

/** A name that others read. Signs that turn the direction of writing, and a letter's fifth mark, are left out. */
function readName(description: string) {
  return z.string().check(
    // First, since without them a name may be empty, or have letters to compose.
    z.overwrite((name) => withFewMarks(name.replaceAll(turningSigns, '').normalize('NFC'))),
    ...label(255, description).def.checks!,
  );
}

export const displayName = readName('Name that the group sees.');

/**
 * Signs of a name that nobody sees. The last ones have no such property: the empty sign of Braille, the place of an
 * object, which browsers leave out, fillers of Khitan and of hieroglyphs, and the notehead without a head.
 */
export const unseenSigns =
  /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\u2800\uFFFC\u{13441}\u{13442}\u{16FE4}\u{1D159}]/gu;

/** Name that a leader gives a group: strangers whom it invites read it, too. */
export const groupName = readName('Name that people read.').check(
  z.refine((name) => name.replaceAll(unseenSigns, '') !== '', 'Nobody would see the name.'),
);

/** Sharings of a member for one issue. */
export const sharing = z.strictObject({
  course_id: identifier('The course.'),
  issue_id: identifier('The issue (edition) of the course.'),
  sharing_types: list('What is shared with the leaders; empty: nothing.', sharingType).check(
    z.maxLength(6),
    z.refine((types) => new Set(types).size === types.length, 'A type appears twice.'),
  ),
});

/** An accepted member, as the other members see it. */
export const member = z.object({
  subject,
  display_name: z.optional(displayName),
  group_role: groupRole,
  membership_types: membershipTypes,
});

/** A membership in any state, as the leaders and its subject see it. */
export const membership = z.extend(member, {
  membership_state: membershipState,
  invited_as: z.optional(
    invitedAs.check(z.describe('Only for the leaders and the subject itself.')),
  ),
  sharings: z.optional(list('Only for the leaders and the subject itself.', sharing)),
  changed_at: timestamp(
    'When the membership last changed; what it shares, and an invitation to lead, do not count.',
  ),
});
