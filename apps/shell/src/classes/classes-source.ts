import type { Answer, BodyInput } from '@lectern/contracts';
import { CallFailed } from '@lectern/contracts/client';
import { seatsCalls } from '@lectern/contracts/calls/group-products/groups-seats';
import { groupsCalls } from '@lectern/contracts/calls/groups/groups';
import { membershipsCalls } from '@lectern/contracts/calls/groups/memberships';
import { transactionsCalls } from '@lectern/contracts/calls/groups/transactions';
import { usersCalls } from '@lectern/contracts/calls/groups/users';
import { progressCalls } from '@lectern/contracts/calls/learning-records/progress';
import { loadGroups } from '../session/load-groups.ts';
import { inNameOrder } from '../texts/in-name-order.ts';
import type { UserSession } from '../session/user-session.ts';
import type { ClassesDependencies } from './classes-door.ts';
import { faultOf, MembershipRefused } from './faults.ts';
import type { PublishedCourse, Sharing } from './sharings.ts';

type OwnGroup = Answer<(typeof groupsCalls)['groupsGetUpdated']>['groups'][number];
type Inspected = Answer<(typeof groupsCalls)['groupsInspect']>;
export type Membership = Inspected['memberships'][number];
export type JoinPolicy = Inspected['group']['join_policy'];
export type Seats = Answer<(typeof seatsCalls)['gpGroupsSeats']>['licenses'][number];
type Leader = BodyInput<(typeof transactionsCalls)['transactionsCreateNew']>['changes'][number];

/** A class that the user is in, or has asked to join. */
export interface OwnMembership {
  readonly groupId: string;
  readonly name: string;
  readonly state: Membership['membership_state'];
  readonly index: number;
}

/** State of a membership that the other side has not answered. */
type UnansweredState = Extract<Membership['membership_state'], 'requested' | 'invited'>;

export interface ClassEntry extends OwnMembership {
  /** Unlike those of the other classes in the list. */
  readonly label: string;
  readonly isLed: boolean;
}

export interface Classes {
  /** The user may make classes. */
  readonly mayLead: boolean;
  readonly entries: readonly ClassEntry[];
  /** All that `hasChanged` compares with: invitations, too, which are asked about over the content. */
  readonly known: readonly OwnMembership[];
}

export type ClassDetails = Inspected;

/** The dialog reads its classes here, and changes them. All of it fails with what `faultOf` reads. */
export interface ClassesSource {
  list(signal?: AbortSignal): Promise<Classes>;
  /** The same classes, and invitations, in one request: it does not say which of them the user leads. */
  memberships(signal?: AbortSignal): Promise<readonly OwnMembership[]>;
  inspect(groupId: string, signal?: AbortSignal): Promise<ClassDetails>;
  /** Licences of the class for this publication. */
  seats(groupId: string, signal?: AbortSignal): Promise<readonly Seats[]>;
  /** True where a class or an invitation is gone, new or changed since these were loaded. */
  hasChanged(known: readonly OwnMembership[], signal: AbortSignal): Promise<boolean>;
  /** Courses of the publication whose answers a member may share. */
  readonly courses: (signal: AbortSignal) => Promise<readonly PublishedCourse[]>;
  /** @param groupId of the class that is to be: a repeat makes no second one */
  create(groupId: string, name: string): Promise<void>;
  change(groupId: string, change: Leader): Promise<void>;
  join(code: string): Promise<ClassEntry>;
  accept(groupId: string, subjects: readonly string[]): Promise<void>;
  invite(
    groupId: string,
    people: readonly { readonly subject: string; readonly name: string | undefined }[],
  ): Promise<void>;
  /** @param onlyIn State that the memberships were shown in: none is ended that was accepted meanwhile. */
  remove(groupId: string, subjects: readonly string[], onlyIn?: UnansweredState): Promise<void>;
  setRole(groupId: string, subject: string, role: Membership['group_role']): Promise<void>;
  leave(groupId: string): Promise<void>;
  /** Takes a request to join back. @returns false where it was accepted before, and the user is in the class. */
  withdraw(groupId: string): Promise<boolean>;
  delete(groupId: string): Promise<void>;
  callOneself(groupId: string, name: string): Promise<void>;
  share(groupId: string, sharings: readonly Sharing[]): Promise<void>;
}

type SourceDependencies = Pick<ClassesDependencies, 'api' | 'clientOf' | 'courses' | 'project'> & {
  /** Absent where there is no content yet. */
  readonly tellChanged?: () => void;
  readonly session: Pick<UserSession, 'identities' | 'user'>;
};

/** Most memberships of one request. */
const changesMaximum = 200;

export function createClassesSource({
  api,
  clientOf,
  courses,
  project,
  session,
  tellChanged,
}: SourceDependencies): ClassesSource {
  const { subject } = session.user;
  const gres = clientOf('gres', {
    ...groupsCalls,
    ...membershipsCalls,
    ...transactionsCalls,
    ...usersCalls,
    ...seatsCalls,
  });
  const lars = clientOf('lars', progressCalls);
  const caller = { xIaSubject: subject };

  /** Makes changes of memberships in as many requests as it takes; fails with the first refusal, after all. */
  async function changeAll<Item>(
    items: readonly Item[],
    change: (memberships: Item[]) => Promise<unknown>,
  ): Promise<void> {
    let refusal: MembershipRefused | undefined;
    for (let begin = 0; begin < items.length; begin += changesMaximum) {
      try {
        await change(items.slice(begin, begin + changesMaximum));
      } catch (error) {
        const refused = refusalOf(error);
        if (!refused) throw error;
        refusal ??= refused;
      }
    }
    if (refusal) throw refusal;
  }

  async function inspect(group_id: string, signal?: AbortSignal): Promise<ClassDetails> {
    return gres.groupsInspect({
      ...caller,
      body: { subject, group_id },
      ...(signal && { signal }),
    });
  }

  async function ownGroups(signal?: AbortSignal): Promise<readonly OwnGroup[]> {
    const body = { subject, known_groups: [] };
    const { groups } = await gres.groupsGetUpdated({ ...caller, body, ...(signal && { signal }) });
    return groups;
  }

  const source: ClassesSource = {
    async list(signal) {
      const more = { ...caller, ...(signal && { signal }) };
      const [{ permission_names }, led, groups] = await Promise.all([
        api.aua.userGetRoles({ ...more, body: { subject } }),
        loadGroups(api, subject, signal),
        ownGroups(signal),
      ]);
      // A teacher would see the pages of a pupil.
      if (!led) throw new Error('The classes that the user leads could not be loaded.');
      const ledIds = new Set(led.map(({ group_id }) => group_id));
      const isLed = ({ group_id }: OwnGroup) => ledIds.has(group_id);
      return {
        mayLead: permission_names.includes('group.lead'),
        entries: inNameOrder(
          groups.filter(({ membership_state }) => membership_state !== 'invited'),
          isLed,
        ).map((group) => ({
          ...membershipIn(group),
          label: group.label,
          isLed: isLed(group),
        })),
        known: groups.map(membershipIn),
      };
    },

    async memberships(signal) {
      return inNameOrder(await ownGroups(signal)).map(membershipIn);
    },

    inspect,

    async seats(group_id, signal) {
      const { mandantIdentifier, productReference } = project;
      const body = {
        subject,
        group_id,
        mandant_identifier: mandantIdentifier,
        product_reference: productReference,
      };
      return (await gres.gpGroupsSeats({ ...caller, body, ...(signal && { signal }) })).licenses;
    },

    async hasChanged(known, signal) {
      const known_groups = known.map(({ groupId, index }) => ({
        group_id: groupId,
        transaction_index: index,
      }));
      const body = { subject, known_groups };
      const { groups, gone_group_ids } = await gres.groupsGetUpdated({ ...caller, signal, body });
      return gone_group_ids.length > 0 || groups.length > 0;
    },

    async courses(signal) {
      const published = await Promise.all(
        courses.map(async (course_id): Promise<PublishedCourse[]> => {
          try {
            const body = { subject, course_id };
            const { issue_id, title } = await lars.progressGetOutline({ ...caller, signal, body });
            return [{ courseId: course_id, issueId: issue_id, title }];
          } catch (error) {
            if (error instanceof CallFailed && error.code === 'ISSUE_NOT_FOUND') return [];
            throw error;
          }
        }),
      );
      return published.flat();
    },

    async create(group_id, name) {
      const provider_id = session.identities[0]?.identity_provider_identifier;
      if (provider_id === undefined) throw new Error('The user comes from no identity provider.');
      const body = { subject, group_id, provider_id, name };
      try {
        await gres.groupsCreateNew({ ...caller, body });
      } catch (error) {
        // The id is of one form alone: its class was made although the answer was lost, perhaps by another name.
        if (!(error instanceof CallFailed) || error.code !== 'GROUP_EXISTS') throw error;
      }
    },

    async change(group_id, change) {
      const body = { group_id, transaction_id: crypto.randomUUID(), changes: [change] };
      await gres.transactionsCreateNew({ ...caller, body });
    },

    async join(join_code) {
      const { group, membership } = await gres.groupsJoin({
        ...caller,
        body: { subject, join_code },
      });
      return {
        groupId: group.group_id,
        name: group.name,
        label: group.name,
        isLed: membership.group_role === 'leader',
        state: membership.membership_state,
        index: group.transaction_index,
      };
    },

    accept(group_id, subjects) {
      return changeAll(
        subjects.map((member) => ({ subject: member, membership_types: ['HasLicenses' as const] })),
        (memberships) =>
          gres.groupsAcceptMemberships({ ...caller, body: { group_id, memberships } }),
      );
    },

    invite(group_id, people) {
      return changeAll(
        people.map(({ subject: member, name }) => ({
          subject: member,
          group_role: 'member' as const,
          membership_types: ['HasLicenses' as const],
          ...(name !== undefined && { display_name: name }),
        })),
        (memberships) => gres.groupsAddMemberships({ ...caller, body: { group_id, memberships } }),
      );
    },

    remove(group_id, subjects, onlyIn) {
      return changeAll(
        subjects.map((member) => ({ subject: member, ...(onlyIn && { only_in_state: onlyIn }) })),
        (memberships) =>
          gres.groupsRevokeMemberships({ ...caller, body: { group_id, memberships } }),
      );
    },

    setRole(group_id, member, group_role) {
      const membership_types =
        group_role === 'leader'
          ? (['MaySupport', 'HasLicenses'] as const)
          : ['HasLicenses' as const];
      return changeAll(
        [{ subject: member, group_role, membership_types: [...membership_types] }],
        (memberships) => gres.groupsSetMemberships({ ...caller, body: { group_id, memberships } }),
      );
    },

    leave(group_id) {
      return source.remove(group_id, [subject]);
    },

    async withdraw(group_id) {
      try {
        await source.remove(group_id, [subject], 'requested');
        return true;
      } catch (error) {
        if (faultOf(error) !== 'alreadyIn') throw error;
        return false;
      }
    },

    async delete(group_id) {
      await gres.groupsDelete({ ...caller, body: { group_id } });
    },

    async callOneself(group_id, display_name) {
      await gres.usersUpdate({ ...caller, body: { subject, group_id, display_name } });
    },

    async share(group_id, sharings) {
      const body = { subject, group_id, sharings: [...sharings] };
      await gres.usersUpdate({ ...caller, body });
    },
  };

  /** Tells of a change, also where it fails: it may have been made all the same. */
  function told<Given extends readonly unknown[], Made>(
    change: (...given: Given) => Promise<Made>,
  ): (...given: Given) => Promise<Made> {
    return (...given) => change(...given).finally(tellChanged);
  }
  const { create, change, join, setRole, leave, withdraw, share } = source;
  return {
    ...source,
    create: told(create),
    change: told(change),
    join: told(join),
    setRole: told(setRole),
    leave: told(leave),
    withdraw: told(withdraw),
    delete: told(source.delete),
    share: told(share),
  };
}

function membershipIn({
  group_id: groupId,
  name,
  membership_state: state,
  transaction_index: index,
}: OwnGroup): OwnMembership {
  return { groupId, name, state, index };
}

/** The first membership that a request has refused; nothing where it has failed as a whole. */
function refusalOf(error: unknown): MembershipRefused | undefined {
  if (!(error instanceof CallFailed)) return undefined;
  const answer = error.answer as
    | Partial<Answer<(typeof membershipsCalls)['groupsRevokeMemberships']>>
    | undefined;
  const refused = answer?.results?.find(({ refusal }) => refusal !== undefined);
  return refused && new MembershipRefused(refused.refusal!, refused.membership?.membership_state);
}
