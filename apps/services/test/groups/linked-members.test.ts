import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf } from '../platform.ts';
import { startSchool, type Person, type School } from './people.ts';

/** A subject that was linked to another one means that one, also where a request is about others. */

let school: School;
let teacher: Person;
let former: Person;
let current: Person;
let group_id: string;

beforeAll(async () => {
  school = await startSchool();
});
afterAll(() => school.close());
beforeEach(async () => {
  [teacher, former, current] = await Promise.all([
    school.newPerson('teacher'),
    school.newPerson(),
    school.newPerson(),
  ]);
  group_id = await school.newGroup(teacher);
  await school.platform.database
    .insertInto('aua.subject_links')
    .values({ from_subject: former.subject, to_subject: current.subject })
    .execute();
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
    await database
      .insertInto('aua.subject_links')
      .values({ from_subject: former.subject, to_subject: current.subject })
      .execute();
  });

  test('is made a member, and removed, by another leader', async () => {
    const { results } = await teacher.gres.groupsSetMemberships(named(former, role));
    expect(results).toMatchObject([{ subject: former.subject, outcome: 'CHANGED' }]);
    await teacher.gres.groupsRevokeMemberships(named(former, {}));
    expect(await subjectsIn('gres.subject_groups')).toEqual([[former.subject, 'revoked']]);
  });

  test('is not taken out by the account that it leads to', async () => {
    expect(await codeOf(current.gres.groupsRevokeMemberships(named(former, {})))).toBe(
      'GROUP_NOT_FOUND',
    );
  });

  test('is no new member by its former name', async () => {
    const { results } = await teacher.gres.groupsAddMemberships(named(former, role));
    expect(results).toMatchObject([{ subject: former.subject, outcome: 'UNCHANGED' }]);
  });
});

test('an invitation from before a link is made anew to the account that it leads to', async () => {
  const { database } = school.platform;
  await database.deleteFrom('aua.subject_links').execute();
  await teacher.gres.groupsAddMemberships(named(former, role));
  await database
    .insertInto('aua.subject_links')
    .values({ from_subject: former.subject, to_subject: current.subject })
    .execute();
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
