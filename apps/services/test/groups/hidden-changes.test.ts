import { beforeEach, describe, expect, test } from 'vitest';
import { makeBeforeEach, startBeforeAll } from '../platform.ts';
import { startSchool, type Person } from './people.ts';

/*
 * A change that a member may not see alters no answer to it, but that the log is longer: an index is never left out.
 */

const school = startBeforeAll(startSchool);
let group_id: string;

const teacher = makeBeforeEach(() => school.newPerson('teacher'));
const pupil = makeBeforeEach(() => school.newPerson());
const other = makeBeforeEach(() => school.newPerson('teacher'));
const outside = makeBeforeEach(() => school.newPerson('teacher'));
beforeEach(async () => {
  group_id = await school.newGroup(teacher);
  await school.enrol(teacher, group_id, pupil, other);
});

const memberships = (
  { subject }: Person,
  group_role: 'leader' | 'member',
  membership_types: ('HasLicenses' | 'MaySupport')[] = ['HasLicenses'],
) => ({ body: { group_id, memberships: [{ subject, group_role, membership_types }] } });
const set = (...given: Parameters<typeof memberships>) =>
  teacher.gres.groupsSetMemberships(memberships(...given));
const invite = (...given: Parameters<typeof memberships>) =>
  teacher.gres.groupsAddMemberships(memberships(...given));
const answer = (who: Person, group_role: 'leader' | 'member') =>
  who.gres.groupsAcceptMemberships(memberships(who, group_role, []));
const revoke = (by: Person, { subject }: Person) =>
  by.gres.groupsRevokeMemberships({ body: { group_id, memberships: [{ subject }] } });
const ask = async (who: Person) => {
  const { group } = await school.inspect(teacher, group_id);
  const { subject } = who;
  const body = { subject, join_code: group.join_code!, display_name: 'Noah' };
  await who.gres.groupsJoin({ body });
};
const share = ({ gres, subject }: Person) =>
  gres.usersUpdate({
    body: {
      subject,
      group_id,
      sharings: [{ course_id: 'wasser', issue_id: '1', sharing_types: ['Notes'] }],
    },
  });
const call = ({ gres, subject }: Person, display_name: string) =>
  gres.usersUpdate({ body: { subject, group_id, display_name } });

/** Answers of all reading calls to a member, but for the index of the log. */
const toldTo = async ({ gres, gms, gp, subject }: Person) => {
  const { group, memberships: members } = await gres.groupsInspect({ body: { subject, group_id } });
  const { groups } = await gres.groupsGetUpdated({ body: { subject, known_groups: [] } });
  const { provider_id } = group;
  return {
    group: { ...group, transaction_index: 0 },
    groups: groups.map((group) => ({ ...group, transaction_index: 0 })),
    members,
    ofManagement: await gms.gmsMembersGet({ body: { subject, provider_id, group_id } }),
    ofProducts: await gp.gpGroups({ body: { subject } }),
  };
};
const logSince = async ({ gres, subject }: Person, after_index: number) => {
  const { transactions } = await gres.transactionsGetAfterIndex({
    body: { subject, group_id, after_index },
  });
  return transactions.map(({ made_at: _, ...told }) => told);
};

describe('a member is told nothing where', () => {
  const invited = () => invite(outside, 'member');
  const becomesAnother = async () => school.move(outside, await school.newPerson());
  test.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['another one is invited to lead', async () => {}, () => set(other, 'leader')],
    ['such an invitation is taken back', () => set(other, 'leader'), () => set(other, 'member')],
    ['such an invitation is declined', () => set(other, 'leader'), () => answer(other, 'member')],
    [
      'types are set in another order with it',
      () => set(other, 'member', ['HasLicenses', 'MaySupport']),
      () => set(other, 'leader', ['MaySupport', 'HasLicenses']),
    ],
    ['somebody is invited', async () => {}, () => invite(outside, 'member')],
    ['somebody is invited to lead', async () => {}, () => invite(outside, 'leader')],
    ['an invitation is taken back', invited, () => revoke(teacher, outside)],
    ['an invitation is declined', invited, () => revoke(outside, outside)],
    ['somebody asks to join', async () => {}, () => ask(outside)],
    ['who asks calls itself otherwise', () => ask(outside), () => call(outside, 'Nils')],
    ['who asks is refused', () => ask(outside), () => revoke(teacher, outside)],
    ['who asks gives up', () => ask(outside), () => revoke(outside, outside)],
    ['another member shares', async () => {}, () => share(other)],
    ['who is invited is erased', () => invite(outside, 'leader'), () => school.erase(outside)],
    ['who asks is erased', () => ask(outside), () => school.erase(outside)],
    [
      'who has declined is erased',
      () => invited().then(() => revoke(outside, outside)),
      () => school.erase(outside),
    ],
    ['who is invited becomes another account', invited, becomesAnother],
    ['who asks becomes another account', () => ask(outside), becomesAnother],
  ])('%s', async (_what, prepare, act) => {
    await prepare();
    const before = await toldTo(pupil);
    const { transaction_index } = (await school.inspect(pupil, group_id)).group;
    await act();
    expect(await toldTo(pupil)).toEqual(before);
    const log = await logSince(pupil, transaction_index);
    expect(log).toEqual([{ transaction_index: transaction_index + 1, changes: [] }]);
  });

  test('the answer to a leader says the same time as the group', async () => {
    const { results } = await set(other, 'leader');
    const { memberships: members } = await school.inspect(teacher, group_id);
    expect(members.find(({ subject }) => subject === other.subject)).toEqual({
      ...results[0]!.membership,
      began_at: expect.any(String),
    });
  });
});

test.each<[string, () => Promise<unknown>]>([
  ['accepts to lead', () => set(other, 'leader').then(() => answer(other, 'leader'))],
  ['is set other types', () => set(other, 'leader', ['MaySupport'])],
  ['calls itself otherwise', () => call(other, 'Oli')],
])('a member is told where another one %s', async (_what, act) => {
  const changedAt = async () => {
    const { memberships: members } = await school.inspect(pupil, group_id);
    return members.find(({ subject }) => subject === other.subject)!.changed_at;
  };
  const before = await changedAt();
  await act();
  expect(await changedAt()).not.toBe(before);
});
