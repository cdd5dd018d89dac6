import { beforeEach, expect, test } from 'vitest';
import { codeOf, makeBeforeEach, startBeforeAll } from '../platform.ts';
import { startSchool, type Person } from './people.ts';

/*
 * A leader's word alone makes nobody a member: whom he adds is invited, and decides.
 */

const school = startBeforeAll(startSchool);
let group_id: string;

const teacher = makeBeforeEach(() => school.newPerson('teacher'));
const invited = makeBeforeEach(() => school.newPerson());
beforeEach(async () => {
  group_id = await school.newGroup(teacher);
  await invite();
});

const types: 'HasLicenses'[] = ['HasLicenses'];
const own = () => ({ subject: invited.subject });
const membershipOf = ({ results }: { results: readonly { outcome: string }[] }) => results[0];
const invite = async (group_role: 'member' | 'leader' = 'member') =>
  membershipOf(
    await teacher.gres.groupsAddMemberships({
      body: {
        group_id,
        memberships: [{ ...own(), group_role, membership_types: types, display_name: 'Mia' }],
      },
    }),
  );
const accept = async (who = invited, membership_types: ('HasLicenses' | 'MaySupport')[] = types) =>
  membershipOf(
    await who.gres.groupsAcceptMemberships({
      body: { group_id, memberships: [{ ...own(), membership_types }] },
    }),
  );
const revoke = (who: Person) =>
  who.gres.groupsRevokeMemberships({ body: { group_id, memberships: [own()] } });
const endInvitations = async () => {
  for (const table of ['gres.members', 'gres.subject_groups'] as const) {
    await school.platform.database
      .updateTable(table)
      .set({ invited_until: new Date() })
      .where('group_id', '=', group_id)
      .where('membership_state', '=', 'invited')
      .execute();
  }
};
const groupsOf = async (who: Person) => {
  const { groups } = await who.gres.groupsGetUpdated({
    body: { subject: who.subject, known_groups: [] },
  });
  return groups.map((group) => group.group_id);
};

test('row 57: an invitation is seen by the leader and by whom it invites, and opens nothing', async () => {
  const member = await school.newPerson();
  await school.enrol(teacher, group_id, member);
  const stateOf = async (who: Person) =>
    (await school.inspect(who, group_id)).memberships.find(
      ({ subject }) => subject === invited.subject,
    )?.membership_state;
  expect([await stateOf(teacher), await stateOf(invited), await stateOf(member)]).toEqual([
    'invited',
    'invited',
    undefined,
  ]);
  // Of the others whoever is invited is told nothing.
  expect((await school.inspect(invited, group_id)).memberships).toHaveLength(1);
  expect(await groupsOf(invited)).toEqual([group_id]);
  const ofGroup = { provider_id: 'BEOOK_1', group_id };
  const { subject } = teacher;
  const { members } = await teacher.gms.gmsMembersGet({ body: { subject, ...ofGroup } });
  const { students } = await teacher.gp.gpGroupsStudents({ body: { subject, group_id } });
  expect([members, students].map((people) => JSON.stringify(people))).not.toContain(
    invited.subject,
  );
  const check = { subject: invited.subject, ...ofGroup };
  expect((await invited.gms.gmsMembershipCheck({ body: check })).is_member).toBe(false);
  const rename = { ...own(), group_id, display_name: 'M' };
  expect(await codeOf(invited.gres.usersUpdate({ body: rename }))).toBe('GROUP_NOT_FOUND');
});

test('whoever is invited accepts what the invitation says, and no more', async () => {
  expect(await accept(invited, ['HasLicenses', 'MaySupport'])).toMatchObject({
    outcome: 'CHANGED',
    membership: { membership_state: 'accepted', membership_types: types, display_name: 'Mia' },
  });
  expect(await accept()).toMatchObject({ outcome: 'UNCHANGED' });
});

test('nobody else accepts it: not the leader, not a member', async () => {
  const member = await school.newPerson();
  await school.enrol(teacher, group_id, member);
  expect(await codeOf(accept(teacher))).toBe('MEMBERSHIP_NOT_REQUESTED');
  expect(await codeOf(accept(member))).toBe('GROUP_NOT_LED');
});

test('the code of the group accepts it, where others would have to ask', async () => {
  const { group } = await school.inspect(teacher, group_id);
  const { membership } = await invited.gres.groupsJoin({
    body: { ...own(), join_code: group.join_code! },
  });
  expect(membership).toMatchObject({ membership_state: 'accepted', membership_types: types });
});

test('it ends by itself, and can be made again', async () => {
  await endInvitations();
  expect(await groupsOf(invited)).toEqual([]);
  expect(await codeOf(school.inspect(invited, group_id))).toBe('GROUP_NOT_FOUND');
  expect((await school.inspect(teacher, group_id)).memberships).toHaveLength(1);
  expect(await codeOf(accept())).toBe('GROUP_NOT_FOUND');
  expect(await invite()).toMatchObject({ outcome: 'CHANGED' });
  expect(await accept()).toMatchObject({ outcome: 'CHANGED' });
});

test('who declines is not invited by this group again, and may join all the same', async () => {
  await revoke(invited);
  expect(await groupsOf(invited)).toEqual([]);
  expect(await codeOf(invite())).toBe('INVITATION_DECLINED');
  // The leader's taking it back does not make it undone.
  await revoke(teacher);
  expect(await codeOf(invite('leader'))).toBe('INVITATION_DECLINED');
  const { group } = await school.inspect(teacher, group_id);
  await invited.gres.groupsJoin({ body: { ...own(), join_code: group.join_code! } });
  expect(await invite()).toMatchObject({ outcome: 'CHANGED' });
});

test('what the leader takes back was not declined', async () => {
  await revoke(teacher);
  expect(await invite()).toMatchObject({ outcome: 'CHANGED' });
});

test('row 63: invitations count in no limit of whom they invite', async () => {
  await school.platform.database
    .insertInto('gres.subject_groups')
    .values(
      Array.from({ length: 500 }, (_, i) => ({
        ...own(),
        group_id: `inviting-${i}`,
        group_role: 'member' as const,
        membership_state: 'invited' as const,
        membership_types: [],
        invited_until: new Date(Date.now() + 86_400_000),
      })),
    )
    .execute();
  expect(await accept()).toMatchObject({ outcome: 'CHANGED' });
});
