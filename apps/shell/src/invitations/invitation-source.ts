import type { CreateClient } from '../api.ts';

/** A leader's word that the user is a member of a group, which the user has not accepted. */
export interface Invitation {
  readonly groupId: string;
  readonly group: string;
  /** Who leads the group, by the names that the platform knows. */
  readonly invitedBy: readonly string[];
}

/** Where invitations come from and are answered. */
export interface InvitationSource {
  /** @throws {CallFailed} */
  load(subject: string): Promise<readonly Invitation[]>;
  /**
   * One that is over meanwhile counts as answered.
   *
   * @throws {CallFailed}
   */
  answer(subject: string, invitation: Invitation, isAccepted: boolean): Promise<void>;
}

/** Asks the group service; few ever are invited, so that what its calls are is loaded with the asking. */
export function createInvitationSource(clientOf: CreateClient): InvitationSource {
  return {
    async load(subject) {
      const { groupsCalls } = await import('@lectern/contracts/calls/groups/groups');
      const { groupsGetUpdated } = groupsCalls;
      const { groups } = await clientOf('gres', { groupsGetUpdated }).groupsGetUpdated({
        xIaSubject: subject,
        body: { subject, known_groups: [] },
      });
      return groups.flatMap(({ group_id, name, membership_state, invited_by = [] }) =>
        membership_state === 'invited'
          ? [{ groupId: group_id, group: name, invitedBy: invited_by }]
          : [],
      );
    },

    async answer(subject, { groupId }, isAccepted) {
      const { membershipsCalls } = await import('@lectern/contracts/calls/groups/memberships');
      const { groupsAcceptMemberships, groupsRevokeMemberships } = membershipsCalls;
      const groups = clientOf('gres', { groupsAcceptMemberships, groupsRevokeMemberships });
      const caller = { xIaSubject: subject };
      const own = { group_id: groupId, memberships: [{ subject }] };
      try {
        if (!isAccepted) await groups.groupsRevokeMemberships({ ...caller, body: own });
        else {
          // What the membership is good for, the invitation says.
          const memberships = [{ subject, membership_types: [] }];
          await groups.groupsAcceptMemberships({ ...caller, body: { ...own, memberships } });
        }
      } catch (error) {
        if ((error as { readonly code?: unknown }).code !== 'GROUP_NOT_FOUND') throw error;
      }
    },
  };
}
