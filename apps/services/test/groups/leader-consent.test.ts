import { randomUUID } from 'node:crypto';
import type { BuiltInRole } from '@lectern/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf } from '../platform.ts';
import { startSchool, type Person, type School } from './people.ts';

/*
 * The licences of a leader entitle the group, so that nobody is made a leader but by an act of its own.
 */

let school: School;
let teacher: Person;
let other: Person;
let group_id: string;

beforeAll(async () => {
  school = await startSchool();
});
afterAll(() => school.close());
beforeEach(async () => {
  [teacher, other] = await Promise.all([school.newPerson('teacher'), school.newPerson('teacher')]);
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
const revoke = (who: Person) =>
  teacher.gres.groupsRevokeMemberships({
    body: { group_id, memberships: [{ subject: who.subject }] },
  });
const join = async (who: Person) => {
  const { group } = await school.inspect(teacher, group_id);
  return who.gres.groupsJoin({ body: { subject: who.subject, join_code: group.join_code! } });
};
/** Makes somebody a member as a roster does. */
const enrolBySchool = async (who: Person) => {
  await school.enrol(teacher, group_id, who);
  await school.platform.database
    .updateTable('gres.members')
    .set({ origin: 'school' })
    .where('group_id', '=', group_id)
    .where('subject', '=', who.subject)
    .execute();
};
const isLeading = async (who: Person) => {
  const { groups } = await who.gms.gmsGroupsGet({ body: { subject: who.subject } });
  return groups.length > 0;
};
const loseLeader = () =>
  school.platform.database
    .deleteFrom('gres.members')
    .where('group_id', '=', group_id)
    .where('subject', '=', teacher.subject)
    .execute();

test('a teacher does not take the licence of another one for a class', async () => {
  const license_code = randomUUID();
  await school.platform.database
    .insertInto('lima.licenses')
    .values({
      subject: other.subject,
      license_code,
      license_strategy: 'LICENSE_STRATEGY_GROUP',
      mandant_identifier: 'LECTERN',
      product_reference: 'wasser',
    })
    .execute();
  const pupil = await school.newPerson();
  await school.enrol(teacher, group_id, pupil);
  const licensesOf = async (who: Person) => {
    const lima = school.platform.as('lima', who);
    const { licenses } = await lima.licenseGetForUser({ body: { subject: who.subject } });
    return licenses.map((license) => license.license_code);
  };

  expect(await add(teacher, other)).toBeUndefined();
  expect(await set(teacher, other)).toBe('MEMBERSHIP_NOT_ACCEPTED');
  expect([await isLeading(other), await licensesOf(pupil)]).toEqual([false, []]);
  await revoke(other);
  await enrolBySchool(other);
  expect(await set(teacher, other)).toBe('LEADER_WITHOUT_CONSENT');
  expect([await isLeading(other), await licensesOf(pupil)]).toEqual([false, []]);
  const { groups } = await teacher.gp.gpGroups({ body: { subject: teacher.subject } });
  expect(JSON.stringify(groups)).not.toContain(license_code);

  await join(other);
  expect(await set(teacher, other)).toBeUndefined();
  expect([await isLeading(other), await licensesOf(pupil)]).toEqual([true, [license_code]]);
});

describe('a leader is made', () => {
  test('of who has asked to join, accepted first or at once', async () => {
    await school.makeLeader(teacher, group_id, other);
    expect(await isLeading(other)).toBe(true);
    const third = await school.newPerson('teacher');
    await join(third);
    expect(await add(teacher, third)).toBeUndefined();
    expect(await isLeading(third)).toBe(true);
  });

  test('of who joined an open group, also after being called by another name there', async () => {
    await teacher.gres.transactionsCreateNew({
      body: {
        group_id,
        transaction_id: randomUUID(),
        changes: [{ change_type: 'JOIN_POLICY_SET', join_policy: 'open' }],
      },
    });
    await join(other);
    const { subject } = other;
    await other.gres.usersUpdate({ body: { subject, group_id, display_name: 'Frau Frei' } });
    expect(await set(teacher, other)).toBeUndefined();
  });

  test('of one whom the school enrolled, once the code was used; nothing is told of that', async () => {
    await enrolBySchool(other);
    const { transaction_index } = (await school.inspect(teacher, group_id)).group;
    expect(await join(other)).toMatchObject({
      result_state: 'IA_OK',
      group: { transaction_index },
    });
    expect(await set(teacher, other)).toBeUndefined();
  });

  test('not of one who came, left and was added again', async () => {
    await school.makeLeader(teacher, group_id, other);
    await revoke(other);
    await enrolBySchool(other);
    expect(await set(teacher, other)).toBe('LEADER_WITHOUT_CONSENT');
  });

  test('of who accepts an invitation to lead', async () => {
    await add(teacher, other);
    const memberships = [{ subject: other.subject, membership_types: [] }];
    await other.gres.groupsAcceptMemberships({ body: { group_id, memberships } });
    expect(await isLeading(other)).toBe(true);
  });

  test('again of who created the group and gave it away', async () => {
    await school.makeLeader(teacher, group_id, other);
    const memberships = [
      { subject: teacher.subject, group_role: 'member' as const, membership_types: [] },
    ];
    await other.gres.groupsSetMemberships({ body: { group_id, memberships } });
    expect(await set(other, teacher)).toBeUndefined();
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
  const one = ({ subject }: Person) => ({
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
      () => codeOf(pupil.gres.groupsAcceptMemberships(one(third))),
    ],
    ['invites', 'PERMISSION_MISSING', () => add(pupil, other)],
    ['makes leaders', 'PERMISSION_MISSING', () => set(pupil, third)],
    ['leaves', undefined, () => revokeBy(pupil, pupil)],
    ['is removed', undefined, () => revokeBy(teacher, pupil)],
  ])('%s: %s', async (_what, code, act) => {
    expect(await act()).toBe(code);
  });
});
