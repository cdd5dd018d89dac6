import { randomUUID } from 'node:crypto';
import type { BuiltInRole } from '@lectern/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, makeBeforeEach, startBeforeAll } from '../platform.ts';
import { askedAs, isLeading, startSchool, type Person } from './people.ts';
import { insertRows, rowsOf } from '../rows.ts';

/*
 * The licences of a leader entitle the group, so that nobody is made a leader by a leader's word: it is an invitation,
 * and to be a member is no answer to it.
 */

const school = startBeforeAll(startSchool);
let group_id: string;

const teacher = makeBeforeEach(() => school.newPerson('teacher'));
const other = makeBeforeEach(() => school.newPerson('teacher'));
beforeEach(async () => {
  group_id = await school.newGroup(teacher);
});

const asLeader = ({ subject }: Person) => ({
  group_id,
  memberships: [{ subject, group_role: 'leader' as const, membership_types: [] }],
});
const add = (by: Person, whom: Person) =>
  codeOf(by.gres.groupsAddMemberships({ body: asLeader(whom) }));
const set = (by: Person, whom: Person) =>
  codeOf(by.gres.groupsSetMemberships({ body: asLeader(whom) }));
const answer = async (who: Person, group_role?: 'leader' | 'member') => {
  const memberships = [
    { subject: who.subject, membership_types: [], ...(group_role && { group_role }) },
  ];
  const { results } = await who.gres.groupsAcceptMemberships({ body: { group_id, memberships } });
  return results[0]!.outcome;
};
const revoke = (who: Person) =>
  teacher.gres.groupsRevokeMemberships({
    body: { group_id, memberships: [{ subject: who.subject }] },
  });
const join = async (who: Person) => {
  const { group } = await school.inspect(teacher, group_id);
  return who.gres.groupsJoin({ body: { subject: who.subject, join_code: group.join_code! } });
};
const open = () =>
  teacher.gres.transactionsCreateNew({
    body: {
      group_id,
      transaction_id: randomUUID(),
      changes: [{ change_type: 'JOIN_POLICY_SET', join_policy: 'open' }],
    },
  });
/** Makes somebody a member as a roster does. */
const enrolBySchool = async (who: Person) => {
  await school.enrol(teacher, group_id, who);
  await rowsOf(school.platform.database, 'gres.members', { group_id, subject: who.subject }).set({
    origin: 'school',
  });
};
const loseLeader = () =>
  rowsOf(school.platform.database, 'gres.members', { group_id, subject: teacher.subject }).delete();

const membershipOf = async (who: Person, by = teacher) => {
  const { memberships } = await school.inspect(by, group_id);
  return memberships.find(({ subject }) => subject === who.subject);
};
const endInvitations = async () => {
  for (const table of ['gres.members', 'gres.subject_groups'] as const) {
    await school.platform.database
      .updateTable(table)
      .set({ invited_until: new Date() })
      .where('group_id', '=', group_id)
      .where('invited_until', 'is not', null)
      .execute();
  }
};

describe('row 83: the own class licence of another teacher', () => {
  let license_code: string;
  let pupil: Person;
  beforeEach(async () => {
    license_code = randomUUID();
    await insertRows(school.platform.database, 'lima.licenses', {
      subject: other.subject,
      license_code,
      license_strategy: 'LICENSE_STRATEGY_GROUP',
      mandant_identifier: 'LECTERN',
      product_reference: 'wasser',
    });
    pupil = await school.newPerson();
    await school.enrol(teacher, group_id, pupil);
  });
  const opened = async () => {
    const lima = school.platform.as('lima', pupil);
    const { licenses } = await lima.licenseGetForUser({ body: { subject: pupil.subject } });
    const { groups } = await teacher.gp.gpGroups({ body: { subject: teacher.subject } });
    return [
      await isLeading(other),
      licenses.some((license) => license.license_code === license_code),
      JSON.stringify(groups).includes(license_code),
    ];
  };

  const isEnrolled = () => school.enrol(teacher, group_id, other);
  const joins = () => join(other);
  const isAdded = () => add(teacher, other);
  const isSet = () => set(teacher, other);
  const answers = () => answer(other);
  test.each<[string, ...(() => Promise<unknown>)[]]>([
    ['has accepted to be a member', isEnrolled, isSet],
    ['has joined an open group', open, joins, isSet],
    ['was enrolled by the school', () => enrolBySchool(other), isSet],
    ['has asked to join, and is accepted as a leader', joins, isAdded],
    ['is invited to lead, and joins by the code', isAdded, joins],
    ['is invited to lead, and accepts to be a member', isAdded, answers],
    [
      'accepts to be a member once more, after the leader has made it a leader',
      isEnrolled,
      isSet,
      answers,
    ],
  ])(
    'does not serve a class whose leader has made one of who %s, until it says so',
    async (_who, ...steps) => {
      for (const step of steps) await step();
      expect(await opened()).toEqual([false, false, false]);
      expect(await membershipOf(other)).toMatchObject({
        group_role: 'member',
        membership_state: 'accepted',
        invited_as: 'leader',
      });
      expect((await membershipOf(other, pupil))?.invited_as).toBeUndefined();
      expect(await askedAs(other)).toEqual(['leader']);
      expect(await answer(other, 'leader')).toBe('CHANGED');
      expect(await opened()).toEqual([true, true, true]);
      expect([await askedAs(other), await answer(other, 'leader')]).toEqual([
        [undefined],
        'UNCHANGED',
      ]);
    },
  );

  test('nor does it where nobody has asked, where that is over, or where the leader answers', async () => {
    await school.enrol(teacher, group_id, other);
    expect(await answer(other, 'leader')).toBe('UNCHANGED');
    await set(teacher, other);
    const memberships = [
      { subject: other.subject, membership_types: [], group_role: 'leader' as const },
    ];
    const body = { group_id, memberships };
    expect(await teacher.gres.groupsAcceptMemberships({ body })).toMatchObject({
      result_state: 'IA_OK',
    });
    await endInvitations();
    expect([await askedAs(other), await answer(other, 'leader')]).toEqual([
      [undefined],
      'UNCHANGED',
    ]);
    expect(await opened()).toEqual([false, false, false]);
    expect(await set(teacher, other)).toBeUndefined();
    expect(await askedAs(other)).toEqual(['leader']);
  });

  test.each(['before', 'after'])(
    'nor where the leader gives up leading in the same request, %s it',
    async (order) => {
      const third = await school.newPerson('teacher');
      await school.makeLeader(teacher, group_id, third);
      await school.enrol(teacher, group_id, other);
      const memberships = [
        { subject: teacher.subject, group_role: 'member' as const, membership_types: [] },
        ...asLeader(other).memberships,
      ];
      if (order === 'after') memberships.reverse();
      await teacher.gres.groupsSetMemberships({ body: { group_id, memberships } });
      expect(await membershipOf(other)).toMatchObject({ group_role: 'member' });
    },
  );

  test('and who declines stays a member, and is not asked again', async () => {
    await school.enrol(teacher, group_id, other);
    await set(teacher, other);
    expect(await answer(other, 'member')).toBe('CHANGED');
    expect(await membershipOf(other)).toMatchObject({ membership_state: 'accepted' });
    expect(await askedAs(other)).toEqual([undefined]);
    expect(await set(teacher, other)).toBe('INVITATION_DECLINED');
    // As a member that it has become anew it was not asked yet.
    await revoke(other);
    await join(other);
    expect(await add(teacher, other)).toBeUndefined();
    expect(await askedAs(other)).toEqual(['leader']);
  });

  test('and the leader takes it back', async () => {
    await school.enrol(teacher, group_id, other);
    await set(teacher, other);
    const memberships = [
      { subject: other.subject, group_role: 'member' as const, membership_types: [] },
    ];
    await teacher.gres.groupsSetMemberships({ body: { group_id, memberships } });
    expect(await answer(other, 'leader')).toBe('UNCHANGED');
  });

  test('row 97: and it ends where its inviter is taken away, and no other one', async () => {
    const [third, outside] = await Promise.all([
      school.newPerson('teacher'),
      school.newPerson('teacher'),
    ]);
    await school.enrol(teacher, group_id, other);
    const sharings = [{ course_id: 'wasser', issue_id: '1', sharing_types: ['Notes' as const] }];
    await other.gres.usersUpdate({ body: { subject: other.subject, group_id, sharings } });
    for (const take of [
      () =>
        teacher.gres.groupsSetMemberships({
          body: {
            group_id,
            memberships: [{ subject: third.subject, group_role: 'member', membership_types: [] }],
          },
        }),
      () => revoke(third),
    ]) {
      await school.makeLeader(teacher, group_id, third);
      await set(third, other);
      await add(third, outside);
      expect([await askedAs(other), await askedAs(outside)]).toEqual([['leader'], ['leader']]);
      await take();
      expect([await askedAs(other), await askedAs(outside)]).toEqual([[undefined], []]);
      expect(await answer(other, 'leader')).toBe('UNCHANGED');
      expect(await codeOf(outside.gres.groupsAcceptMemberships({ body: asLeader(outside) }))).toBe(
        'GROUP_NOT_FOUND',
      );
      expect(await membershipOf(other)).toMatchObject({ membership_state: 'accepted', sharings });
    }
    await school.makeLeader(teacher, group_id, third);
    await set(teacher, other);
    await revoke(third);
    expect(await askedAs(other)).toEqual(['leader']);
  });

  test('of which the others are not told', async () => {
    await school.enrol(teacher, group_id, other);
    const memberships = [
      {
        subject: other.subject,
        group_role: 'leader' as const,
        membership_types: ['HasLicenses' as const],
      },
    ];
    await teacher.gres.groupsSetMemberships({ body: { group_id, memberships } });
    const logFor = async (who: Person) =>
      JSON.stringify(
        await who.gres.transactionsGetAfterIndex({
          body: { subject: who.subject, group_id, after_index: 0 },
        }),
      );
    const isSet = `"MEMBERSHIP_SET","subject":"${other.subject}"`;
    const tell = async (sign: string) =>
      (await Promise.all([teacher, other, pupil].map(logFor))).map((log) => log.includes(sign));
    expect(await tell(isSet)).toEqual([true, true, false]);
    await other.gres.usersUpdate({
      body: { subject: other.subject, group_id, display_name: 'Frau Frei' },
    });
    expect(await tell(isSet)).toEqual([true, true, true]);
    expect(await tell('"invited_as":"leader"')).toEqual([true, true, false]);
  });
});

describe('a leader is made', () => {
  test('of who accepts an invitation to lead', async () => {
    await add(teacher, other);
    expect(await askedAs(other)).toEqual(['leader']);
    await answer(other, 'leader');
    expect(await isLeading(other)).toBe(true);
  });

  test('again of who created the group and gave it away', async () => {
    await school.makeLeader(teacher, group_id, other);
    const memberships = [
      { subject: teacher.subject, group_role: 'member' as const, membership_types: [] },
    ];
    await other.gres.groupsSetMemberships({ body: { group_id, memberships } });
    expect(await set(other, teacher)).toBeUndefined();
    await answer(teacher, 'leader');
    expect(await isLeading(teacher)).toBe(true);
  });

  test.each<[BuiltInRole, string | undefined]>([
    ['administrator', undefined],
    ['teacher', 'GROUP_NOT_FOUND'],
  ])('of anybody by %s in a group without one: %s', async (role, outcome) => {
    await school.enrol(teacher, group_id, other);
    await loseLeader();
    expect(await set(await school.newPerson(role), other)).toBe(outcome);
  });
});

test('a leader stays one when other types are set', async () => {
  // As a roster makes them.
  await enrolBySchool(other);
  for (const table of ['gres.members', 'gres.subject_groups'] as const) {
    await school.platform.database
      .updateTable(table)
      .set({ group_role: 'leader' })
      .where('group_id', '=', group_id)
      .where('subject', '=', other.subject)
      .execute();
  }
  expect(await set(teacher, other)).toBeUndefined();
});

describe('row 74: a pupil whom a leader has made one, too', () => {
  let pupil: Person;
  let third: Person;
  beforeEach(async () => {
    [pupil, third] = await Promise.all([school.newPerson(), school.newPerson()]);
    await school.makeLeader(teacher, group_id, pupil);
    await join(third);
  });
  const changeOf = ({ subject }: Person) => ({
    body: { group_id, memberships: [{ subject, membership_types: ['HasLicenses' as const] }] },
  });
  const revokeBy = ({ gres }: Person, { subject }: Person) =>
    codeOf(gres.groupsRevokeMemberships({ body: { group_id, memberships: [{ subject }] } }));

  test.each<[string, string | undefined, () => Promise<string | undefined>]>([
    ['removes the teacher', 'GROUP_NOT_LED', () => revokeBy(pupil, teacher)],
    ['refuses who asks', 'GROUP_NOT_LED', () => revokeBy(pupil, third)],
    [
      'lets in who asks',
      'GROUP_NOT_LED',
      () => codeOf(pupil.gres.groupsAcceptMemberships(changeOf(third))),
    ],
    ['invites', 'PERMISSION_MISSING', () => add(pupil, other)],
    ['makes leaders', 'PERMISSION_MISSING', () => set(pupil, third)],
    ['leaves', undefined, () => revokeBy(pupil, pupil)],
    ['is removed', undefined, () => revokeBy(teacher, pupil)],
  ])('%s: %s', async (_what, code, act) => {
    expect(await act()).toBe(code);
  });
});
