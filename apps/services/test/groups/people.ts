import { randomUUID } from 'node:crypto';
import type { Body, BuiltInRole, Contract } from '@lectern/contracts';
import type { Client } from '@lectern/contracts/client';
import type { SignedIn } from '@lectern/env/testing';
import { groupsSubjectData } from '../../src/groups/subject-data.ts';
import { startPeopledPlatform } from '../peopled-platform.ts';

type NewGroup = Body<Contract['gres']['groupsCreateNew']>;

/** Somebody with clients of the services that are about groups. */
export interface Person extends SignedIn {
  readonly gres: Client<Contract['gres']>;
  readonly gms: Client<Contract['gms']>;
  readonly gp: Client<Contract['gp']>;
}

export type School = Awaited<ReturnType<typeof startSchool>>;

/** The services, and people to have groups with. */
export async function startSchool() {
  const world = await startPeopledPlatform();
  const { platform, close } = world;
  const transaction = () => platform.database.transaction();

  async function newPerson(role: BuiltInRole = 'student'): Promise<Person> {
    const who = await world.newPerson(role);
    return {
      ...who,
      gres: platform.as('gres', who),
      gms: platform.as('gms', who),
      gp: platform.as('gp', who),
    };
  }

  /** Makes a group and gives its id. */
  async function newGroup({ gres, subject }: Person, fields: Partial<NewGroup> = {}) {
    const given = { group_id: randomUUID(), provider_id: 'BEOOK_1', name: 'Klasse 5b', ...fields };
    const { group } = await gres.groupsCreateNew({ body: { subject, ...given } });
    return group.group_id;
  }

  /** Invites people to a group, who accept. */
  async function enrol({ gres }: Person, group_id: string, ...pupils: readonly Person[]) {
    const membership_types: 'HasLicenses'[] = ['HasLicenses'];
    const memberships = pupils.map(({ subject }) => ({
      subject,
      group_role: 'member' as const,
      membership_types,
    }));
    await gres.groupsAddMemberships({ body: { group_id, memberships } });
    for (const { gres: own, subject } of pupils) {
      await own.groupsAcceptMemberships({
        body: { group_id, memberships: [{ subject, membership_types }] },
      });
    }
  }

  return {
    platform,
    newPerson,
    newGroup,
    enrol,
    /** A teacher, a pupil, and the group that one leads and the other is in. */
    async newPair() {
      const [teacher, pupil] = await Promise.all([newPerson('teacher'), newPerson()]);
      const group_id = await newGroup(teacher);
      await enrol(teacher, group_id, pupil);
      return { teacher, pupil, group_id };
    },
    /** Lets somebody join by the code of a group, and accept to lead it. */
    async makeLeader({ gres, subject }: Person, group_id: string, who: Person) {
      const { group } = await gres.groupsInspect({ body: { subject, group_id } });
      const joining = { subject: who.subject, join_code: group.join_code! };
      await who.gres.groupsJoin({ body: joining });
      const member = { subject: who.subject, membership_types: ['MaySupport' as const] };
      await gres.groupsAcceptMemberships({ body: { group_id, memberships: [member] } });
      const memberships = [{ ...member, group_role: 'leader' as const }];
      await gres.groupsSetMemberships({ body: { group_id, memberships } });
      await who.gres.groupsAcceptMemberships({ body: { group_id, memberships } });
    },
    /** The group as somebody sees it. */
    inspect: ({ gres, subject }: Person, group_id: string) =>
      gres.groupsInspect({ body: { subject, group_id } }),
    erase: ({ subject }: Person) =>
      transaction().execute((own) => groupsSubjectData.erase(own, subject)),
    move: (from: Person, to: Person) =>
      transaction().execute((own) => groupsSubjectData.move(own, from.subject, to.subject)),
    close,
  };
}

export async function isLeading({ gms, subject }: Person): Promise<boolean> {
  const { groups } = await gms.gmsGroupsGet({ body: { subject } });
  return groups.length > 0;
}

/** Roles in which somebody is invited to groups. */
export async function askedAs({ gres, subject }: Person) {
  const { groups } = await gres.groupsGetUpdated({ body: { subject, known_groups: [] } });
  return groups.map(({ invited_as }) => invited_as);
}
