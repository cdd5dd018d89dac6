import { randomUUID } from 'node:crypto';
import type { Body, BuiltInRole, Contract } from '@lectern/contracts';
import type { Client } from '@lectern/contracts/client';
import type { SignedIn } from '@lectern/env/testing';
import { groupsSubjectData } from '../../src/groups/subject-data.ts';
import { startPeopledPlatform } from '../peopled-platform.ts';
import type { TestPlatform } from '../platform.ts';

/** Somebody with clients of the services that are about groups. */
export interface Person extends SignedIn {
  readonly gres: Client<Contract['gres']>;
  readonly gms: Client<Contract['gms']>;
  readonly gp: Client<Contract['gp']>;
}

/** The services, and people to have groups with. */
export interface School {
  readonly platform: TestPlatform;
  newPerson(role?: BuiltInRole): Promise<Person>;
  /** Makes a group and gives its id. */
  newGroup(
    leader: Person,
    fields?: Partial<Body<Contract['gres']['groupsCreateNew']>>,
  ): Promise<string>;
  /** A teacher, a pupil, and the group that one leads and the other is in. */
  newPair(): Promise<{ teacher: Person; pupil: Person; group_id: string }>;
  /** Invites people to a group, who accept. */
  enrol(leader: Person, group_id: string, ...pupils: readonly Person[]): Promise<void>;
  /** Lets somebody join by the code of a group, and accept to lead it. */
  makeLeader(leader: Person, group_id: string, who: Person): Promise<void>;
  /** The group as somebody sees it. */
  inspect(who: Person, group_id: string): ReturnType<Client<Contract['gres']>['groupsInspect']>;
  erase(who: Person): ReturnType<typeof groupsSubjectData.erase>;
  move(from: Person, to: Person): ReturnType<typeof groupsSubjectData.move>;
  close(): Promise<void>;
}

export async function startSchool(): Promise<School> {
  const { platform, newPerson, close } = await startPeopledPlatform();
  const transaction = () => platform.database.transaction();
  const school: School = {
    platform,
    async newPair() {
      const [teacher, pupil] = await Promise.all([school.newPerson('teacher'), school.newPerson()]);
      const group_id = await school.newGroup(teacher);
      await school.enrol(teacher, group_id, pupil);
      return { teacher, pupil, group_id };
    },
    async newPerson(role = 'student') {
      const who = await newPerson(role);
      return {
        ...who,
        gres: platform.as('gres', who),
        gms: platform.as('gms', who),
        gp: platform.as('gp', who),
      };
    },
    async newGroup({ gres, subject }, fields = {}) {
      const { group } = await gres.groupsCreateNew({
        body: {
          subject,
          group_id: randomUUID(),
          provider_id: 'BEOOK_1',
          name: 'Klasse 5b',
          ...fields,
        },
      });
      return group.group_id;
    },
    async enrol({ gres }, group_id, ...pupils) {
      const membership_types: 'HasLicenses'[] = ['HasLicenses'];
      await gres.groupsAddMemberships({
        body: {
          group_id,
          memberships: pupils.map(({ subject }) => ({
            subject,
            group_role: 'member',
            membership_types,
          })),
        },
      });
      for (const { gres: own, subject } of pupils) {
        await own.groupsAcceptMemberships({
          body: { group_id, memberships: [{ subject, membership_types }] },
        });
      }
    },
    async makeLeader({ gres, subject }, group_id, who) {
      const { group } = await gres.groupsInspect({ body: { subject, group_id } });
      const joining = { subject: who.subject, join_code: group.join_code! };
      await who.gres.groupsJoin({ body: joining });
      const member = { subject: who.subject, membership_types: ['MaySupport' as const] };
      await gres.groupsAcceptMemberships({ body: { group_id, memberships: [member] } });
      const memberships = [{ ...member, group_role: 'leader' as const }];
      await gres.groupsSetMemberships({ body: { group_id, memberships } });
      await who.gres.groupsAcceptMemberships({ body: { group_id, memberships } });
    },
    inspect: ({ gres, subject }, group_id) => gres.groupsInspect({ body: { subject, group_id } }),
    erase: ({ subject }) => transaction().execute((own) => groupsSubjectData.erase(own, subject)),
    move: (from, to) =>
      transaction().execute((own) => groupsSubjectData.move(own, from.subject, to.subject)),
    close,
  };
  return school;
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
