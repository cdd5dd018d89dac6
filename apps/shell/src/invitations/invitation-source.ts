import type { CreateClient } from '../api.ts';

/** A leader's word that the user is in a group, or leads it, which the user has not accepted. */
export interface Invitation {
  readonly groupId: string;
  readonly group: string;
  /** As what the user is invited. */
  readonly role: 'leader' | 'member';
  /** The user is a member already, and stays one whatever the answer is. */
  readonly isMember: boolean;
  /** Leaders of the group, by the names that the platform knows. */
  readonly invitedBy: readonly string[];
}

/** Ways by which a class may bring a licence. */
export interface Standing {
  readonly isInvited: boolean;
  /** A teacher has still to answer whether the user may join. */
  readonly hasAsked: boolean;
  readonly isInClass: boolean;
}

/** Where invitations come from and are answered. */
export interface InvitationSource {
  /** @throws {CallFailed} */
  load(subject: string): Promise<readonly Invitation[]>;
  /** @throws {CallFailed} */
  standing(subject: string): Promise<Standing>;
  /**
   * One that is over meanwhile counts as answered.
   *
   * @throws {CallFailed}
   */
  answer(subject: string, invitation: Invitation, isAccepted: boolean): Promise<void>;
}

/** Codes of an invitation that is over: the group is gone, or its user is in it, or has asked to be, by another way. */
const overCodes = ['GROUP_NOT_FOUND', 'GROUP_NOT_LED', 'MEMBERSHIP_CHANGED'] as const;

/**
 * Asks the group service; few ever are invited, so that what its calls are is loaded with the asking.
 *
 * @param tellChanged Is called after each answer.
 */
export function createInvitationSource(
  clientOf: CreateClient,
  tellChanged: () => void,
): InvitationSource {
  async function groupsOf(subject: string) {
    const { groupsCalls } = await import('@lectern/contracts/calls/groups/groups');
    const { groupsGetUpdated } = groupsCalls;
    const { groups } = await clientOf('gres', { groupsGetUpdated }).groupsGetUpdated({
      xIaSubject: subject,
      body: { subject, known_groups: [] },
    });
    return groups;
  }

  return {
    async standing(subject) {
      const groups = await groupsOf(subject);
      const inState = (state: string) =>
        groups.some(({ membership_state }) => membership_state === state);
      return {
        isInvited: groups.some(({ invited_as }) => invited_as),
        hasAsked: inState('requested'),
        isInClass: inState('accepted'),
      };
    },

    async load(subject) {
      return (await groupsOf(subject)).flatMap(
        ({ group_id, name, membership_state, invited_as, invited_by = [] }) => {
          if (!invited_as) return [];
          const isMember = membership_state === 'accepted';
          return [
            { groupId: group_id, group: name, role: invited_as, isMember, invitedBy: invited_by },
          ];
        },
      );
    },

    async answer(subject, { groupId, role, isMember }, isAccepted) {
      const { membershipsCalls } = await import('@lectern/contracts/calls/groups/memberships');
      const { groupsAcceptMemberships, groupsRevokeMemberships } = membershipsCalls;
      const groups = clientOf('gres', { groupsAcceptMemberships, groupsRevokeMemberships });
      const caller = { xIaSubject: subject };
      const own = { group_id: groupId };
      try {
        if (!isAccepted && !isMember) {
          // An invitation that was accepted on another device stays so.
          const memberships = [{ subject, only_in_state: 'invited' as const }];
          await groups.groupsRevokeMemberships({ ...caller, body: { ...own, memberships } });
        } else {
          // The invitation says the role of the membership.
          const group_role = isAccepted ? role : 'member';
          const memberships = [{ subject, membership_types: [], group_role }];
          await groups.groupsAcceptMemberships({ ...caller, body: { ...own, memberships } });
        }
      } catch (error) {
        const { code } = error as { readonly code?: unknown };
        if (!overCodes.some((each) => each === code)) throw error;
      }
      tellChanged();
    },
  };
}
