import { randomUUID } from 'node:crypto';
import type { BuiltInRole } from '@lectern/contracts';
import { CallFailed } from '@lectern/contracts/client';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  codeOf,
  giveRole,
  linkSubject,
  makeBeforeAll,
  makeBeforeEach,
  startBeforeAll,
} from '../platform.ts';
import { headersOf } from '../security/requests.ts';
import { askedAs, isLeading, startSchool, type Person } from './people.ts';
import { insertRows } from '../rows.ts';

/*
 * A leader is somebody who can lead now: others count as no leaders, and what they have begun does not go on.
 */

const school = startBeforeAll(startSchool);
let group_id: string;

const administrator = makeBeforeAll(() => school.newPerson('administrator'));
const teacher = makeBeforeEach(() => school.newPerson('teacher'));
const inviter = makeBeforeEach(() => school.newPerson('teacher'));
const member = makeBeforeEach(() => school.newPerson('teacher'));
const outside = makeBeforeEach(() => school.newPerson('teacher'));
beforeEach(async () => {
  group_id = await school.newGroup(teacher);
});

const changeOf = ({ subject }: Person, group_role: 'leader' | 'member' = 'leader') => ({
  body: { group_id, memberships: [{ subject, group_role, membership_types: [] }] },
});
const ofOne = ({ subject }: Person) => ({ body: { group_id, memberships: [{ subject }] } });
/** The outcome of a membership, or the error of its request. */
const outcomeOf = async (call: Promise<{ results: { outcome: string }[] }>) => {
  try {
    return (await call).results[0]!.outcome;
  } catch (error) {
    return (error as CallFailed).code;
  }
};
const add = (by: Person, whom: Person) => outcomeOf(by.gres.groupsAddMemberships(changeOf(whom)));
const set = (by: Person, whom: Person, role: 'leader' | 'member' = 'leader') =>
  outcomeOf(by.gres.groupsSetMemberships(changeOf(whom, role)));
const revoke = (by: Person, whom: Person) =>
  outcomeOf(by.gres.groupsRevokeMemberships(ofOne(whom)));
const accept = (who: Person) => outcomeOf(who.gres.groupsAcceptMemberships(changeOf(who)));
const shownTo = async (who: Person) => {
  const { memberships } = await school.inspect(who, group_id);
  return memberships.filter(({ invited_as }) => invited_as).map(({ subject }) => subject);
};

const becomes = async ({ subject }: Person, role: BuiltInRole) => {
  const { database } = school.platform;
  await database.deleteFrom('aua.user_roles').where('subject', '=', subject).execute();
  await giveRole(database, subject, role);
};
const beginErasing = ({ subject }: Person) =>
  insertRows(school.platform.database, 'aua.subject_jobs', {
    subject,
    job_id: randomUUID(),
    kind: 'erase',
    requested_by: subject,
    correlation_id: 'c',
  });
const link = async (from: Person) => {
  const to_subject = (await school.newPerson('teacher')).subject;
  await linkSubject(school.platform.database, from.subject, to_subject);
};
/** As a roster does, which takes no role away. */
const becomesMemberBySchool = async ({ subject }: Person) => {
  for (const table of ['gres.members', 'gres.subject_groups'] as const) {
    await school.platform.database
      .updateTable(table)
      .set({ group_role: 'member' })
      .where('group_id', '=', group_id)
      .where('subject', '=', subject)
      .execute();
  }
};

describe('row 122: an invitation to lead', () => {
  beforeEach(async () => {
    await school.makeLeader(teacher, group_id, inviter);
    await school.enrol(teacher, group_id, member);
    await set(inviter, member);
    await add(inviter, outside);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['is removed', () => revoke(teacher, inviter)],
    ['leaves', () => revoke(inviter, inviter)],
    ['is made a member', () => set(teacher, inviter, 'member')],
    ['makes itself a member', () => set(inviter, inviter, 'member')],
    ['is a member by the word of the school', () => becomesMemberBySchool(inviter)],
    ['has lost the role that leads', () => becomes(inviter, 'student')],
    ['is being erased', () => beginErasing(inviter)],
    ['is erased', () => school.erase(inviter)],
    ['is another account by now', () => link(inviter)],
  ])('ends where its inviter %s', async (_how, end) => {
    expect([await askedAs(member), await askedAs(outside)]).toEqual([['leader'], ['leader']]);
    await end();
    expect([await askedAs(member), await askedAs(outside)]).toEqual([[undefined], []]);
    expect(await shownTo(teacher)).toEqual([]);
    expect([await accept(member), await accept(outside)]).toEqual(['UNCHANGED', 'GROUP_NOT_FOUND']);
    expect([await isLeading(member), await isLeading(outside)]).toEqual([false, false]);
    // Another leader can invite them.
    expect([await set(teacher, member), await add(teacher, outside)]).toEqual([
      'CHANGED',
      'CHANGED',
    ]);
    expect([await accept(member), await accept(outside)]).toEqual(['CHANGED', 'CHANGED']);
  });

  test('that was met by joining ends so, too', async () => {
    const { group } = await school.inspect(teacher, group_id);
    const { subject } = outside;
    await outside.gres.groupsJoin({ body: { subject, join_code: group.join_code! } });
    expect(await askedAs(outside)).toEqual(['leader']);
    await revoke(teacher, inviter);
    expect([await askedAs(outside), await accept(outside)]).toEqual([[undefined], 'UNCHANGED']);
  });

  test.each<[string, ...(() => Promise<unknown>)[]]>([
    ['another leader is removed', () => revoke(inviter, teacher)],
    ['another leader has lost the role', () => becomes(teacher, 'student')],
    [
      'its inviter calls itself otherwise',
      () =>
        inviter.gres.usersUpdate({
          body: { subject: inviter.subject, group_id, display_name: 'Frau Frei' },
        }),
    ],
    [
      'its inviter has lost the role, and has it again',
      () => becomes(inviter, 'student'),
      () => becomes(inviter, 'teacher'),
    ],
    [
      'its inviter has become another account, which leads instead',
      async () => school.move(inviter, await school.newPerson('teacher')),
    ],
  ])('holds where %s', async (_how, ...steps) => {
    for (const step of steps) await step();
    expect([await accept(member), await accept(outside)]).toEqual(['CHANGED', 'CHANGED']);
    expect([await isLeading(member), await isLeading(outside)]).toEqual([true, true]);
  });

  test('is that of the leader who has invited last', async () => {
    expect([await set(teacher, member), await add(teacher, outside)]).toEqual([
      'CHANGED',
      'CHANGED',
    ]);
    expect([await set(teacher, member), await add(teacher, outside)]).toEqual([
      'UNCHANGED',
      'UNCHANGED',
    ]);
    await revoke(teacher, inviter);
    expect([await accept(member), await accept(outside)]).toEqual(['CHANGED', 'CHANGED']);
  });

  test('tells whom it invites of those who lead now', async () => {
    const name = async ({ subject }: Person, given_name: string) =>
      school.platform.database.insertInto('aua.users').values({ subject, given_name }).execute();
    await Promise.all([name(teacher, 'Tea'), name(inviter, 'Ivo')]);
    const invitedBy = async () => {
      const { groups } = await outside.gres.groupsGetUpdated({
        body: { subject: outside.subject, known_groups: [] },
      });
      return groups[0]!.invited_by;
    };
    expect(await invitedBy()).toEqual(['Tea', 'Ivo']);
    await becomes(teacher, 'student');
    expect(await invitedBy()).toEqual(['Ivo']);
  });

  test('to be a member is nothing that its inviter gives', async () => {
    const pupil = await school.newPerson();
    await outcomeOf(inviter.gres.groupsAddMemberships(changeOf(pupil, 'member')));
    await revoke(teacher, inviter);
    expect(await accept(pupil)).toBe('CHANGED');
  });
});

describe('row 122: of a group with a leader who cannot lead', () => {
  let pupil: Person;
  beforeEach(async () => {
    pupil = await school.newPerson();
    await school.makeLeader(teacher, group_id, pupil);
  });

  test('the last one who can neither leaves nor becomes a member, and the other one may', async () => {
    const refusalOf = async (call: Promise<unknown>) => codeOf(call);
    expect(await refusalOf(teacher.gres.groupsRevokeMemberships(ofOne(teacher)))).toBe(
      'LAST_LEADER',
    );
    expect(await refusalOf(teacher.gres.groupsSetMemberships(changeOf(teacher, 'member')))).toBe(
      'LAST_LEADER',
    );
    expect(await revoke(pupil, pupil)).toBe('CHANGED');
  });

  test('who has lost the role leaves, as anybody', async () => {
    await becomes(teacher, 'student');
    // Which does not remember the roles from before.
    const elsewhere = await school.platform.anotherProcess();
    const response = await fetch(`${elsewhere.url}/gres/v1/groups/revokeMemberships`, {
      method: 'POST',
      headers: headersOf(teacher),
      body: JSON.stringify(ofOne(teacher).body),
    });
    expect(await response.json()).toMatchObject({ results: [{ outcome: 'CHANGED' }] });
    await elsewhere.close();
  });

  test('nobody but its leader changes it', async () => {
    expect(await add(administrator, outside)).toBe('GROUP_NOT_FOUND');
  });

  test.each<[string, () => Promise<unknown>]>([
    ['has lost the role that leads', () => becomes(teacher, 'student')],
    ['is being erased', () => beginErasing(teacher)],
    ['is erased', () => school.erase(teacher)],
    ['is another account by now', () => link(teacher)],
    ['is a member by the word of the school', () => becomesMemberBySchool(teacher)],
  ])('once the last one who can %s, the school gives it a leader', async (_how, lose) => {
    await lose();
    expect(await add(administrator, outside)).toBe('CHANGED');
    expect(await isLeading(outside)).toBe(true);
    expect(await revoke(outside, pupil)).toBe('CHANGED');
    expect(await add(administrator, member)).toBe('GROUP_NOT_FOUND');
  });

  test('who leads it by a token from before has to ask the tables', async () => {
    await becomes(teacher, 'student');
    expect(await add(teacher, outside)).toBe('GROUP_NOT_LED');
  });
});
