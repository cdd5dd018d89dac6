import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, linkSubject, makeBeforeEach, startBeforeAll } from '../platform.ts';
import { headersOf } from '../security/requests.ts';
import { startSchool, type Person } from './people.ts';

/** A subject that was linked to another one means that one, also where a request is about others. */

const school = startBeforeAll(startSchool);
let group_id: string;

const teacher = makeBeforeEach(() => school.newPerson('teacher'));
const former = makeBeforeEach(() => school.newPerson());
const current = makeBeforeEach(() => school.newPerson());
beforeEach(async () => {
  group_id = await school.newGroup(teacher);
  await linkSubject(school.platform.database, former.subject, current.subject);
});

const role = { group_role: 'member' as const, membership_types: ['HasLicenses' as const] };
const named = <Fields extends object>({ subject }: Person, fields: Fields) => ({
  body: { group_id, memberships: [{ subject, ...fields }] },
});
const subjectsIn = async (table: 'gres.members' | 'gres.subject_groups') => {
  const rows = await school.platform.database
    .selectFrom(table)
    .select(['subject', 'membership_state'])
    .where('group_id', '=', group_id)
    .where('subject', 'in', [former.subject, current.subject])
    .execute();
  return rows.map(({ subject, membership_state }) => [subject, membership_state]);
};

test('whoever is invited under a former name is so under the current one', async () => {
  const { results } = await teacher.gres.groupsAddMemberships(named(former, role));
  expect(results).toMatchObject([
    { subject: current.subject, outcome: 'CHANGED', membership: { subject: current.subject } },
  ]);
  for (const table of ['gres.members', 'gres.subject_groups'] as const) {
    expect(await subjectsIn(table)).toEqual([[current.subject, 'invited']]);
  }
  await current.gres.groupsAcceptMemberships(named(former, { membership_types: [] }));
  expect((await school.inspect(current, group_id)).memberships).toHaveLength(2);
});

test('accepted, set and revoked by a former name is the membership that there is', async () => {
  const { group } = await school.inspect(teacher, group_id);
  const join = { subject: current.subject, join_code: group.join_code! };
  await current.gres.groupsJoin({ body: join });
  const types = { membership_types: ['MaySupport' as const] };
  const answers = [
    await teacher.gres.groupsAcceptMemberships(named(former, types)),
    await teacher.gres.groupsSetMemberships(named(former, role)),
    await teacher.gres.groupsRevokeMemberships(named(former, {})),
  ];
  expect(answers.map(({ results }) => results[0]?.outcome)).toEqual([
    'CHANGED',
    'CHANGED',
    'CHANGED',
  ]);
  expect(await subjectsIn('gres.subject_groups')).toEqual([[current.subject, 'revoked']]);
});

describe('row 122: who was in the group before the link, which can still be undone', () => {
  beforeEach(async () => {
    const { database } = school.platform;
    await database.deleteFrom('aua.subject_links').execute();
    await school.makeLeader(teacher, group_id, former);
    await linkSubject(database, former.subject, current.subject);
  });

  test('is made a member, and removed, by another leader', async () => {
    const { results } = await teacher.gres.groupsSetMemberships(named(former, role));
    expect(results).toMatchObject([{ subject: former.subject, outcome: 'CHANGED' }]);
    await teacher.gres.groupsRevokeMemberships(named(former, {}));
    expect(await subjectsIn('gres.subject_groups')).toEqual([[former.subject, 'revoked']]);
  });

  test('leaves by the account that it leads to, and is told so again', async () => {
    const leave = () => current.gres.groupsRevokeMemberships(named(current, {}));
    expect((await leave()).results).toMatchObject([{ outcome: 'CHANGED' }]);
    expect((await leave()).results).toMatchObject([{ outcome: 'UNCHANGED' }]);
    expect(await subjectsIn('gres.subject_groups')).toEqual([[former.subject, 'revoked']]);
  });

  test('is no new member by its former name', async () => {
    const { results } = await teacher.gres.groupsAddMemberships(named(former, role));
    expect(results).toMatchObject([{ subject: former.subject, outcome: 'UNCHANGED' }]);
  });
});

describe('what was said before a link, which can still be undone', () => {
  const link = () => linkSubject(school.platform.database, former.subject, current.subject);
  const joinAs = async ({ gres, subject }: Person, join_code: string) => {
    const { membership } = await gres.groupsJoin({ body: { subject, join_code } });
    return membership.membership_state;
  };
  let join_code: string;
  beforeEach(async () => {
    await school.platform.database.deleteFrom('aua.subject_links').execute();
    group_id = await school.newGroup(teacher, { join_policy: 'open' });
    join_code = (await school.inspect(teacher, group_id)).group.join_code!;
  });

  test('a request of a former name is accepted by the name that leaders see', async () => {
    group_id = await school.newGroup(teacher, { join_policy: 'on_request' });
    const { group } = await school.inspect(teacher, group_id);
    await joinAs(former, group.join_code!);
    await link();
    const { results } = await teacher.gres.groupsAcceptMemberships(named(former, role));
    expect(results).toMatchObject([{ subject: former.subject, outcome: 'CHANGED' }]);
  });

  test('row 57: an invitation that was declined is declined for the account that it leads to', async () => {
    await teacher.gres.groupsAddMemberships(named(former, role));
    await former.gres.groupsRevokeMemberships(named(former, {}));
    await link();
    const invite = teacher.gres.groupsAddMemberships(named(current, role));
    expect(await codeOf(invite)).toBe('INVITATION_DECLINED');
    expect(await subjectsIn('gres.members')).toEqual([]);
  });

  test('row 121: a removal holds for the account that it leads to, until a leader lets it in', async () => {
    await joinAs(former, join_code);
    await teacher.gres.groupsRevokeMemberships(named(former, {}));
    await link();
    expect(await joinAs(current, join_code)).toBe('requested');
    await teacher.gres.groupsAcceptMemberships(named(current, role));
    await current.gres.groupsRevokeMemberships(named(current, {}));
    expect(await joinAs(current, join_code)).toBe('accepted');
  });

  test('to leave under both names is no removal', async () => {
    await joinAs(former, join_code);
    await joinAs(current, join_code);
    await link();
    // Another process, which has not seen the account before its link.
    const elsewhere = await school.platform.anotherProcess();
    const left = await fetch(`${elsewhere.url}/gres/v1/groups/revokeMemberships`, {
      method: 'POST',
      headers: headersOf(current),
      body: JSON.stringify(named(current, {}).body),
    });
    expect(await left.json()).toMatchObject({ results: [{ outcome: 'CHANGED' }] });
    expect(await subjectsIn('gres.members')).toEqual([]);
    const joined = await fetch(`${elsewhere.url}/gres/v1/groups/join`, {
      method: 'POST',
      headers: headersOf(current),
      body: JSON.stringify({ subject: current.subject, join_code }),
    });
    expect(await joined.json()).toMatchObject({ membership: { membership_state: 'accepted' } });
    await elsewhere.close();
  });
});

test('an invitation from before a link is made anew to the account that it leads to', async () => {
  const { database } = school.platform;
  await database.deleteFrom('aua.subject_links').execute();
  await teacher.gres.groupsAddMemberships(named(former, role));
  await linkSubject(database, former.subject, current.subject);
  const { results } = await teacher.gres.groupsAddMemberships(named(former, role));
  expect(results).toMatchObject([{ subject: current.subject, outcome: 'CHANGED' }]);
});

test('one leaves by a former name, too', async () => {
  await school.enrol(teacher, group_id, current);
  await current.gres.groupsRevokeMemberships(named(former, {}));
  expect(await subjectsIn('gres.members')).toEqual([]);
});

test('one who stands in a request under both names is refused', async () => {
  const memberships = [former, current].map(({ subject }) => ({ subject, ...role }));
  const add = teacher.gres.groupsAddMemberships({ body: { group_id, memberships } });
  expect(await codeOf(add)).toBe('REQUEST_INVALID');
  expect(await subjectsIn('gres.members')).toEqual([]);
});
